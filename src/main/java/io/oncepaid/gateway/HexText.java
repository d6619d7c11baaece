package io.oncepaid.gateway;

import java.util.HexFormat;

/** Hexadecimal digits as senders write them: two for each byte, lower case, nothing between. */
public final class HexText {
  private static final HexFormat HEX = HexFormat.of();

  private HexText() {}

  /**
   * The bytes, or null when the text is not exactly their digits. Upper case counts as another
   * text: a signature has one spelling only.
   */
  public static byte[] decode(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return null;
      }
    }
    return text.length() % 2 == 0 ? HEX.parseHex(text) : null;
  }
}
