package io.oncepaid.gateway;

import java.time.Clock;
import java.util.Optional;

/** One kind of gateway; makes the adapter of an account from its settings. */
public interface GatewayType {
  /** The value of {@code oncepaid.accounts.<account>.gateway}. */
  String name();

  /**
   * Parses the account's keys once.
   *
   * @param property the account's prefix, {@code oncepaid.accounts.<account>}, for messages
   * @throws InvalidSetting naming the property and the remedy when a setting cannot be used
   */
  Gateway open(String property, AccountConfig account);

  /**
   * The way to ask this gateway about payments; empty where the account has no keys for it, or the
   * gateway cannot be asked.
   *
   * @param property as in {@link #open}
   * @throws InvalidSetting as {@link #open}
   */
  default Optional<Inquiry> inquiry(String property, AccountConfig account, Clock clock) {
    return Optional.empty();
  }

  /** A setting that cannot be used; the message names the property and the remedy. */
  final class InvalidSetting extends RuntimeException {
    public InvalidSetting(String property, String remedy) {
      super(property + ": " + remedy);
    }
  }
}
