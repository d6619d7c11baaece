package io.oncepaid.testing;

import io.oncepaid.pipeline.FaultPoint;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The fault points of the application under test: does nothing until a test sets an action. */
@ApplicationScoped
public class Faults implements FaultPoint.Listener {
  private final Map<FaultPoint, Runnable> actions = new ConcurrentHashMap<>();

  /** Runs the action whenever a writer comes to the point; it may block or throw. */
  public void at(FaultPoint point, Runnable action) {
    actions.put(point, action);
  }

  public void noneAt(FaultPoint point) {
    actions.remove(point);
  }

  public void none() {
    actions.clear();
  }

  @Override
  public void reached(FaultPoint point) {
    Runnable action = actions.get(point);
    if (action != null) {
      action.run();
    }
  }
}
