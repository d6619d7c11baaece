package io.oncepaid.simulate;

import io.oncepaid.simulate.Life.Action;
import io.oncepaid.simulate.Life.Delivery;
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
  private final Sender sender;

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
              payment(sender, trade, Expected.SUCCESS, MUCH_LATER));
      case REFUNDED -> refunded(story);
      case PARTLY_REFUNDED -> partlyRefunded(story);
      case CLOSED -> closed(story);
      case UNKNOWN ->
          life(
              story,
              paid("PAID").withCase("UNKNOWN_PAYMENT", "CLOSED"),
              payment(sender, trade, Expected.UNKNOWN, 0),
              REGISTER,
              payment(sender, trade, Expected.SUCCESS, MUCH_LATER));
      case FORGED -> life(story, Ending.unpaid("PENDING"), REGISTER, forgeries());
      case MISMATCHED ->
          life(
              story,
              Ending.unpaid("PENDING").withCase("MISMATCH", "OPEN"),
              REGISTER,
              payment(sender, trade.withAmount(trade.amount() - 1), Expected.MISFIT, 0));
      case LATE -> late(story);
      case DOUBLE -> paidTwice(story);
      case DOUBLE_RETURNED -> secondReturned(story);
    };
  }

  private Life refunded(Story story) {
    Refund all = new Refund(refundNo(1), trade.amount(), trade.amount(), trade.at());
    Step refund = refunds(sender, trade, all);
    Ending ending = paid("REFUNDED").refunded(trade.amount());
    // Alipay's message of a full refund says both; the one of the payment may have been lost.
    boolean paymentWasLost = sender instanceof AlipaySender && random.nextBoolean();
    return paymentWasLost
        ? life(story, ending, REGISTER, refund)
        : life(story, ending, REGISTER, payment(), refund);
  }

  private Life partlyRefunded(Story story) {
    long first = 1 + random.nextLong(trade.amount() / 2);
    long second = 1 + random.nextLong(trade.amount() / 4);
    return life(
        story,
        paid("PAID").refunded(first + second),
        REGISTER,
        payment(),
        refunds(
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
      steps.add(
          Step.callbacks(
              new Delivery(sender, Expected.SUCCESS, attempt -> sender.closed(trade, attempt))));
    }
    return new Life(story, trade, steps, Ending.unpaid("CLOSED"));
  }

  private Life late(Story story) {
    return life(
        story,
        Ending.unpaid("CLOSED").withCase("LATE_PAYMENT", "OPEN"),
        REGISTER,
        Step.of(Action.CLOSE),
        payment(sender, trade, Expected.LATE, 0));
  }

  private Life paidTwice(Story story) {
    Sender other = oneOf(senders.stream().filter(each -> each != sender).toList());
    return life(
        story,
        paid("PAID").withCase("DOUBLE_PAYMENT", "OPEN"),
        REGISTER,
        payment(),
        payment(other, trade.withTransaction(secondTransaction), Expected.MISFIT, 0));
  }

  /**
   * The second payment is the one that tells of each refund by itself: Alipay would say "paid" in
   * the same message once more, which stays a conflict.
   */
  private Life secondReturned(Story story) {
    Sender first = oneOf(senders.stream().filter(AlipaySender.class::isInstance).toList());
    Sender second = oneOf(senders.stream().filter(WechatpaySender.class::isInstance).toList());
    Trade again = trade.withTransaction(secondTransaction);
    Refund all = new Refund(refundNo(1), trade.amount(), trade.amount(), trade.at());
    return life(
        story,
        paid("PAID").secondReturned(trade.amount()).withCase("DOUBLE_PAYMENT", "CLOSED"),
        REGISTER,
        payment(first, trade, Expected.SUCCESS, 0),
        payment(second, again, Expected.MISFIT, 0),
        refunds(second, again, all));
  }

  private Step forgeries() {
    return new Step(
        Action.CALLBACKS,
        sender.forgeries(trade, stranger).stream()
            .map(forgery -> new Delivery(sender, Expected.FORGED, attempt -> forgery))
            .toList());
  }

  private Step payment() {
    return payment(sender, trade, Expected.SUCCESS, 0);
  }

  private static Step payment(Sender by, Trade what, Expected expected, int from) {
    return Step.callbacks(new Delivery(by, expected, attempt -> by.paid(what, from + attempt)));
  }

  private static Step refunds(Sender by, Trade what, Refund... refunds) {
    List<Delivery> deliveries = new ArrayList<>();
    for (Refund refund : refunds) {
      deliveries.add(
          new Delivery(by, Expected.SUCCESS, attempt -> by.refunded(what, refund, attempt)));
    }
    return new Step(Action.CALLBACKS, deliveries);
  }

  private Life life(Story story, Ending ending, Step... steps) {
    return new Life(story, trade, List.of(steps), ending);
  }

  private Ending paid(String status) {
    return Ending.paid(status, trade.amount());
  }

  private String refundNo(int number) {
    return trade.outTradeNo() + "-R" + number;
  }

  private <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
