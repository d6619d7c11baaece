package io.oncepaid.simulate;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Alipay's notifications: a form whose sorted parameters, without sign and sign_type, are signed by
 * RSA2. A partial refund repeats TRADE_SUCCESS with the running total; a full one is TRADE_CLOSED.
 * An honest repeat has another notify_time and therefore another sign.
 */
public final class AlipaySender implements Sender {
  private static final ZoneId CHINA = ZoneId.of("Asia/Shanghai");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(CHINA);
  private static final DateTimeFormatter TIME_WITH_MILLIS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(CHINA);
  private static final byte[] SUCCESS = "success".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FAILURE = "failure".getBytes(StandardCharsets.US_ASCII);

  private final String account;
  private final String appId;
  private final String sellerId;
  private final PrivateKey key;
  private final Charset charset;

  /**
   * @param key the private key whose public half the account of the service holds
   * @param charset of the form: UTF-8 or GBK
   */
  public AlipaySender(
      String account, String appId, String sellerId, PrivateKey key, Charset charset) {
    this.account = account;
    this.appId = appId;
    this.sellerId = sellerId;
    this.key = key;
    this.charset = charset;
  }

  @Override
  public String account() {
    return account;
  }

  @Override
  public Callback paid(Trade trade, int attempt) {
    return signed(fields("TRADE_SUCCESS", trade, attempt));
  }

  @Override
  public Callback refunded(Trade trade, Refund refund, int attempt) {
    boolean inFull = refund.total() == trade.amount();
    SortedMap<String, String> fields =
        fields(inFull ? "TRADE_CLOSED" : "TRADE_SUCCESS", trade, attempt);
    fields.put("refund_fee", yuan(refund.total()));
    fields.put("out_biz_no", refund.outRefundNo());
    fields.put("gmt_refund", TIME_WITH_MILLIS.format(refund.at()));
    fields.put("notify_id", fields.get("notify_id") + "-" + refund.total());
    if (inFull) {
      fields.put("gmt_close", TIME.format(refund.at()));
    }
    return signed(fields);
  }

  @Override
  public boolean tellsOfRefundsAlone() {
    return false;
  }

  @Override
  public boolean tellsOfClosing() {
    return true;
  }

  @Override
  public Callback closed(Trade trade, int attempt) {
    SortedMap<String, String> fields = fields("TRADE_CLOSED", trade, attempt);
    fields.remove("gmt_payment");
    fields.put("gmt_close", TIME.format(trade.at()));
    return signed(fields);
  }

  @Override
  public List<Callback> forgeries(Trade trade, PrivateKey stranger) {
    SortedMap<String, String> fields = fields("TRADE_SUCCESS", trade, 0);
    String sign = sign(fields, key);
    SortedMap<String, String> otherAmount = new TreeMap<>(fields);
    otherAmount.put("total_amount", yuan(trade.amount() + 1));
    SortedMap<String, String> otherOrder = new TreeMap<>(fields);
    otherOrder.put("out_trade_no", trade.outTradeNo() + "0");
    return List.of(
        form(fields, sign(fields, stranger)), form(otherAmount, sign), form(otherOrder, sign));
  }

  @Override
  public boolean acknowledges(int status, byte[] body) {
    return status == 200 && Arrays.equals(body, SUCCESS);
  }

  @Override
  public boolean refuses(int status, byte[] body) {
    return status >= 400 && Arrays.equals(body, FAILURE);
  }

  private SortedMap<String, String> fields(String tradeStatus, Trade trade, int attempt) {
    Instant sentAt = trade.at().plusSeconds(1L + attempt);
    SortedMap<String, String> fields = new TreeMap<>();
    fields.put("app_id", appId);
    fields.put("auth_app_id", appId);
    fields.put("buyer_id", "2088000000000001");
    fields.put("buyer_pay_amount", yuan(trade.amount()));
    fields.put("charset", charset.name().toLowerCase(Locale.ROOT));
    fields.put("gmt_create", TIME.format(trade.at()));
    fields.put("gmt_payment", TIME.format(trade.at()));
    fields.put("notify_id", trade.transactionId() + "-" + tradeStatus.toLowerCase(Locale.ROOT));
    fields.put("notify_time", TIME.format(sentAt));
    fields.put("notify_type", "trade_status_sync");
    fields.put("out_trade_no", trade.outTradeNo());
    fields.put("receipt_amount", yuan(trade.amount()));
    fields.put("seller_id", sellerId);
    fields.put("subject", trade.subject());
    fields.put("total_amount", yuan(trade.amount()));
    fields.put("trade_no", trade.transactionId());
    fields.put("trade_status", tradeStatus);
    fields.put("version", "1.0");
    return fields;
  }

  private Callback signed(SortedMap<String, String> fields) {
    return form(fields, sign(fields, key));
  }

  private String sign(SortedMap<String, String> fields, PrivateKey by) {
    String content =
        fields.entrySet().stream()
            .map(field -> field.getKey() + "=" + field.getValue())
            .collect(Collectors.joining("&"));
    return RsaKeys.sign(by, content.getBytes(charset));
  }

  private Callback form(SortedMap<String, String> fields, String sign) {
    SortedMap<String, String> all = new TreeMap<>(fields);
    all.put("sign_type", "RSA2");
    all.put("sign", sign);
    String form =
        all.entrySet().stream()
            .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), charset))
            .collect(Collectors.joining("&"));
    return new Callback(
        account,
        Map.of("Content-Type", "application/x-www-form-urlencoded; charset=" + charset.name()),
        form.getBytes(StandardCharsets.US_ASCII));
  }

  private static String yuan(long fen) {
    return BigDecimal.valueOf(fen, 2).toPlainString();
  }
}
