package io.oncepaid.gateway.hmac;

import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.HmacConfig;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.UnusableCallback;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** What a gateway signs, one part after another. */
final class SignedParts {
  private static final String BODY = "body";
  private static final String URL = "url";
  private static final String HEADER = "header:";
  private static final String TEXT = "text:";

  /** Values of signed headers: nothing that could pass for the text that follows. */
  private static final Pattern PLAIN = Pattern.compile("[0-9A-Za-z_-]{1,256}");

  /** One part; header is null but for a header, bytes are null but for what is always the same. */
  private record Part(String header, byte[] bytes) {}

  private final List<Part> parts = new ArrayList<>();

  private SignedParts() {}

  static SignedParts of(String property, HmacConfig settings) {
    SignedParts signed = new SignedParts();
    List<String> names = settings.signed();
    for (String name : names) {
      signed.parts.add(part(property, name, settings));
    }
    if (!names.contains(BODY)) {
      throw new InvalidSetting(property + ".signed", "must hold body, else anybody can write it");
    }
    settings.timeHeader().ifPresent(time -> signed.requireSigned(property, time));
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).startsWith(HEADER) && !isEnded(names, i + 1)) {
        throw new InvalidSetting(
            property + ".signed",
            "a header must be followed by text: that no header's value can have, or by body");
      }
    }
    return signed;
  }

  private static Part part(String property, String name, HmacConfig settings) {
    if (name.equals(BODY)) {
      return new Part(null, null);
    }
    if (name.equals(URL)) {
      return new Part(null, bytes(settings.url().orElseThrow(() -> noUrl(property))));
    }
    if (name.startsWith(HEADER)) {
      return new Part(name.substring(HEADER.length()).toLowerCase(Locale.ROOT), null);
    }
    if (name.startsWith(TEXT)) {
      return new Part(null, bytes(name.substring(TEXT.length())));
    }
    throw new InvalidSetting(
        property + ".signed", "'" + name + "' is none of body, url, header:NAME and text:…");
  }

  private static InvalidSetting noUrl(String property) {
    return new InvalidSetting(
        property + ".url", "is missing; give the address exactly as it was entered at the gateway");
  }

  private void requireSigned(String property, String timeHeader) {
    if (parts.stream().noneMatch(part -> timeHeader.equalsIgnoreCase(part.header()))) {
      throw new InvalidSetting(
          property + ".time-header", "is not signed, anybody can change it; add it to signed");
    }
  }

  /** JSON begins with a brace. */
  private static boolean isEnded(List<String> names, int next) {
    if (next == names.size()) {
      return true;
    }
    String name = names.get(next);
    return name.equals(BODY)
        || name.startsWith(TEXT)
            && name.length() > TEXT.length()
            && !PLAIN.matcher(name.substring(TEXT.length(), TEXT.length() + 1)).matches();
  }

  /**
   * The parts' bytes.
   *
   * @throws UnusableCallback MALFORMED when a signed header is absent, not plain or there twice
   */
  byte[][] of(RawCallback callback) throws UnusableCallback {
    byte[][] bytes = new byte[parts.size()][];
    for (int i = 0; i < bytes.length; i++) {
      Part part = parts.get(i);
      if (part.header() != null) {
        bytes[i] = bytes(plain(callback.requiredHeader(part.header())));
      } else {
        bytes[i] = part.bytes() == null ? callback.body() : part.bytes();
      }
    }
    return bytes;
  }

  private static String plain(String value) throws UnusableCallback {
    if (!PLAIN.matcher(value).matches()) {
      throw UnusableCallback.malformed("a signed header is not plain");
    }
    return value;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
