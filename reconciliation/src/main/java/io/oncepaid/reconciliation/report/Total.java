package io.oncepaid.reconciliation.report;

import java.math.BigDecimal;

/** One line of the control totals: the whole, its shares, and what is left, which must be zero. */
public record Total(
    String side,
    String movement,
    String currency,
    Share total,
    Share matched,
    Share explained,
    Share waiting,
    Share difference,
    BigDecimal fee) {

  /** So many rows with so much money, in minor units. */
  public record Share(long rows, BigDecimal amount) {
    static final Share NONE = new Share(0, BigDecimal.ZERO);

    Share less(Share other) {
      return new Share(rows - other.rows, amount.subtract(other.amount));
    }
  }

  /** What the shares leave of the whole. */
  public Share remainder() {
    return total.less(matched).less(explained).less(waiting).less(difference);
  }

  public boolean closes() {
    return remainder().rows() == 0 && remainder().amount().signum() == 0;
  }
}
