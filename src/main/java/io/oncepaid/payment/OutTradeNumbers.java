package io.oncepaid.payment;

import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Clock;

/**
 * Makes out_trade_no for merchants who do not: 26 letters and digits that every gateway accepts,
 * ten of the time in milliseconds and sixteen (80 bits) of chance. Numbers of one instance ascend.
 */
@ApplicationScoped
public class OutTradeNumbers {
  /** 32 characters in byte order, without those that are taken for another (I, L, O, U). */
  private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  private static final int LENGTH = 26;
  private static final int CHANCE_BITS = 80;

  private final Clock clock;
  private final SecureRandom chance = new SecureRandom();
  private BigInteger last = BigInteger.ZERO;

  OutTradeNumbers(Clock clock) {
    this.clock = clock;
  }

  /** A number that was not there before. */
  public String next() {
    return text(ascending());
  }

  private synchronized BigInteger ascending() {
    BigInteger drawn =
        BigInteger.valueOf(clock.millis())
            .shiftLeft(CHANCE_BITS)
            .or(new BigInteger(CHANCE_BITS, chance));
    // Within one millisecond, and when the clock is set back, go on from the last one: by a step of
    // chance, so that two instances at the same time do not walk into each other.
    last =
        drawn.compareTo(last) > 0
            ? drawn
            : last.add(new BigInteger(64, chance)).add(BigInteger.ONE);
    return last;
  }

  private static String text(BigInteger number) {
    char[] text = new char[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      int digit = number.shiftRight(5 * (LENGTH - 1 - i)).intValue() & 31;
      text[i] = ALPHABET.charAt(digit);
    }
    return new String(text);
  }
}
