package io.oncepaid.gateway;

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

  /** A setting that cannot be used; the message names the property and the remedy. */
  final class InvalidSetting extends RuntimeException {
    public InvalidSetting(String property, String remedy) {
      super(property + ": " + remedy);
    }
  }
}
