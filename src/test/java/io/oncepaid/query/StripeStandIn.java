package io.oncepaid.query;

import com.sun.net.httpserver.HttpExchange;
import java.net.URI;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stripe's payment intents: search, retrieve, cancel, and their refunds. */
final class StripeStandIn extends StandIn {
  private static final String KEY = "rk_test_51MtwBwLkdIwHu7ix28a3tqPa";
  private static final Pattern SEARCH =
      Pattern.compile(".*query=metadata\\['out_trade_no'\\]:'([^']+)'.*");
  private static final Pattern INTENT = Pattern.compile("/v1/payment_intents/(pi_\\w+)(/cancel)?");

  @Override
  Map<String, String> settings() {
    return Map.of(
        "gateway",
        "stripe",
        "stripe.secrets",
        "whsec_9f2c4e6a8b0d1f3e5a7c9b1d",
        "stripe.api-key",
        KEY,
        "stripe.base-url",
        url());
  }

  @Override
  String transaction(String number) {
    return "pi_" + number.replaceAll("[^0-9A-Za-z]", "_");
  }

  @Override
  Reply answer(HttpExchange exchange, String body) {
    if (!("Bearer " + KEY).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      return new Reply(401, Map.of(), "{\"error\":{}}");
    }
    URI uri = exchange.getRequestURI();
    Matcher search = SEARCH.matcher(String.valueOf(uri.getQuery()));
    if (uri.getPath().equals("/v1/payment_intents/search") && search.matches()) {
      requests.add("query " + search.group(1));
      return list(orders.containsKey(search.group(1)) ? idOf(search.group(1)) : "");
    }
    if (uri.getPath().equals("/v1/refunds")) {
      return list(refund(uri.getQuery().replaceAll(".*payment_intent=", "")));
    }
    Matcher intent = INTENT.matcher(uri.getPath());
    if (!intent.matches()) {
      return new Reply(404, Map.of(), "{\"error\":{\"code\":\"resource_missing\"}}");
    }
    String number = numberOf(intent.group(1));
    if (intent.group(2) != null) {
      requests.add("close " + number);
      closeIfOpen(number);
    }
    return new Reply(200, Map.of(), intent(number, orders.get(number)));
  }

  private String numberOf(String transaction) {
    return orders.entrySet().stream()
        .filter(order -> order.getValue().transaction().equals(transaction))
        .findFirst()
        .orElseThrow()
        .getKey();
  }

  private String idOf(String number) {
    return "{\"id\":\"" + orders.get(number).transaction() + "\",\"status\":\"succeeded\"}";
  }

  private String intent(String number, Order order) {
    String status =
        switch (order.state()) {
          case OPEN -> "requires_payment_method";
          case PAID, REFUNDED -> "succeeded";
          case CLOSED -> "canceled";
        };
    return "{\"id\":\""
        + order.transaction()
        + "\",\"object\":\"payment_intent\",\"amount\":"
        + order.amount()
        + ",\"amount_received\":"
        + (status.equals("succeeded") ? order.amount() : 0)
        + ",\"created\":1773028800,\"currency\":\"cny\",\"latest_charge\":"
        + (order.state() == State.REFUNDED
            ? "{\"id\":\"ch_1\",\"amount_refunded\":" + order.amount() + "}"
            : "null")
        + ",\"metadata\":{\"out_trade_no\":\""
        + answeredNumber(number)
        + "\"},\"status\":\""
        + status
        + "\"}";
  }

  private String refund(String intent) {
    Order order = orders.get(numberOf(intent));
    return "{\"id\":\"re_1\",\"amount\":"
        + order.amount()
        + ",\"created\":1773028900,\"currency\":\"cny\",\"metadata\":{},\"payment_intent\":\""
        + intent
        + "\",\"status\":\"succeeded\"}";
  }

  private static Reply list(String objects) {
    return new Reply(
        200, Map.of(), "{\"object\":\"list\",\"data\":[" + objects + "],\"has_more\":false}");
  }
}
