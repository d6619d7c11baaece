package io.oncepaid.gateway.alipay;

import io.oncepaid.gateway.Inquiry.NoAnswer;
import io.oncepaid.gateway.JsonShape;
import io.oncepaid.gateway.JsonValues;
import io.oncepaid.gateway.Money;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.InvalidNotice;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Standing;
import io.oncepaid.gateway.UnusableCallback;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What a verified answer to {@code alipay.trade.query} says. */
final class AlipayStanding {
  private static final String CURRENCY = "CNY";
  private static final String NONE = "0.00";

  private static final JsonShape ANSWER =
      JsonShape.of(
          "code",
          "sub_code",
          "out_trade_no",
          "trade_no",
          "trade_status",
          "total_amount",
          "trans_currency",
          "receipt_amount",
          "buyer_pay_amount",
          "send_pay_date");

  private final JsonValues answer;
  private final RawCallback proof;

  private AlipayStanding(JsonValues answer, RawCallback proof) {
    this.answer = answer;
    this.proof = proof;
  }

  /**
   * @throws UnusableCallback FORGED for the answer to another question, UNREADABLE for what cannot
   *     be
   * @throws NoAnswer for an error of the gateway
   */
  static Standing of(String outTradeNo, byte[] content, RawCallback proof)
      throws UnusableCallback, NoAnswer {
    try {
      JsonValues answer = ANSWER.read(content);
      String number = answer.text("out_trade_no");
      if (number != null && !number.equals(outTradeNo)) {
        throw UnusableCallback.forged("an answer about another out_trade_no");
      }
      return new AlipayStanding(answer, proof).standing();
    } catch (JsonShape.NotReadable | InvalidNotice e) {
      throw UnusableCallback.unreadable("the answer: " + e.getMessage(), outTradeNo, content);
    }
  }

  private Standing standing() throws NoAnswer {
    String code = answer.textOrEmpty("code");
    if (!code.equals("10000")) {
      String reason = answer.textOrEmpty("sub_code");
      if (reason.equals("ACQ.TRADE_NOT_EXIST")) {
        return Standing.notFound(proof);
      }
      throw new NoAnswer(reason.isEmpty() ? code : reason);
    }
    required("out_trade_no");
    return switch (answer.textOrEmpty("trade_status")) {
      case "WAIT_BUYER_PAY" -> Standing.open(List.of(), proof);
      case "TRADE_SUCCESS", "TRADE_FINISHED" -> Standing.paid(List.of(paid()), proof);
      case "TRADE_CLOSED" -> ended();
      default -> throw new InvalidNotice("trade_status");
    };
  }

  /** Never paid, or paid and wholly refunded: only a trade that was paid has a time of paying. */
  private Standing ended() {
    if (answer.text("send_pay_date") != null) {
      List<Notice> notices = new ArrayList<>();
      notices.add(paid());
      notices.add(
          Notice.refundedInTotal(
              required("out_trade_no"), required("trade_no"), total(), CURRENCY, paidAt()));
      return Standing.paid(notices, proof);
    }
    if (hasMoney("receipt_amount") || hasMoney("buyer_pay_amount")) {
      throw new InvalidNotice("send_pay_date");
    }
    return Standing.closed(proof);
  }

  private boolean hasMoney(String field) {
    String amount = answer.text(field);
    return amount != null && !amount.equals(NONE);
  }

  private Notice paid() {
    return Notice.paid(required("out_trade_no"), required("trade_no"), total(), CURRENCY, paidAt());
  }

  private long total() {
    String currency = answer.text("trans_currency");
    if (currency != null && !currency.equals(CURRENCY)) {
      throw new InvalidNotice("trans_currency");
    }
    return Money.parseDecimal(answer.text("total_amount"), CURRENCY);
  }

  private Instant paidAt() {
    String time = answer.text("send_pay_date");
    return time == null ? proof.receivedAt() : AlipayNotices.time("send_pay_date", time);
  }

  private String required(String name) {
    String value = answer.textOrEmpty(name);
    if (value.isEmpty()) {
      throw new InvalidNotice(name);
    }
    return value;
  }
}
