package io.oncepaid.outbox;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;

/** Threads that do not keep the process alive. */
public final class Daemons {
  private Daemons() {}

  /** One thread that runs tasks in the order of their time. */
  static ScheduledExecutorService single(String name) {
    return Executors.newSingleThreadScheduledExecutor(named(name));
  }

  /** Makes threads of this name. */
  public static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
