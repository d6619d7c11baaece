package io.oncepaid.gateway;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The raw, untrusted request. Nothing in it is parsed before its signature is known to be good.
 *
 * @param headers values by lower-case header name, in the order received; a repeated header has
 *     several values
 * @param body the exact bytes received
 * @param receivedAt the receipt time, against which freshness is judged
 */
public record RawCallback(Map<String, List<String>> headers, byte[] body, Instant receivedAt) {

  /**
   * The value of a header that may occur at most once, or null when it is absent.
   *
   * @throws UnusableCallback MALFORMED when the header occurs twice
   */
  public String header(String name) throws UnusableCallback {
    List<String> values = headers.get(name.toLowerCase(Locale.ROOT));
    if (values == null || values.isEmpty()) {
      return null;
    }
    if (values.size() > 1) {
      throw UnusableCallback.malformed("header " + name + " occurs twice");
    }
    return values.get(0);
  }

  /**
   * The value of a header that must occur exactly once.
   *
   * @throws UnusableCallback MALFORMED when the header is absent, empty or occurs twice
   */
  public String requiredHeader(String name) throws UnusableCallback {
    String value = header(name);
    if (value == null || value.isEmpty()) {
      throw UnusableCallback.malformed("no header " + name);
    }
    return value;
  }
}
