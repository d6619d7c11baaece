package io.oncepaid.gateway;

import io.micrometer.core.instrument.Metrics;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Keys.Stamp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * What is made from an account's keys, made again when a file behind them has changed. A new file
 * that cannot be used leaves the old keys in place and raises an alarm: one WARN line and {@code
 * oncepaid_key_rereads_total{outcome="failed"}}.
 *
 * @param <T> an immutable set of keys
 */
public final class RereadKeys<T> {
  private static final Logger LOG = Logger.getLogger(RereadKeys.class);

  /** Often enough for a rotation, seldom enough to cost nothing, however many callbacks come. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final Function<Keys, T> make;
  private final long nanosBetweenLooks;
  private final AtomicLong nextLook = new AtomicLong();
  private volatile T current;
  private Map<Path, Stamp> stamps;

  /**
   * Makes it for the first time.
   *
   * @throws InvalidSetting from {@code make}
   */
  public RereadKeys(Function<Keys, T> make) {
    this(make, BETWEEN_LOOKS);
  }

  RereadKeys(Function<Keys, T> make, Duration betweenLooks) {
    this.make = make;
    this.nanosBetweenLooks = betweenLooks.toNanos();
    Keys keys = new Keys();
    this.current = make.apply(keys);
    this.stamps = keys.stamps();
    this.nextLook.set(System.nanoTime() + nanosBetweenLooks);
  }

  /** What the files hold, as of at most a second ago. */
  public T get() {
    long next = nextLook.get();
    long now = System.nanoTime();
    if (now - next >= 0 && nextLook.compareAndSet(next, now + nanosBetweenLooks)) {
      look();
    }
    return current;
  }

  private synchronized void look() {
    if (stamps.entrySet().stream().allMatch(RereadKeys::isUnchanged)) {
      return;
    }
    Keys keys = new Keys();
    try {
      current = make.apply(keys);
      stamps = keys.stamps();
      LOG.info("Keys were read again from their files");
      count("done");
    } catch (InvalidSetting e) {
      // Remembered as seen, so that one broken file is told once.
      Map<Path, Stamp> seen = new HashMap<>();
      stamps.keySet().forEach(path -> seen.put(path, Stamp.of(path)));
      seen.putAll(keys.stamps());
      stamps = seen;
      LOG.warnf("A changed key file cannot be used, the old keys stay: %s", e.getMessage());
      count("failed");
    }
  }

  private static boolean isUnchanged(Map.Entry<Path, Stamp> entry) {
    Stamp now = Stamp.of(entry.getKey());
    return now == null ? entry.getValue() == null : now.equals(entry.getValue());
  }

  private static void count(String outcome) {
    Metrics.counter("oncepaid.key.rereads", "outcome", outcome).increment();
  }
}
