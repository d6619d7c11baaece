package io.oncepaid.reconciliation.run;

import java.time.Instant;
import java.time.LocalDate;

/**
 * A run that is ours to do.
 *
 * @param holder the word by which its lease is ours
 * @param compared true when only repairs are left of a run that was taken over
 */
public record RunRow(
    long id,
    String account,
    LocalDate date,
    int version,
    Instant asOf,
    String holder,
    boolean compared,
    String sha256,
    String billName) {}
