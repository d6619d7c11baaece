package io.oncepaid.pipeline;

import java.time.Instant;

/**
 * What became of a notice.
 *
 * @param verdict the end it came to
 * @param unknownSince for UNKNOWN_PAYMENT: when its case was opened; null for all others
 */
public record Outcome(Verdict verdict, Instant unknownSince) {
  public static Outcome of(Verdict verdict) {
    return new Outcome(verdict, null);
  }
}
