package io.oncepaid.simulate;

import io.oncepaid.simulate.Life.Action;
import io.oncepaid.simulate.Life.Delivery;
import io.oncepaid.simulate.Life.Step;
import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Makes the callbacks of one life and remembers which money they tell of. */
final class Deliveries {
  private final Set<Moved> moved = new LinkedHashSet<>();

  /** What has moved so far, each movement once, however often its callback is sent. */
  List<Moved> moved() {
    return List.copyOf(moved);
  }

  /** A payment of which no callback tells. */
  void paidSilently(Sender by, Trade what) {
    moved.add(Moved.paid(by, what));
  }

  /** A refund of which no callback tells. */
  void refundedSilently(Sender by, Trade what, Refund refund) {
    moved.add(Moved.refunded(by, what, refund));
  }

  /**
   * @param from the first attempt; more than 0 for a callback that was sent before
   */
  Step payment(Sender by, Trade what, Expected expected, int from) {
    paidSilently(by, what);
    return Step.callbacks(new Delivery(by, expected, attempt -> by.paid(what, from + attempt)));
  }

  Step refunds(Sender by, Trade what, Refund... refunds) {
    List<Delivery> deliveries = new ArrayList<>();
    for (Refund refund : refunds) {
      refundedSilently(by, what, refund);
      deliveries.add(
          new Delivery(by, Expected.SUCCESS, attempt -> by.refunded(what, refund, attempt)));
    }
    return new Step(Action.CALLBACKS, deliveries);
  }

  /** A refund that was told as done is told as failed. */
  Step failedRefund(Sender by, Trade what, Refund refund) {
    return Step.callbacks(
        new Delivery(by, Expected.SUCCESS, attempt -> by.refundFailed(what, refund, attempt)));
  }

  Step chargeback(Sender by, Trade what, boolean reversed) {
    return Step.callbacks(
        new Delivery(by, Expected.SUCCESS, attempt -> by.chargeback(what, reversed, attempt)));
  }

  Step closing(Sender by, Trade what) {
    return Step.callbacks(new Delivery(by, Expected.SUCCESS, attempt -> by.closed(what, attempt)));
  }

  /** Callbacks of money that nobody moved. */
  Step forgeries(Sender by, Trade what, PrivateKey stranger) {
    return new Step(
        Action.CALLBACKS,
        by.forgeries(what, stranger).stream()
            .map(forgery -> new Delivery(by, Expected.FORGED, attempt -> forgery))
            .toList());
  }
}
