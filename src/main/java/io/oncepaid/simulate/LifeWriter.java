package io.oncepaid.simulate;

import io.oncepaid.simulate.Life.Action;
import io.oncepaid.simulate.Life.Ending;
import io.oncepaid.simulate.Life.Step;
import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Writes the steps and the ending of one life. */
final class LifeWriter {
  private static final Step REGISTER = Step.of(Action.REGISTER);

  /** Attempts of a callback that comes back long after it was first sent. */
  private static final int MUCH_LATER = 10_000;

  private final Trade trade;
  private final String secondTransaction;
  private final PrivateKey stranger;
  private final RandomGenerator random;
  private final List<Sender> senders;
  private Sender sender;
  private final Deliveries deliveries = new Deliveries();

  /**
   * @param secondTransaction of the payments that come twice
   * @param stranger a key that no account of any service knows
   */
  LifeWriter(
      Shop shop,
      Trade trade,
      String secondTransaction,
      PrivateKey stranger,
      RandomGenerator random) {
    this.trade = trade;
    this.secondTransaction = secondTransaction;
    this.stranger = stranger;
    this.random = random;
    this.senders = shop.senders();
    this.sender = oneOf(senders);
  }

  Life write(Story story) {
    return switch (story) {
      case PAID -> life(story, paid("PAID"), REGISTER, payment());
      case SHIPPED ->
          life(
              story,
              paid("DONE"),
              REGISTER,
              payment(),
              Step.of(Action.SHIP),
              Step.of(Action.COMPLETE),
              deliveries.payment(sender, trade, Expected.SUCCESS, MUCH_LATER));
      case REFUNDED -> refunded(story);
      case PARTLY_REFUNDED -> partlyRefunded(story);
      case CLOSED -> closed(story);
      case UNKNOWN ->
          life(
              story,
              paid("PAID").withCase("UNKNOWN_PAYMENT", "CLOSED"),
              deliveries.payment(sender, trade, Expected.UNKNOWN, 0),
              REGISTER,
              deliveries.payment(sender, trade, Expected.SUCCESS, MUCH_LATER));
      case FORGED ->
          life(
              story,
              Ending.unpaid("PENDING"),
              REGISTER,
              deliveries.forgeries(sender, trade, stranger));
      case MISMATCHED ->
          life(
              story,
              Ending.unpaid("PENDING").withCase("MISMATCH", "OPEN"),
              REGISTER,
              deliveries.payment(sender, trade.withAmount(trade.amount() - 1), Expected.MISFIT, 0));
      case LATE -> late(story);
      case DOUBLE -> paidTwice(story);
      case DOUBLE_RETURNED -> secondReturned(story);
      case REFUND_FAILED -> refundFailed(story);
      case CHARGED_BACK -> chargedBack(story);
      case LOST -> lost(story);
      case MISBILLED -> misbilled(story);
    };
  }

  private Life refunded(Story story) {
    Step refund = deliveries.refunds(sender, trade, inFull());
    Ending ending = paid("REFUNDED").refunded(trade.amount());
    // Where the message of a full refund says both, the one of the payment may have been lost.
    boolean paymentWasLost = !sender.tellsOfRefundsAlone() && random.nextBoolean();
    Step payment = payment();
    return paymentWasLost
        ? life(story, ending, REGISTER, refund)
        : life(story, ending, REGISTER, payment, refund);
  }

  private Life partlyRefunded(Story story) {
    long first = 1 + random.nextLong(trade.amount() / 2);
    long second = 1 + random.nextLong(trade.amount() / 4);
    return life(
        story,
        paid("PAID").refunded(first + second),
        REGISTER,
        payment(),
        deliveries.refunds(
            sender,
            trade,
            new Refund(refundNo(1), first, first, trade.at()),
            new Refund(refundNo(2), second, first + second, trade.at())));
  }

  private Life closed(Story story) {
    List<Step> steps = new ArrayList<>(List.of(REGISTER));
    if (!sender.tellsOfClosing() || random.nextBoolean()) {
      steps.add(Step.of(Action.CLOSE));
    }
    if (sender.tellsOfClosing()) {
      steps.add(deliveries.closing(sender, trade));
    }
    return new Life(story, trade, steps, Ending.unpaid("CLOSED"), deliveries.moved());
  }

  private Life late(Story story) {
    return life(
        story,
        Ending.unpaid("CLOSED").withCase("LATE_PAYMENT", "OPEN"),
        REGISTER,
        Step.of(Action.CLOSE),
        deliveries.payment(sender, trade, Expected.LATE, 0));
  }

  private Life paidTwice(Story story) {
    Sender other = oneOf(senders.stream().filter(each -> each != sender).toList());
    return life(
        story,
        paid("PAID").withCase("DOUBLE_PAYMENT", "OPEN"),
        REGISTER,
        payment(),
        deliveries.payment(other, trade.withTransaction(secondTransaction), Expected.MISFIT, 0));
  }

  /**
   * The second payment is the one that tells of each refund by itself: Alipay would say "paid" in
   * the same message once more, which stays a conflict.
   */
  private Life secondReturned(Story story) {
    Sender second = oneOf(senders.stream().filter(Sender::tellsOfRefundsAlone).toList());
    Sender first = oneOf(senders.stream().filter(each -> each != second).toList());
    Trade again = trade.withTransaction(secondTransaction);
    return life(
        story,
        Ending.paid("PAID", first.account(), trade.amount())
            .flowedBack(trade.amount())
            .withCase("DOUBLE_PAYMENT", "CLOSED"),
        REGISTER,
        deliveries.payment(first, trade, Expected.SUCCESS, 0),
        deliveries.payment(second, again, Expected.MISFIT, 0),
        deliveries.refunds(second, again, inFull()));
  }

  private Life refundFailed(Story story) {
    sender = oneOf(senders.stream().filter(Sender::tellsOfFailedRefunds).toList());
    return life(
        story,
        paid("PAID").flowedBack(trade.amount()).takenBack("REFUND_FAILED", trade.amount()),
        REGISTER,
        payment(),
        deliveries.refunds(sender, trade, inFull()),
        deliveries.failedRefund(sender, trade, inFull()));
  }

  private Life chargedBack(Story story) {
    sender = oneOf(senders.stream().filter(Sender::tellsOfChargebacks).toList());
    Ending lost = paid("PAID").takenBack("CHARGEBACK", trade.amount());
    Step payment = payment();
    Step chargeback = deliveries.chargeback(sender, trade, false);
    return random.nextBoolean()
        ? life(story, lost, REGISTER, payment, chargeback)
        : life(
            story,
            lost.takenBack("CHARGEBACK_REVERSED", trade.amount()),
            REGISTER,
            payment,
            chargeback,
            deliveries.chargeback(sender, trade, true));
  }

  /** The service hears nothing of the payment, or of its refund, until the gateway's bill. */
  private Life lost(Story story) {
    sender = oneOf(senders.stream().filter(Sender::givesBills).toList());
    if (random.nextBoolean()) {
      deliveries.paidSilently(sender, trade);
      return life(story, Ending.unpaid("PENDING"), REGISTER);
    }
    Step payment = payment();
    deliveries.refundedSilently(sender, trade, inFull());
    return life(story, paid("PAID"), REGISTER, payment);
  }

  private Life misbilled(Story story) {
    sender = oneOf(senders.stream().filter(Sender::givesBills).toList());
    List<Step> steps = List.of(REGISTER, payment());
    List<Moved> billed = Moved.paid(sender, trade).misbilled(random.nextInt(3));
    return new Life(story, trade, steps, paid("PAID"), billed);
  }

  private Step payment() {
    return deliveries.payment(sender, trade, Expected.SUCCESS, 0);
  }

  private Life life(Story story, Ending ending, Step... steps) {
    return new Life(story, trade, List.of(steps), ending, deliveries.moved());
  }

  private Ending paid(String status) {
    return Ending.paid(status, sender.account(), trade.amount());
  }

  private Refund inFull() {
    return new Refund(refundNo(1), trade.amount(), trade.amount(), trade.at());
  }

  private String refundNo(int number) {
    return trade.outTradeNo() + "-R" + number;
  }

  private <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
