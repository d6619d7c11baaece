package io.oncepaid.outbox.webhook;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Where a merchant's events go.
 *
 * @param url as configured
 * @param signature made with the merchant's secrets
 */
record Target(URI url, Signature signature) {
  private static final int HTTPS_PORT = 443;
  private static final int HTTP_PORT = 80;
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|::1", Pattern.CASE_INSENSITIVE);

  boolean isHttps() {
    return "https".equalsIgnoreCase(url.getScheme());
  }

  /** Without the brackets of an IPv6 address. */
  String host() {
    return url.getHost().replaceAll("[\\[\\]]", "");
  }

  int port() {
    if (url.getPort() >= 0) {
      return url.getPort();
    }
    return isHttps() ? HTTPS_PORT : HTTP_PORT;
  }

  String pathAndQuery() {
    String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
  }

  /**
   * The address that this attempt connects to: looked up anew, checked, and then used itself, so
   * that no second look-up can lead elsewhere. Attempts take the host's addresses in turn. Waits
   * for the name server.
   *
   * @throws Forbidden when none of them may be connected to
   */
  InetAddress address(int attempt, boolean allowPrivate) throws Forbidden, UnknownHostException {
    List<InetAddress> allowed =
        Arrays.stream(InetAddress.getAllByName(host()))
            .filter(address -> allowPrivate || Addresses.isPublic(address) || isLoopback(address))
            .toList();
    if (allowed.isEmpty()) {
      throw new Forbidden(
          host() + " has a private address; allow it by oncepaid.outbox.allow-private-addresses");
    }
    InetAddress address = allowed.get((attempt - 1) % allowed.size());
    if (!isHttps() && Addresses.isPublic(address)) {
      throw new Forbidden("notify-url must be https on the open internet");
    }
    return address;
  }

  /**
   * Whoever writes the loopback address itself into the settings means it: a receiver on the same
   * machine. Another name that leads there is refused like any private address.
   */
  private boolean isLoopback(InetAddress address) {
    return address.isLoopbackAddress() && LOOPBACK.matcher(host()).matches();
  }

  /** Events must not leave for there. */
  static final class Forbidden extends Exception {
    private static final long serialVersionUID = 1L;

    Forbidden(String why) {
      super(why);
    }
  }
}
