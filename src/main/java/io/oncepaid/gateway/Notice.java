package io.oncepaid.gateway;

import java.time.Instant;
import java.util.regex.Pattern;

/**
 * What a verified callback, a query or a bill says happened to one payment. It holds business
 * content only, so that two honest deliveries of one fact are equal.
 *
 * @param kind what happened
 * @param outTradeNo the merchant's number of the payment; "" where the gateway names it by its
 *     transaction only
 * @param transactionId the gateway's id of the <em>payment</em> (Alipay trade_no, WeChat
 *     transaction_id …), also in a refund; "" only in CLOSED
 * @param outRefundNo the merchant's number of the refund, "" for anything else
 * @param gatewayRefundId the gateway's id of the refund or dispute, "" when there is none
 * @param amount money that this notice moves, in minor units; 0 for CLOSED and for running totals
 * @param currency ISO 4217; "" only in CLOSED
 * @param refundedTotal for a gateway that tells only how much was refunded so far: that total in
 *     minor units; null for everything else
 * @param occurredAt when it happened, as the gateway says
 */
public record Notice(
    Kind kind,
    String outTradeNo,
    String transactionId,
    String outRefundNo,
    String gatewayRefundId,
    long amount,
    String currency,
    Long refundedTotal,
    Instant occurredAt) {

  /** What can happen to a payment at a gateway. */
  public enum Kind {
    PAID,
    CLOSED,
    REFUNDED,
    /** The refund came to nothing; the money is back with the merchant. */
    REFUND_FAILED,
    /** The refund could not be paid out and a person must act at the gateway. */
    REFUND_ABNORMAL,
    CHARGEBACK,
    CHARGEBACK_REVERSED,
    /** The gateway took the payment back. */
    REVERSED
  }

  private static final Pattern OUT_TRADE_NO = Pattern.compile("[0-9A-Za-z_|*@-]{1,64}");
  private static final int LONGEST_ID = 128;

  /** Neither before there were gateways nor beyond what a database column can hold. */
  private static final Instant FIRST = Instant.EPOCH;

  private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

  /**
   * @throws InvalidNotice naming the field that cannot be right
   */
  public Notice {
    require(outTradeNo.isEmpty() || isOutTradeNo(outTradeNo), "out_trade_no");
    require(!outTradeNo.isEmpty() || kind != Kind.PAID && kind != Kind.CLOSED, "out_trade_no");
    require(transactionId.length() <= LONGEST_ID, "transaction_id");
    require(kind == Kind.CLOSED || !transactionId.isBlank(), "transaction_id");
    require(outRefundNo.length() <= LONGEST_ID, "out_refund_no");
    require(gatewayRefundId.length() <= LONGEST_ID, "gateway_refund_id");
    require(kind == Kind.CLOSED || Money.isCurrency(currency), "currency");
    require(refundedTotal == null || kind == Kind.REFUNDED && refundedTotal > 0, "refunded_total");
    boolean moves = kind != Kind.CLOSED && refundedTotal == null;
    require(moves ? amount > 0 : amount == 0, "amount");
    if (kind != Kind.PAID && kind != Kind.CLOSED && refundedTotal == null) {
      require(!outRefundNo.isEmpty() || !gatewayRefundId.isEmpty(), "out_refund_no");
    }
    require(
        occurredAt != null && !occurredAt.isBefore(FIRST) && occurredAt.isBefore(LAST),
        "occurred_at");
  }

  public static boolean isOutTradeNo(String text) {
    return OUT_TRADE_NO.matcher(text).matches();
  }

  public static Notice paid(
      String outTradeNo, String transactionId, long amount, String currency, Instant occurredAt) {
    return new Notice(
        Kind.PAID, outTradeNo, transactionId, "", "", amount, currency, null, occurredAt);
  }

  /** The gateway's trade ended unpaid; transactionId is "" where it never got one. */
  public static Notice closed(String outTradeNo, String transactionId, Instant occurredAt) {
    return new Notice(Kind.CLOSED, outTradeNo, transactionId, "", "", 0, "", null, occurredAt);
  }

  /** One refund, named by the merchant's number, the gateway's id, or both. */
  public static Notice refunded(
      String outTradeNo,
      String transactionId,
      String outRefundNo,
      String gatewayRefundId,
      long amount,
      String currency,
      Instant occurredAt) {
    return new Notice(
        Kind.REFUNDED,
        outTradeNo,
        transactionId,
        outRefundNo,
        gatewayRefundId,
        amount,
        currency,
        null,
        occurredAt);
  }

  /** All refunds so far, from a gateway that tells only the running total. */
  public static Notice refundedInTotal(
      String outTradeNo,
      String transactionId,
      long refundedTotal,
      String currency,
      Instant occurredAt) {
    return new Notice(
        Kind.REFUNDED, outTradeNo, transactionId, "", "", 0, currency, refundedTotal, occurredAt);
  }

  /** The same notice for the payment that its transaction was found to belong to. */
  public Notice withOutTradeNo(String found) {
    return new Notice(
        kind,
        found,
        transactionId,
        outRefundNo,
        gatewayRefundId,
        amount,
        currency,
        refundedTotal,
        occurredAt);
  }

  /**
   * The number that makes a movement unique within its transaction, as the flow table holds it: ""
   * for a payment, the merchant's refund number, {@code gw:} + the gateway's id where the merchant
   * gave none, {@code total=} + minor units for a running total.
   */
  public String movementNo() {
    if (kind == Kind.PAID || kind == Kind.CLOSED) {
      return "";
    }
    if (refundedTotal != null) {
      return "total=" + refundedTotal;
    }
    return outRefundNo.isEmpty() ? "gw:" + gatewayRefundId : outRefundNo;
  }

  private static void require(boolean holds, String field) {
    if (!holds) {
      throw new InvalidNotice(field);
    }
  }

  /** A field of a notice holds what no gateway can mean. */
  public static final class InvalidNotice extends IllegalArgumentException {
    private final String field;

    public InvalidNotice(String field) {
      super(field + " is missing or impossible");
      this.field = field;
    }

    /** The name of the field, as it is written in JSON. */
    public String field() {
      return field;
    }
  }
}
