package io.oncepaid.gateway;

import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code oncepaid.accounts.<account>.hmac.*}: a gateway that sends JSON with an HMAC in a header,
 * described by settings.
 */
public interface HmacConfig {
  /** The secrets that may have signed: during rotation the new and the old one. */
  List<String> secrets();

  /** How a secret is written. */
  @WithDefault("text")
  KeyForm keyForm();

  /** The header that holds the code. */
  String header();

  /** What stands before the code in the header, as in {@code sha256=…}. */
  Optional<String> prefix();

  /** sha256 or sha512. */
  @WithDefault("sha256")
  SharedSecret.Hash hash();

  /** hex (lower case) or base64. */
  @WithDefault("hex")
  CodeForm codeForm();

  /**
   * What is signed, in order: {@code body}, {@code url}, {@code header:NAME}, {@code text:…} (the
   * characters themselves).
   */
  @WithDefault("body")
  List<String> signed();

  /** The address that was entered at the gateway, byte for byte; where {@code url} is signed. */
  Optional<String> url();

  /** The header with the time of sending in seconds; where {@code header:NAME} of it is signed. */
  Optional<String> timeHeader();

  /** How far the time of sending may be from the receipt time, either way. */
  @WithDefault("300s")
  Duration tolerance();

  /** {@code field=value} that hold in every message for this account. */
  Optional<List<String>> require();

  /** The gateway's own numbers of decimals, by currency, where they are not ISO 4217's. */
  Map<String, Integer> decimals();

  Map<String, EventConfig> events();

  /** How a secret is written. */
  enum KeyForm {
    /** Its characters are the key. */
    TEXT,
    HEX,
    BASE64
  }

  /** How a code is written. */
  enum CodeForm {
    HEX,
    BASE64
  }
}
