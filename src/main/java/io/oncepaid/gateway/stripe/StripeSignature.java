package io.oncepaid.gateway.stripe;

import io.oncepaid.gateway.HexText;
import io.oncepaid.gateway.SharedSecret;
import io.oncepaid.gateway.UnusableCallback;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The header {@code Stripe-Signature}: {@code t=<seconds>,v1=<hex>[,v1=<hex>…]}. While a secret is
 * rolled there is one v1 for each; entries of other versions, and what is no hex, do not count.
 *
 * @param time as it is written, which is how it is signed
 */
record StripeSignature(String time, List<byte[]> v1) {

  /**
   * @throws UnusableCallback MALFORMED when the time is there twice, FORGED when time or signature
   *     are not there
   */
  static StripeSignature parse(String header) throws UnusableCallback {
    String time = null;
    List<byte[]> v1 = new ArrayList<>(2);
    for (String entry : header.split(",")) {
      if (entry.startsWith("t=")) {
        if (time != null) {
          throw UnusableCallback.malformed("the signature has two times");
        }
        time = entry.substring("t=".length());
      } else if (entry.startsWith("v1=")) {
        byte[] code = HexText.decode(entry.substring("v1=".length()));
        if (code != null) {
          v1.add(code);
        }
      }
    }
    if (time == null || v1.isEmpty()) {
      throw UnusableCallback.forged("a signature without time or v1");
    }
    return new StripeSignature(time, v1);
  }

  /** True when one of the secrets made one of the signatures. */
  boolean isOver(byte[] body, List<SharedSecret> secrets) {
    byte[] head = (time + '.').getBytes(StandardCharsets.UTF_8);
    for (SharedSecret secret : secrets) {
      if (v1.stream().anyMatch(code -> secret.made(code, head, body))) {
        return true;
      }
    }
    return false;
  }
}
