package io.oncepaid.simulate;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * WeChat Pay's notifications before API v3: XML, signed by HMAC-SHA256 under the API key; a refund
 * is not signed but encrypted. An honest repeat has another nonce_str.
 */
public final class WechatpayV2Sender implements Sender {
  private static final ZoneId CHINA = ZoneId.of("Asia/Shanghai");
  private static final DateTimeFormatter PAID_AT =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss").withZone(CHINA);
  private static final DateTimeFormatter REFUNDED_AT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(CHINA);
  private static final String SIGN_TYPE = "HMAC-SHA256";
  private static final byte[] SUCCESS =
      ("<xml><return_code><![CDATA[SUCCESS]]></return_code>"
              + "<return_msg><![CDATA[OK]]></return_msg></xml>")
          .getBytes(StandardCharsets.US_ASCII);

  private static final Map<String, String> HEADERS = Map.of("Content-Type", "text/xml");

  private final String account;
  private final String mchId;
  private final String appId;
  private final String key;

  public WechatpayV2Sender(String account, String mchId, String appId, String key) {
    this.account = account;
    this.mchId = mchId;
    this.appId = appId;
    this.key = key;
  }

  /** What the service must be told of such an account, by what stands behind its name. */
  static Map<String, String> settings(String mchId, String appId, String key) {
    return Map.of(
        "wechatpay-v2.mch-id", mchId,
        "wechatpay-v2.app-ids", appId,
        "wechatpay-v2.keys", key,
        "wechatpay-v2.sign-types", SIGN_TYPE);
  }

  @Override
  public String account() {
    return account;
  }

  @Override
  public Callback paid(Trade trade, int attempt) {
    SortedMap<String, String> fields = fields(trade, attempt);
    return post(fields, sign(fields, key));
  }

  @Override
  public Callback refunded(Trade trade, Refund refund, int attempt) {
    SortedMap<String, String> clear = new TreeMap<>();
    clear.put("out_refund_no", refund.outRefundNo());
    clear.put("out_trade_no", trade.outTradeNo());
    clear.put("refund_fee", Long.toString(refund.amount()));
    clear.put("refund_id", refundId(refund));
    clear.put("refund_status", "SUCCESS");
    clear.put("success_time", REFUNDED_AT.format(refund.at()));
    clear.put("total_fee", Long.toString(trade.amount()));
    clear.put("transaction_id", trade.transactionId());
    SortedMap<String, String> fields = new TreeMap<>();
    fields.put("appid", appId);
    fields.put("mch_id", mchId);
    fields.put("nonce_str", "n" + attempt);
    fields.put("return_code", "SUCCESS");
    fields.put("req_info", encrypted(xml("root", clear)));
    return new Callback(account, HEADERS, xml("xml", fields).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String refundId(Refund refund) {
    return "503" + refund.outRefundNo();
  }

  /** WeChat Pay sends nothing when an order expires or is closed. */
  @Override
  public boolean tellsOfClosing() {
    return false;
  }

  @Override
  public Callback closed(Trade trade, int attempt) {
    throw new UnsupportedOperationException("WeChat Pay does not tell of closed orders");
  }

  @Override
  public List<Callback> forgeries(Trade trade, PrivateKey stranger) {
    SortedMap<String, String> fields = fields(trade, 0);
    String sign = sign(fields, key);
    SortedMap<String, String> otherAmount = new TreeMap<>(fields);
    otherAmount.put("total_fee", Long.toString(trade.amount() + 1));
    SortedMap<String, String> weaker = new TreeMap<>(fields);
    weaker.put("sign_type", "MD5");
    String strange = HexFormat.of().formatHex(Arrays.copyOf(stranger.getEncoded(), 16));
    return List.of(
        post(fields, sign(fields, strange)), post(otherAmount, sign), post(weaker, sign));
  }

  @Override
  public boolean acknowledges(int status, byte[] body) {
    return status == 200 && Arrays.equals(body, SUCCESS);
  }

  @Override
  public boolean refuses(int status, byte[] body) {
    return status >= 400
        && new String(body, StandardCharsets.UTF_8)
            .startsWith("<xml><return_code><![CDATA[FAIL]]>");
  }

  private SortedMap<String, String> fields(Trade trade, int attempt) {
    SortedMap<String, String> fields = new TreeMap<>();
    fields.put("appid", appId);
    fields.put("attach", trade.subject());
    fields.put("fee_type", trade.currency());
    fields.put("mch_id", mchId);
    fields.put("nonce_str", "n" + attempt);
    fields.put("out_trade_no", trade.outTradeNo());
    fields.put("result_code", "SUCCESS");
    fields.put("return_code", "SUCCESS");
    fields.put("sign_type", SIGN_TYPE);
    fields.put("time_end", PAID_AT.format(trade.at()));
    fields.put("total_fee", Long.toString(trade.amount()));
    fields.put("transaction_id", trade.transactionId());
    return fields;
  }

  private static String sign(SortedMap<String, String> fields, String by) {
    String content =
        fields.entrySet().stream()
            .map(field -> field.getKey() + '=' + field.getValue() + '&')
            .collect(Collectors.joining("", "", "key=" + by));
    byte[] key = by.getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().withUpperCase().formatHex(Hmacs.sha256(key, content, new byte[0]));
  }

  private String encrypted(String clear) {
    try {
      byte[] digest = MessageDigest.getInstance("MD5").digest(key.getBytes(StandardCharsets.UTF_8));
      byte[] refundKey = HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII);
      Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(refundKey, "AES"));
      return Base64.getEncoder()
          .encodeToString(cipher.doFinal(clear.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private Callback post(SortedMap<String, String> fields, String sign) {
    SortedMap<String, String> all = new TreeMap<>(fields);
    all.put("sign", sign);
    return new Callback(account, HEADERS, xml("xml", all).getBytes(StandardCharsets.UTF_8));
  }

  private static String xml(String root, Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> "<%1$s><![CDATA[%2$s]]></%1$s>".formatted(field.getKey(), field.getValue()))
        .collect(Collectors.joining("", '<' + root + '>', "</" + root + '>'));
  }
}
