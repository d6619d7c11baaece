package io.oncepaid.simulate;

import java.util.List;
import java.util.Locale;

/** The kinds of lives, with the share in per cent that they have unless asked otherwise. */
enum Story {
  /** Registered and paid: whatever the other shares leave. */
  PAID(0, "registered, then paid"),
  SHIPPED(5, "paid, shipped and done; then its callback comes again"),
  REFUNDED(5, "paid, then refunded in full"),
  PARTLY_REFUNDED(5, "paid, then two partial refunds at once"),
  CLOSED(5, "ended unpaid"),
  UNKNOWN(5, "the callback overtakes the registration"),
  FORGED(5, "only forged callbacks"),
  MISMATCHED(3, "paid with another amount"),
  LATE(3, "paid after it was closed"),
  DOUBLE(3, "paid again through another account"),
  DOUBLE_RETURNED(2, "paid again, and the second payment is refunded"),
  REFUND_FAILED(0, "paid and refunded, but the refund fails afterwards"),
  CHARGED_BACK(0, "paid, then charged back; half of them are won"),
  LOST(0, "paid, but the callback of the payment or of its refund is lost"),
  MISBILLED(0, "paid, but wrong in the gateway's bill: other amount, twice or not at all");

  private final int share;
  private final String description;

  Story(int share, String description) {
    this.share = share;
    this.description = description;
  }

  int share() {
    return share;
  }

  String description() {
    return description;
  }

  /** False where no gateway tells of it: then it has no share. */
  boolean occursAt(List<Sender> senders) {
    return switch (this) {
      case REFUND_FAILED -> senders.stream().anyMatch(Sender::tellsOfFailedRefunds);
      case CHARGED_BACK -> senders.stream().anyMatch(Sender::tellsOfChargebacks);
      default -> true;
    };
  }

  /** The name in words: double-returned. */
  String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The option of the command that sets the share; there is none for {@link #PAID}. */
  String option() {
    return "--" + words();
  }

  boolean isSetBy(String option) {
    return this != PAID && option().equals(option);
  }
}
