package io.oncepaid.simulate;

import java.security.PrivateKey;
import java.util.List;

/**
 * A pretend gateway of one account: makes the callbacks that the real one would send. Each call
 * signs anew, as an honest repeat is; equal bytes are had by keeping the callback.
 */
public interface Sender {
  String account();

  /**
   * @param attempt 0 for the first time, then 1, 2 …: what an honest repeat changes follows from it
   */
  Callback paid(Trade trade, int attempt);

  /** One refund of a paid trade. */
  Callback refunded(Trade trade, Refund refund, int attempt);

  /** The gateway's own number of a refund, "" where it gives none. */
  default String refundId(Refund refund) {
    return "";
  }

  /** False for what is only a way to sign callbacks: no bill could bring back what is lost. */
  default boolean givesBills() {
    return true;
  }

  /** False where the gateway tells nobody that a trade ended unpaid. */
  boolean tellsOfClosing();

  /** The trade ended unpaid; only where the gateway {@link #tellsOfClosing() tells of it}. */
  Callback closed(Trade trade, int attempt);

  /** False where a message of a refund says once more that the trade was paid. */
  default boolean tellsOfRefundsAlone() {
    return true;
  }

  /** False for a gateway that punishes failures: a refusal is told to it as a success. */
  default boolean isToldOfRefusals() {
    return true;
  }

  /** False for a gateway that is told success even of a payment that nobody knows yet. */
  default boolean isAskedToRepeat() {
    return true;
  }

  /** False where a refund that was told as done is never told as failed afterwards. */
  default boolean tellsOfFailedRefunds() {
    return false;
  }

  /** A refund that was told as done did not reach the payer. */
  default Callback refundFailed(Trade trade, Refund refund, int attempt) {
    throw new UnsupportedOperationException(account() + " does not tell of failed refunds");
  }

  /** False where nobody hears of chargebacks by callback. */
  default boolean tellsOfChargebacks() {
    return false;
  }

  /**
   * The payer has taken the money back, or has lost it again.
   *
   * @param reversed true when the merchant has won
   */
  default Callback chargeback(Trade trade, boolean reversed, int attempt) {
    throw new UnsupportedOperationException(account() + " does not tell of chargebacks");
  }

  /**
   * Callbacks that say the trade was paid and must not be believed.
   *
   * @param stranger a key that is not the gateway's
   */
  List<Callback> forgeries(Trade trade, PrivateKey stranger);

  /** Whether the gateway takes this answer for a success and stops repeating. */
  boolean acknowledges(int status, byte[] body);

  /** Whether this answer is the gateway's own form of a failure. */
  boolean refuses(int status, byte[] body);
}
