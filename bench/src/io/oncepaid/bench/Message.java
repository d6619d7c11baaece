package io.oncepaid.bench;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Alipay's notification that a payment was paid, with all the fields that Alipay sends.
 *
 * @param payment counted from 0; everything else follows from it
 */
record Message(int payment) {
  static final String MERCHANT = "bench";
  static final String ACCOUNT = "alipay-bench";
  static final String APP_ID = "2021000000000001";
  static final String SELLER_ID = "2088000000000001";

  /** The out_trade_no of a payment is B and this number more than its count. */
  static final int FIRST_NUMBER = 10_000_000;

  private static final String FUNDS = "[{\"amount\":\"%s\",\"fundChannel\":\"ALIPAYACCOUNT\"}]";
  private static final String HEAD =
      "POST /callbacks/"
          + ACCOUNT
          + " HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: Mozilla/4.0\r\nAccept: */*\r\n"
          + "Content-Type: application/x-www-form-urlencoded; charset=utf-8\r\n"
          + "Content-Length: ";

  /** What Alipay signs. */
  String signedText() {
    StringBuilder text = new StringBuilder(800);
    fields()
        .forEach(
            (name, value) ->
                text.append(text.isEmpty() ? "" : "&").append(name).append('=').append(value));
    return text.toString();
  }

  /** The body, with whatever signature. */
  byte[] body(byte[] signature) {
    StringBuilder body = new StringBuilder(1_400);
    fields()
        .forEach((name, value) -> body.append(name).append('=').append(encode(value)).append('&'));
    body.append("sign_type=RSA2&sign=")
        .append(encode(Base64.getEncoder().encodeToString(signature)));
    return body.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /** The whole HTTP request. */
  byte[] request(byte[] signature) {
    byte[] body = body(signature);
    byte[] head = (HEAD + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    byte[] request = new byte[head.length + body.length];
    System.arraycopy(head, 0, request, 0, head.length);
    System.arraycopy(body, 0, request, head.length, body.length);
    return request;
  }

  private SortedMap<String, String> fields() {
    int number = FIRST_NUMBER + payment;
    int fen = 100 + payment % 9_900;
    String yuan = fen / 100 + "." + fen % 100 / 10 + fen % 10;
    SortedMap<String, String> fields = new TreeMap<>();
    fields.put("app_id", APP_ID);
    fields.put("auth_app_id", APP_ID);
    fields.put("buyer_id", "2088102534368455");
    fields.put("buyer_logon_id", "xud***@126.com");
    fields.put("buyer_pay_amount", yuan);
    fields.put("charset", "utf-8");
    fields.put("fund_bill_list", FUNDS.formatted(yuan));
    fields.put("gmt_create", "2026-03-09 09:59:41");
    fields.put("gmt_payment", "2026-03-09 10:00:00");
    fields.put("invoice_amount", yuan);
    fields.put("notify_id", "2026030900222100000" + number);
    fields.put("notify_time", "2026-03-09 10:00:01");
    fields.put("notify_type", "trade_status_sync");
    fields.put("out_trade_no", "B" + number);
    fields.put("point_amount", "0.00");
    fields.put("receipt_amount", yuan);
    fields.put("seller_id", SELLER_ID);
    fields.put("subject", "\u4f1a\u5458\u5e74\u5361 + 1");
    fields.put("total_amount", yuan);
    fields.put("trade_no", "20260309220014" + number);
    fields.put("trade_status", "TRADE_SUCCESS");
    fields.put("version", "1.0");
    return fields;
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
