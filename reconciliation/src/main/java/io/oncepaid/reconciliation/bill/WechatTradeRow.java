package io.oncepaid.reconciliation.bill;

import java.time.Instant;
import java.util.Map;

/** One row of WeChat Pay's trade bill: a payment or a refund. */
final class WechatTradeRow {
  private static final Map<String, RowStatus> REFUND_STATES =
      Map.of(
          "SUCCESS", RowStatus.DONE,
          "PROCESSING", RowStatus.PROCESSING,
          "CHANGE", RowStatus.FAILED,
          "ABNORMAL", RowStatus.FAILED,
          "REFUNDCLOSE", RowStatus.FAILED,
          "CLOSED", RowStatus.FAILED,
          "FAIL", RowStatus.FAILED);

  private final Expectation expectation;
  private final int time;
  private final int merchant;
  private final int subMerchant;
  private final int transactionId;
  private final int outTradeNo;
  private final int state;
  private final int currency;
  private final int fee;
  private final int amount;
  private final int refundId;
  private final int outRefundNo;
  private final int refundAmount;
  private final int refundState;

  WechatTradeRow(Columns columns, Expectation expectation) {
    this.expectation = expectation;
    time = columns.need("交易时间");
    merchant = columns.need("商户号");
    subMerchant = columns.find("特约商户号");
    transactionId = columns.need("微信订单号");
    outTradeNo = columns.need("商户订单号");
    state = columns.need("交易状态");
    currency = columns.need("货币种类");
    fee = columns.need("手续费");
    amount = columns.needOneOf("订单金额", "总金额");
    // A bill of payments only has none of the refund's columns; half of them is damage.
    boolean refunds = columns.has("微信退款单号") || columns.has("商户退款单号");
    refundId = refunds ? columns.need("微信退款单号") : -1;
    outRefundNo = refunds ? columns.need("商户退款单号") : -1;
    refundAmount = refunds ? columns.needOneOf("申请退款金额", "退款金额") : -1;
    refundState = refunds ? columns.need("退款状态") : -1;
  }

  BillRow read(Cells cells) {
    if (!expectation.isOwner(cells.text(merchant))
        && !expectation.isOwner(cells.text(subMerchant))) {
      throw cells.error(
          merchant,
          "the bill is of "
              + Cells.printable(cells.text(merchant))
              + ", not of "
              + String.join(", ", expectation.owners()));
    }
    String tradeState = cells.text(state);
    Instant at = cells.timeOfDay(time, expectation);
    return switch (tradeState) {
      case "SUCCESS" -> payment(cells, RowStatus.DONE, at);
      case "REFUND" -> refund(cells, refundStatus(cells), at);
      case "REVOKED" ->
          cells.amountOrZero(refundAmount, 2) > 0
              ? refund(cells, RowStatus.REVOKED, at)
              : payment(cells, RowStatus.REVOKED, at);
      default -> throw cells.error(state, "unknown state: " + Cells.printable(tradeState));
    };
  }

  private RowStatus refundStatus(Cells cells) {
    if (refundState < 0) {
      throw cells.error(state, "a refund in a bill without the columns of refunds");
    }
    RowStatus status = REFUND_STATES.get(cells.text(refundState));
    if (status == null) {
      throw cells.error(refundState, "unknown state: " + Cells.printable(cells.text(refundState)));
    }
    return status;
  }

  private BillRow payment(Cells cells, RowStatus status, Instant at) {
    return row(cells, Movement.PAY, "", "", cells.positive(amount, 2), status, at);
  }

  private BillRow refund(Cells cells, RowStatus status, Instant at) {
    return row(
        cells,
        Movement.REFUND,
        cells.neededId(outRefundNo),
        cells.neededId(refundId),
        cells.positive(refundAmount, 2),
        status,
        at);
  }

  private BillRow row(
      Cells cells,
      Movement movement,
      String refundNo,
      String gatewayRefundId,
      long money,
      RowStatus status,
      Instant at) {
    return new BillRow(
        cells.line(),
        movement,
        cells.id(outTradeNo),
        cells.neededId(transactionId),
        refundNo,
        gatewayRefundId,
        money,
        cells.currency(currency),
        Decimals.round(cells.amount(fee, 5), 1000),
        cells.currency(currency),
        status,
        at);
  }
}
