package io.oncepaid.api;

import java.util.List;
import java.util.Optional;

/** Reads the header Idempotency-Key. */
final class IdempotencyKey {
  static final String HEADER = "Idempotency-Key";
  private static final int LONGEST = 255;

  private IdempotencyKey() {}

  /**
   * The key: 1 to 255 visible ASCII characters, bare or as a string of RFC 8941 (in quotation
   * marks, as the IETF draft writes it); {@code "a"} and {@code a} are the same key.
   *
   * @return empty when there is no such header
   * @throws Problem 400 when it is no key, or given twice
   */
  static Optional<String> read(List<String> headers) {
    if (headers == null || headers.isEmpty()) {
      return Optional.empty();
    }
    if (headers.size() > 1) {
      throw Problem.unreadable(HEADER, "is given twice");
    }
    String value = headers.get(0).strip();
    String key = value.startsWith("\"") ? unquoted(value) : value;
    if (key.isEmpty()
        || key.length() > LONGEST
        || !key.chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
      throw Problem.unreadable(HEADER, "must have 1 to 255 visible ASCII characters");
    }
    return Optional.of(key);
  }

  private static String unquoted(String value) {
    StringBuilder key = new StringBuilder();
    for (int i = 1; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"') {
        if (i == value.length() - 1) {
          return key.toString();
        }
        break;
      }
      if (c == '\\') {
        i++;
        if (i == value.length() || value.charAt(i) != '"' && value.charAt(i) != '\\') {
          break;
        }
        c = value.charAt(i);
      }
      key.append(c);
    }
    throw Problem.unreadable(HEADER, "is no string of RFC 8941");
  }
}
