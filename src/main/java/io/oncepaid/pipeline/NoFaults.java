package io.oncepaid.pipeline;

import io.quarkus.arc.DefaultBean;
import jakarta.enterprise.context.ApplicationScoped;

/** The product's fault points do nothing. */
@DefaultBean
@ApplicationScoped
class NoFaults implements FaultPoint.Listener {
  @Override
  public void reached(FaultPoint point) {
    // Only a test's own bean acts here.
  }
}
