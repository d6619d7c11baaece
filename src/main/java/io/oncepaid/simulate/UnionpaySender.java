package io.oncepaid.simulate;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * UnionPay's notifications, version 5.1.0: a form that brings the signer's certificate, signed over
 * the hex digits of its digest. An honest repeat is the same. A refund names the payment by
 * origQryId alone.
 */
public final class UnionpaySender implements Sender {
  static final String HOLDER = "041@8310000000000000@中国银联股份有限公司@00000001";

  private static final int QUERY_ID_LENGTH = 21;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss").withZone(ZoneId.of("Asia/Shanghai"));

  private final String account;
  private final String merId;
  private final PrivateKey key;
  private final String certificate;

  /**
   * @param certificate of {@link #HOLDER} and that key; base64 of its DER
   */
  public UnionpaySender(String account, String merId, PrivateKey key, String certificate) {
    this.account = account;
    this.merId = merId;
    this.key = key;
    this.certificate = certificate;
  }

  /** What the service must be told of such an account, by what stands behind its name. */
  static Map<String, String> settings(String merId, String certificate) {
    return Map.of("unionpay.mer-id", merId, "unionpay.root-certificates", certificate);
  }

  @Override
  public String account() {
    return account;
  }

  @Override
  public Callback paid(Trade trade, int attempt) {
    return signed(payment(trade), key);
  }

  @Override
  public Callback refunded(Trade trade, Refund refund, int attempt) {
    SortedMap<String, String> fields =
        fields("04", refund.outRefundNo(), refundId(refund), refund.amount(), refund.at());
    fields.put("origQryId", trade.transactionId());
    return signed(fields, key);
  }

  /** As long as the flow file has room for. */
  @Override
  public String refundId(Refund refund) {
    return UUID.nameUUIDFromBytes(refund.outRefundNo().getBytes(StandardCharsets.UTF_8))
        .toString()
        .replace("-", "")
        .substring(0, QUERY_ID_LENGTH);
  }

  /** UnionPay tells of successes only. */
  @Override
  public boolean tellsOfClosing() {
    return false;
  }

  @Override
  public Callback closed(Trade trade, int attempt) {
    throw new UnsupportedOperationException("UnionPay does not tell of unpaid orders");
  }

  @Override
  public List<Callback> forgeries(Trade trade, PrivateKey stranger) {
    SortedMap<String, String> more = payment(trade.withAmount(trade.amount() + 1));
    more.put("signature", sign(payment(trade), key));
    SortedMap<String, String> theirs = payment(trade);
    theirs.put("merId", "777290000000009");
    return List.of(signed(payment(trade), stranger), form(more), signed(theirs, key));
  }

  @Override
  public boolean acknowledges(int status, byte[] body) {
    return status == 200;
  }

  @Override
  public boolean refuses(int status, byte[] body) {
    return status >= 400;
  }

  private SortedMap<String, String> payment(Trade trade) {
    SortedMap<String, String> fields =
        fields("01", trade.outTradeNo(), trade.transactionId(), trade.amount(), trade.at());
    fields.put("reqReserved", trade.subject());
    return fields;
  }

  private SortedMap<String, String> fields(
      String txnType, String orderId, String queryId, long amount, Instant at) {
    SortedMap<String, String> fields = new TreeMap<>();
    fields.put("currencyCode", "156");
    fields.put("encoding", "UTF-8");
    fields.put("merId", merId);
    fields.put("orderId", orderId);
    fields.put("queryId", queryId);
    fields.put("respCode", "00");
    fields.put("respMsg", "成功[0000000]");
    fields.put("signMethod", "01");
    fields.put("signPubKeyCert", SelfSigned.pem(certificate));
    fields.put("txnAmt", Long.toString(amount));
    fields.put("txnTime", TIME.format(at));
    fields.put("txnType", txnType);
    fields.put("version", "5.1.0");
    return fields;
  }

  private Callback signed(SortedMap<String, String> fields, PrivateKey by) {
    SortedMap<String, String> all = new TreeMap<>(fields);
    all.put("signature", sign(fields, by));
    return form(all);
  }

  private static String sign(SortedMap<String, String> fields, PrivateKey by) {
    String content =
        fields.entrySet().stream()
            .map(field -> field.getKey() + "=" + field.getValue())
            .collect(Collectors.joining("&"));
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      String digits = HexFormat.of().formatHex(digest);
      return RsaKeys.sign(by, digits.getBytes(StandardCharsets.US_ASCII));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private Callback form(SortedMap<String, String> fields) {
    String form =
        fields.entrySet().stream()
            .map(
                field ->
                    field.getKey()
                        + "="
                        + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    return new Callback(
        account,
        Map.of("Content-Type", "application/x-www-form-urlencoded"),
        form.getBytes(StandardCharsets.US_ASCII));
  }
}
