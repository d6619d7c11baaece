package io.oncepaid.gateway;

import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Optional;

/**
 * {@code ….events.<name>}: how one kind of message is read, of a gateway whose JSON has a form of
 * its own. A field is named by the names that lead to it, joined by full stops: {@code
 * data.object.id}.
 */
public interface EventConfig {
  /** {@code field=value}: the message is this event when all of them hold. */
  List<String> when();

  /** What it says: paid, closed, refunded, refund-failed, chargeback … */
  Notice.Kind kind();

  /** The merchant's number; may be left out where the gateway names the payment by transaction. */
  Optional<String> outTradeNo();

  /** The gateway's id of the payment, also in a refund. */
  Optional<String> transactionId();

  /** The merchant's number of the refund. */
  Optional<String> outRefundNo();

  /** The gateway's id of the refund or dispute. */
  Optional<String> refundId();

  Optional<String> amount();

  /** How the amount is written. */
  @WithDefault("minor")
  AmountForm amountForm();

  /**
   * The field of the currency, or {@code =} and the currency itself where it is always the same.
   */
  Optional<String> currency();

  /** When it happened; without it, the time of receipt. */
  Optional<String> time();

  /** How the time is written. */
  @WithDefault("iso")
  TimeForm timeForm();

  /** The notations of amounts. */
  enum AmountForm {
    /** A JSON number of minor units, without decimals. */
    MINOR,
    /** The same as a text. */
    MINOR_TEXT,
    /** Major units with a decimal point, as a text or a JSON number. */
    DECIMAL
  }

  /** The notations of times. */
  enum TimeForm {
    /** As in RFC 3339, with an offset. */
    ISO,
    /** Seconds since 1970. */
    SECONDS,
    /** Milliseconds since 1970. */
    MILLIS
  }
}
