package io.oncepaid.gateway;

import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Optional;

/** {@code oncepaid.accounts.<account>.wechatpay-v2.*}: the XML interface before API v3. */
public interface WechatpayV2Config {
  String mchId();

  /** Sub merchants of a partner. */
  Optional<List<String>> subMchIds();

  Optional<List<String>> appIds();

  /** The 32-character merchant keys (API keys) that may have signed. */
  List<String> keys();

  /** MD5 or HMAC-SHA256: what the message may choose among. */
  @WithDefault("MD5")
  List<String> signTypes();
}
