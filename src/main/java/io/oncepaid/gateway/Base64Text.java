package io.oncepaid.gateway;

import java.util.Base64;

/** Base64 as senders write it: standard alphabet, padded, nothing around or between. */
public final class Base64Text {
  private Base64Text() {}

  /**
   * The bytes, or null when the text is not exactly their base64. Bits behind the last byte that
   * the JDK ignores count: a signature has one spelling only.
   */
  public static byte[] decode(String text) {
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      return Base64.getEncoder().encodeToString(bytes).equals(text) ? bytes : null;
    } catch (IllegalArgumentException notBase64) {
      return null;
    }
  }
}
