package io.oncepaid.query;

import com.sun.net.httpserver.HttpExchange;
import io.oncepaid.gateway.TestKeys;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Alipay's {@code gateway.do}: trade.query and trade.close. */
final class AlipayStandIn extends StandIn {
  private static final String APP_ID = "2021000000000001";
  private static final Pattern NUMBER = Pattern.compile("\\{\"out_trade_no\":\"([^\"]+)\"}");

  @Override
  Map<String, String> settings() {
    return Map.of(
        "gateway",
        "alipay",
        "alipay.app-id",
        APP_ID,
        "alipay.public-keys",
        TestKeys.base64(THEIRS.getPublic()),
        "alipay.private-key",
        privateKey(),
        "alipay.gateway-url",
        url() + "/gateway.do");
  }

  @Override
  Reply answer(HttpExchange exchange, String body) {
    SortedMap<String, String> fields = form(body);
    String sign = fields.remove("sign");
    Matcher number = NUMBER.matcher(fields.getOrDefault("biz_content", ""));
    String text =
        fields.entrySet().stream()
            .map(field -> field.getKey() + "=" + field.getValue())
            .collect(Collectors.joining("&"));
    boolean genuine =
        exchange.getRequestURI().getPath().equals("/gateway.do")
            && APP_ID.equals(fields.get("app_id"))
            && fields.get("timestamp").matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d")
            && isOurs(text, sign);
    if (!genuine || !number.matches()) {
      return signed(
          "error_response", "{\"code\":\"40002\",\"sub_code\":\"isv.invalid-signature\"}");
    }
    return switch (fields.get("method")) {
      case "alipay.trade.query" -> {
        requests.add("query " + number.group(1));
        yield signed("alipay_trade_query_response", query(answeredNumber(number.group(1))));
      }
      case "alipay.trade.close" -> {
        requests.add("close " + number.group(1));
        closeIfOpen(number.group(1));
        yield signed("alipay_trade_close_response", "{\"code\":\"10000\",\"msg\":\"Success\"}");
      }
      default -> null;
    };
  }

  private String query(String number) {
    Order order = orders.get(number.replace("-other", ""));
    if (order == null) {
      return "{\"code\":\"40004\",\"msg\":\"Business Failed\",\"sub_code\":\"ACQ.TRADE_NOT_EXIST\","
          + "\"sub_msg\":\"交易不存在\",\"out_trade_no\":\""
          + number
          + "\",\"receipt_amount\":\"0.00\"}";
    }
    String status =
        switch (order.state()) {
          case OPEN -> "WAIT_BUYER_PAY";
          case PAID -> "TRADE_SUCCESS";
          case CLOSED, REFUNDED -> "TRADE_CLOSED";
        };
    boolean paid = order.state() == State.PAID || order.state() == State.REFUNDED;
    return "{\"code\":\"10000\",\"msg\":\"Success\",\"buyer_logon_id\":\"a***@example.com\","
        + "\"out_trade_no\":\""
        + number
        + "\",\"receipt_amount\":\"0.00\","
        + (paid ? "\"send_pay_date\":\"2026-03-09 12:00:00\"," : "")
        + "\"total_amount\":\""
        + BigDecimal.valueOf(order.amount(), 2)
        + "\",\"trade_no\":\""
        + order.transaction()
        + "\",\"trade_status\":\""
        + status
        + "\"}";
  }

  private Reply signed(String name, String content) {
    String sign = fault == Fault.UNSIGNED ? "" : ",\"sign\":\"" + sign(content) + "\"";
    return new Reply(200, Map.of(), "{\"" + name + "\":" + content + sign + "}");
  }

  private static SortedMap<String, String> form(String body) {
    SortedMap<String, String> fields = new TreeMap<>();
    for (String field : body.split("&")) {
      String[] parts = field.split("=", 2);
      fields.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return fields;
  }
}
