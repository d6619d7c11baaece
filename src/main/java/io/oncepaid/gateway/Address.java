package io.oncepaid.gateway;

import io.oncepaid.gateway.GatewayType.InvalidSetting;
import java.net.URI;

/** Where a gateway is asked. */
public final class Address {
  private Address() {}

  /**
   * An address without a slash at its end.
   *
   * @throws InvalidSetting for anything but http or https and a host
   */
  public static URI of(String property, String text) {
    try {
      URI uri = URI.create(text.strip().replaceFirst("/+$", ""));
      if (uri.getHost() != null && uri.getScheme().matches("https?") && uri.getQuery() == null) {
        return uri;
      }
    } catch (IllegalArgumentException | NullPointerException notEvenThat) {
      // Told below.
    }
    throw new InvalidSetting(property, "is not an address; give one like https://host/path");
  }

  /**
   * An address to which a secret is sent: encrypted, unless it is this very machine.
   *
   * @throws InvalidSetting as {@link #of}, and for plain http to another host
   */
  public static URI ofSecret(String property, String text) {
    URI uri = of(property, text);
    if (uri.getScheme().equals("http") && !uri.getHost().matches("127\\..*|localhost|\\[::1]")) {
      throw new InvalidSetting(property, "must begin with https://: the key is sent there");
    }
    return uri;
  }
}
