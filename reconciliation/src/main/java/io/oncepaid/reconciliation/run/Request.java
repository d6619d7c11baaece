package io.oncepaid.reconciliation.run;

import io.oncepaid.reconciliation.bill.BillFormat;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/**
 * What is to be compared.
 *
 * @param bill the file; null to take it from where the account's bills come from
 * @param billName its name for messages and reports
 * @param format empty to find it by the content
 * @param asOf null for now
 */
public record Request(
    String account,
    LocalDate date,
    Path bill,
    String billName,
    Optional<BillFormat> format,
    Instant asOf,
    boolean dryRun) {}
