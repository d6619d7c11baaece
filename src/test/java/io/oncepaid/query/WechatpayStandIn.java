package io.oncepaid.query;

import com.sun.net.httpserver.HttpExchange;
import io.oncepaid.gateway.TestKeys;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** WeChat Pay's API v3: the query by out_trade_no, and the closing. */
final class WechatpayStandIn extends StandIn {
  private static final String MCH_ID = "1900000001";
  private static final String SERIAL = "5157F09EFDC096DE";
  private static final String KEY_ID = "PUB_KEY_ID_0100000000002026030900000000001";
  private static final Pattern AUTHORIZATION =
      Pattern.compile(
          "WECHATPAY2-SHA256-RSA2048 mchid=\""
              + MCH_ID
              + "\",nonce_str=\"([^\"]+)\",signature=\"([^\"]+)\",timestamp=\"([0-9]+)\",serial_no=\""
              + SERIAL
              + "\"");
  private static final Pattern PATH =
      Pattern.compile("/v3/pay/transactions/out-trade-no/([^/?]+)(/close)?");

  /** The probe with which the gateway tests whether its signatures are looked at. */
  volatile boolean probes;

  @Override
  Map<String, String> settings() {
    return Map.of(
        "gateway",
        "wechatpay",
        "wechatpay.mch-id",
        MCH_ID,
        "wechatpay.api-v3-key",
        "0123456789abcdefFEDCBA9876543210",
        "wechatpay.public-keys.\"" + KEY_ID + "\"",
        TestKeys.base64(THEIRS.getPublic()),
        "wechatpay.private-key",
        privateKey(),
        "wechatpay.serial",
        SERIAL,
        "wechatpay.base-url",
        url());
  }

  @Override
  Reply answer(HttpExchange exchange, String body) {
    String method = exchange.getRequestMethod();
    Matcher path = PATH.matcher(exchange.getRequestURI().getRawPath());
    if (!path.matches() || !isGenuine(exchange, method, body)) {
      return signed(401, "{\"code\":\"SIGN_ERROR\",\"message\":\"\"}");
    }
    String number = path.group(1);
    if (path.group(2) == null) {
      boolean ours = ("mchid=" + MCH_ID).equals(exchange.getRequestURI().getRawQuery());
      requests.add("query " + number);
      return ours ? query(number) : signed(400, "{\"code\":\"PARAM_ERROR\"}");
    }
    requests.add("close " + number);
    closeIfOpen(number);
    return body.equals("{\"mchid\":\"" + MCH_ID + "\"}")
        ? signed(204, "")
        : signed(400, "{\"code\":\"PARAM_ERROR\"}");
  }

  private static boolean isGenuine(HttpExchange exchange, String method, String body) {
    Matcher header =
        AUTHORIZATION.matcher(
            String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
    return header.matches()
        && KEY_ID.equals(exchange.getRequestHeaders().getFirst("Wechatpay-Serial"))
        && isOurs(
            String.join(
                "\n",
                method,
                exchange.getRequestURI().toString(),
                header.group(3),
                header.group(1),
                body,
                ""),
            header.group(2));
  }

  private Reply query(String number) {
    Order order = orders.get(number);
    if (order == null) {
      return signed(404, "{\"code\":\"ORDER_NOT_EXIST\",\"message\":\"订单不存在\"}");
    }
    String state =
        switch (order.state()) {
          case OPEN -> "NOTPAY";
          case PAID -> "SUCCESS";
          case CLOSED -> "CLOSED";
          case REFUNDED -> "REFUND";
        };
    boolean paid = order.state() == State.PAID || order.state() == State.REFUNDED;
    return signed(
        200,
        "{\"amount\":{\"currency\":\"CNY\",\"total\":"
            + order.amount()
            + "},\"appid\":\"wx0000000000000001\",\"mchid\":\""
            + MCH_ID
            + "\",\"out_trade_no\":\""
            + answeredNumber(number)
            + "\","
            + (paid
                ? "\"success_time\":\"2026-03-09T12:00:00+08:00\",\"transaction_id\":\""
                    + order.transaction()
                    + "\","
                : "")
            + "\"trade_state\":\""
            + state
            + "\"}");
  }

  private Reply signed(int status, String body) {
    if (fault == Fault.UNSIGNED) {
      return new Reply(status, Map.of(), body);
    }
    String time = Long.toString(Instant.now().getEpochSecond());
    Map<String, String> headers = new HashMap<>();
    headers.put("Wechatpay-Timestamp", time);
    headers.put("Wechatpay-Nonce", "c5ac7061fccab6bf3e254dcf98995b8c");
    headers.put("Wechatpay-Serial", KEY_ID);
    headers.put(
        "Wechatpay-Signature",
        probes
            ? "WECHATPAY/SIGNTEST/abc"
            : sign(time + "\nc5ac7061fccab6bf3e254dcf98995b8c\n" + body + "\n"));
    return new Reply(status, headers, body);
  }
}
