package io.oncepaid.simulate;

import io.oncepaid.simulate.bill.Movement;
import java.util.List;
import java.util.Optional;

/** Money that a gateway moved, whether or not its callback arrived: what its bill lists. */
record Moved(Sender sender, Trade trade, Optional<Refund> refund) {
  static Moved paid(Sender sender, Trade trade) {
    return new Moved(sender, trade, Optional.empty());
  }

  static Moved refunded(Sender sender, Trade trade, Refund refund) {
    return new Moved(sender, trade, Optional.of(refund));
  }

  /** Its rows in a wrong bill: with another amount, twice, or none. */
  List<Moved> misbilled(int way) {
    return switch (way) {
      case 0 -> List.of(paid(sender, trade.withAmount(trade.amount() + 1)));
      case 1 -> List.of(this, this);
      default -> List.of();
    };
  }

  Movement row() {
    return new Movement(
        trade.transactionId(),
        trade.outTradeNo(),
        trade.subject(),
        refund.map(Refund::outRefundNo).orElse(""),
        refund.map(sender::refundId).orElse(""),
        refund.map(Refund::amount).orElse(trade.amount()),
        trade.currency(),
        trade.at(),
        refund.map(Refund::at).orElse(trade.at()));
  }
}
