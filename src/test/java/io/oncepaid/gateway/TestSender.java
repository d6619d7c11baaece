package io.oncepaid.gateway;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A gateway for tests, which signs with keys made at run time. It is written from the protocol and
 * shares nothing with the adapter: the second witness of the format.
 */
public interface TestSender {
  /** A new adapter of an account that trusts this sender and no other. */
  Gateway receiver();

  /** A message that says that so many minor units of CNY were paid. */
  RawCallback paid(String outTradeNo, String transactionId, long amount, Instant sentAt);

  /** A message for each kind of event without a money meaning, by its name. */
  Map<String, RawCallback> withoutMoney(Instant sentAt);

  /** Genuinely signed, but the amount is none. */
  RawCallback paidImpossibly(String outTradeNo, Instant sentAt);

  /** Genuinely signed over content that was mutated before. */
  RawCallback signedNonsense(Mutations mutations, Instant sentAt);

  /** Headers or fields without which a message cannot be trusted. */
  List<String> parts();

  /** The message without one of its parts. */
  RawCallback without(RawCallback message, String part);

  /** The message with one of its parts twice, the second time equal to the first. */
  RawCallback twice(RawCallback message, String part);

  /** Every message whose signature differs in one bit. */
  Stream<RawCallback> signatureFlips(RawCallback message);

  /** Every message whose signed content differs in one bit. */
  Stream<RawCallback> contentFlips(RawCallback message);

  /** From how old, or how far ahead, a message is refused; empty where the format has no time. */
  Optional<Duration> tolerance();
}
