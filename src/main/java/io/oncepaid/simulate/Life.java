package io.oncepaid.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * The life of one pretend payment: what is done, step after step, and how it must end.
 *
 * @param trade the order as it is registered
 * @param billed the rows that the gateways' bills have of it
 */
record Life(Story story, Trade trade, List<Step> steps, Ending ending, List<Moved> billed) {

  /** What a step does. */
  enum Action {
    REGISTER,
    CLOSE,
    SHIP,
    COMPLETE,
    CALLBACKS
  }

  /** One step; the callbacks of a step arrive together, each several times, in no order. */
  record Step(Action action, List<Delivery> deliveries) {
    static Step of(Action action) {
      return new Step(action, List.of());
    }

    static Step callbacks(Delivery... deliveries) {
      return new Step(Action.CALLBACKS, List.of(deliveries));
    }
  }

  /**
   * One callback and the answer that is due.
   *
   * @param callback by attempt: an honest repeat is signed anew
   */
  record Delivery(Sender sender, Expected expected, IntFunction<Callback> callback) {}

  /**
   * What the service must hold at the end.
   *
   * @param account through which it was paid; "" when it was not
   * @param paid minor units of the one PAY row; 0 when there is none
   * @param refunded what the payment itself has refunded
   * @param flowedBack sum of the REFUND rows, those of a second transaction included
   * @param takenBack minor units of the other rows, one of each kind: REFUND_FAILED, CHARGEBACK …
   * @param cases as "KIND OPEN" or "KIND CLOSED"
   */
  record Ending(
      String status,
      String account,
      long paid,
      long refunded,
      long flowedBack,
      Map<String, Long> takenBack,
      List<String> cases) {
    static Ending unpaid(String status) {
      return new Ending(status, "", 0, 0, 0, Map.of(), List.of());
    }

    static Ending paid(String status, String account, long amount) {
      return new Ending(status, account, amount, 0, 0, Map.of(), List.of());
    }

    Ending refunded(long sum) {
      return new Ending(status, account, paid, sum, sum, takenBack, cases);
    }

    /** Sent back, but not by the payment as it stands. */
    Ending flowedBack(long sum) {
      return new Ending(status, account, paid, refunded, sum, takenBack, cases);
    }

    /** A movement of another kind than payment and refund, which always opens a case. */
    Ending takenBack(String kind, long sum) {
      Map<String, Long> all = new TreeMap<>(takenBack);
      all.put(kind, sum);
      return new Ending(status, account, paid, refunded, flowedBack, all, cases)
          .withCase(kind, "OPEN");
    }

    Ending withCase(String kind, String itsStatus) {
      List<String> all = new ArrayList<>(cases);
      all.add(kind + ' ' + itsStatus);
      return new Ending(status, account, paid, refunded, flowedBack, takenBack, all);
    }
  }
}
