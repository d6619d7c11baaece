package io.oncepaid.gateway.stripe;

import io.oncepaid.gateway.Inquiry.NoAnswer;
import io.oncepaid.gateway.Inquiry.Response;
import io.oncepaid.gateway.JsonShape;
import io.oncepaid.gateway.JsonShape.NotReadable;
import io.oncepaid.gateway.JsonValues;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.InvalidNotice;
import io.oncepaid.gateway.UnusableCallback;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads what Stripe answers: payment intents and refunds. */
final class StripeObjects {
  private static final int MOST = 100;
  private static final Pattern INTENT = Pattern.compile("pi_[0-9A-Za-z_]{1,120}");

  private static final JsonShape FOUND =
      JsonShape.of("has_more").withList("data", MOST, JsonShape.of("id"));

  private final String order;
  private final String refundNo;
  private final JsonShape intent;
  private final JsonShape refunds;

  StripeObjects(String orderKey, String refundKey) {
    this.order = "metadata." + orderKey;
    this.refundNo = "metadata." + refundKey;
    this.intent =
        JsonShape.of(
            "id",
            "status",
            "amount_received",
            "currency",
            "created",
            "latest_charge.amount_refunded",
            order);
    this.refunds =
        JsonShape.of("has_more")
            .withList(
                "data",
                MOST,
                JsonShape.of(
                    "id", "status", "amount", "currency", "created", "payment_intent", refundNo));
  }

  /** The ids of an order's intents. */
  static List<String> found(Response search) throws NotReadable, NoAnswer {
    List<String> ids = new ArrayList<>();
    for (JsonValues each : page(FOUND, search)) {
      String id = each.textOrEmpty("id");
      if (!INTENT.matcher(id).matches()) {
        throw new InvalidNotice("id");
      }
      ids.add(id);
    }
    return ids;
  }

  /** One intent, which must be the one that was asked for. */
  JsonValues intent(String outTradeNo, String id, Response response)
      throws NotReadable, UnusableCallback {
    JsonValues read = intent.read(response.content().body());
    if (!read.textOrEmpty("id").equals(id) || !read.textOrEmpty(order).equals(outTradeNo)) {
      throw UnusableCallback.forged("an answer about another payment intent");
    }
    return read;
  }

  static Notice paid(String outTradeNo, JsonValues intent) {
    return Notice.paid(
        outTradeNo,
        intent.textOrEmpty("id"),
        StripeMoney.parse(intent, "amount_received", "currency"),
        StripeMoney.currency(intent, "currency"),
        time(intent));
  }

  static boolean isRefunded(JsonValues intent) {
    String amount = intent.integer("latest_charge.amount_refunded");
    return amount != null && !amount.equals("0");
  }

  /** Those that reached the payer. */
  List<Notice> refunds(String outTradeNo, String intentId, Response response)
      throws NotReadable, UnusableCallback, NoAnswer {
    List<Notice> notices = new ArrayList<>();
    for (JsonValues refund : page(refunds, response)) {
      if (!refund.textOrEmpty("payment_intent").equals(intentId)) {
        throw UnusableCallback.forged("a refund of another payment intent");
      }
      if (refund.textOrEmpty("status").equals("succeeded")) {
        notices.add(
            Notice.refunded(
                outTradeNo,
                intentId,
                refund.textOrEmpty(refundNo),
                refund.textOrEmpty("id"),
                StripeMoney.parse(refund, "amount", "currency"),
                StripeMoney.currency(refund, "currency"),
                time(refund)));
      }
    }
    return notices;
  }

  private static List<JsonValues> page(JsonShape shape, Response response)
      throws NotReadable, NoAnswer {
    JsonValues page = shape.read(response.content().body());
    if (!Boolean.FALSE.equals(page.bool("has_more"))) {
      throw new NoAnswer("no list, or one of more than " + MOST);
    }
    return page.list("data");
  }

  private static Instant time(JsonValues object) {
    try {
      return Instant.ofEpochSecond(Long.parseLong(object.integer("created")));
    } catch (NumberFormatException | DateTimeException e) {
      throw new InvalidNotice("created");
    }
  }
}
