package io.oncepaid.reconciliation.download;

import io.oncepaid.reconciliation.CannotRun;
import io.oncepaid.reconciliation.ReconciliationConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/** Finds where an account's bills come from. */
@ApplicationScoped
public class BillSources {
  private final ReconciliationConfig config;
  private final Clock clock;

  BillSources(ReconciliationConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
  }

  /**
   * The source of an account.
   *
   * @throws CannotRun when none is configured
   */
  public BillSource of(String account) {
    Optional<ReconciliationConfig.Account> own =
        Optional.ofNullable(config.accounts().get(account));
    return own.flatMap(ReconciliationConfig.Account::dropFolder)
        .<BillSource>map(folder -> new DropFolder(Path.of(folder), clock))
        .orElseThrow(
            () ->
                new CannotRun(
                    "no bill: give --bill, or set reconciliation.accounts."
                        + account
                        + ".drop-folder"));
  }
}
