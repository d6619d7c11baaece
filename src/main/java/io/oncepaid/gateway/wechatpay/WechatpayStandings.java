package io.oncepaid.gateway.wechatpay;

import io.oncepaid.gateway.Inquiry.NoAnswer;
import io.oncepaid.gateway.Inquiry.Response;
import io.oncepaid.gateway.JsonShape;
import io.oncepaid.gateway.JsonValues;
import io.oncepaid.gateway.Money;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.InvalidNotice;
import io.oncepaid.gateway.Standing;
import io.oncepaid.gateway.UnusableCallback;
import java.util.List;

/**
 * What a verified answer to a query says.
 *
 * @param recipient whose orders the account has
 */
record WechatpayStandings(WechatpayRecipient recipient) {
  private static final JsonShape ANSWER =
      JsonShape.of(
          "code",
          "mchid",
          "sp_mchid",
          "sub_mchid",
          "appid",
          "sp_appid",
          "out_trade_no",
          "transaction_id",
          "trade_state",
          "success_time",
          "amount.total",
          "amount.currency");

  /**
   * @throws UnusableCallback FORGED for the answer to another question, UNREADABLE for what cannot
   *     be
   * @throws NoAnswer for an error of the gateway
   */
  Standing of(String outTradeNo, Response response) throws UnusableCallback, NoAnswer {
    byte[] body = response.content().body();
    try {
      JsonValues answer = ANSWER.read(body);
      if (response.status() != 200) {
        return error(response, answer.textOrEmpty("code"));
      }
      recipient.require(true, answer);
      if (!answer.textOrEmpty("out_trade_no").equals(outTradeNo)) {
        throw UnusableCallback.forged("an answer about another out_trade_no");
      }
      return standing(response, answer);
    } catch (JsonShape.NotReadable | InvalidNotice e) {
      throw UnusableCallback.unreadable("the answer: " + e.getMessage(), outTradeNo, body);
    }
  }

  private static Standing error(Response response, String code) throws NoAnswer {
    if (response.status() == 404 && code.equals("ORDER_NOT_EXIST")) {
      return Standing.notFound(response.content());
    }
    throw new NoAnswer("HTTP " + response.status() + " " + code);
  }

  private static Standing standing(Response response, JsonValues answer) {
    return switch (answer.textOrEmpty("trade_state")) {
      // REFUND is paid too: what went back is told by refund notifications and bills.
      case "SUCCESS", "REFUND" ->
          Standing.paid(
              List.of(
                  Notice.paid(
                      answer.textOrEmpty("out_trade_no"),
                      answer.textOrEmpty("transaction_id"),
                      Money.parseMinor(answer.integer("amount.total")),
                      WechatpayNotices.currency(answer),
                      WechatpayNotices.time(answer.textOrEmpty("success_time")))),
              response.content());
      case "NOTPAY", "USERPAYING", "ACCEPT" -> Standing.open(List.of(), response.content());
      case "CLOSED", "REVOKED", "PAYERROR" -> Standing.closed(response.content());
      default -> throw new InvalidNotice("trade_state");
    };
  }
}
