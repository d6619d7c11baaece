package io.oncepaid.outbox;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Passes on, within this process, whose events are waiting. Called after the commit on the thread
 * that made it, so a listener only takes note.
 */
@ApplicationScoped
class Wake {
  private final List<Consumer<Set<String>>> listeners = new CopyOnWriteArrayList<>();

  void listen(Consumer<Set<String>> listener) {
    listeners.add(listener);
  }

  /** These merchants have events that were not there before. */
  void written(Set<String> merchants) {
    listeners.forEach(listener -> listener.accept(merchants));
  }
}
