package io.oncepaid.pipeline;

import io.oncepaid.database.Transactions;
import io.oncepaid.pipeline.CallbackPipeline.BooksRefused;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.interceptor.Interceptor;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * Takes the groups from the queue through their transaction, and decides what an error means: the
 * group once more, each alone, or nothing decided.
 */
@ApplicationScoped
class GroupSettler {
  private static final Logger LOG = Logger.getLogger(GroupSettler.class);

  private final SettlementQueue queue;
  private final CallbackPipeline pipeline;
  private final IdempotencyLayer idempotency;
  private final PaymentOfTransaction paymentOfTransaction;
  private final Transactions transactions;
  private final UnreadableKeeper unreadable;
  private final CaseAlarm alarm;
  private final CaseSweep sweep;
  private final SettlementMetrics metrics;
  private final FaultPoint.Listener faults;

  GroupSettler(
      SettlementQueue queue,
      CallbackPipeline pipeline,
      IdempotencyLayer idempotency,
      PaymentOfTransaction paymentOfTransaction,
      Transactions transactions,
      UnreadableKeeper unreadable,
      CaseAlarm alarm,
      CaseSweep sweep,
      SettlementMetrics metrics,
      FaultPoint.Listener faults) {
    this.queue = queue;
    this.pipeline = pipeline;
    this.idempotency = idempotency;
    this.paymentOfTransaction = paymentOfTransaction;
    this.transactions = transactions;
    this.unreadable = unreadable;
    this.alarm = alarm;
    this.sweep = sweep;
    this.metrics = metrics;
    this.faults = faults;
  }

  // Before anything else that starts may submit a notice.
  void start(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) StartupEvent event) {
    queue.start(this::settle);
  }

  /** Settles a group in byte order, each payment once; every notice in it gets an outcome. */
  private void settle(List<Settling> group) {
    faults.reached(FaultPoint.GROUP_TAKEN);
    metrics.group(group.size());
    settleFresh(group);
  }

  private void settleFresh(List<Settling> group) {
    List<Settling> fresh;
    try {
      fresh = withoutRepeats(group);
    } catch (SQLException error) {
      if (Trouble.of(error) != Trouble.DATA) {
        giveUp(group, error);
      } else if (group.size() == 1) {
        refuseAlone(group.get(0), error);
      } else {
        group.forEach(settling -> settleFresh(List.of(settling)));
      }
      return;
    }
    settleTogether(fresh, Attempt.FIRST);
  }

  // Most of what comes is a repeat: a plain look answers it without a lock or a write.
  private List<Settling> withoutRepeats(List<Settling> group) throws SQLException {
    return transactions.read(
        connection -> {
          List<Settling> named = paymentOfTransaction.name(connection, group, queue);
          if (named.isEmpty()) {
            return named;
          }
          Set<Settling> repeats = idempotency.repeats(connection, named);
          repeats.forEach(settling -> settling.finish(Outcome.of(Verdict.REPLAYED)));
          return named.stream().filter(settling -> !repeats.contains(settling)).toList();
        });
  }

  /** How long a transaction may wait for locks. */
  private enum Patience {
    FULL,
    /** Its group has waited as long as anybody may: who is still locked out repeats later. */
    NONE
  }

  /**
   * How a group is tried.
   *
   * @param mayTryAgain after a deadlock, once
   * @param refused layer 4 has refused one of these: the next refusal is its verdict
   */
  private record Attempt(Patience patience, boolean mayTryAgain, boolean refused) {
    static final Attempt FIRST = new Attempt(Patience.FULL, true, false);

    Attempt last() {
      return new Attempt(patience, false, refused);
    }

    Attempt impatient() {
      return new Attempt(Patience.NONE, true, false);
    }

    Attempt afterRefusal() {
      return new Attempt(patience, true, true);
    }

    Attempt alone() {
      return new Attempt(patience, true, false);
    }
  }

  private void settleTogether(List<Settling> group, Attempt attempt) {
    if (group.isEmpty()) {
      return;
    }
    try {
      settleInTransaction(group, attempt);
    } catch (BooksRefused refused) {
      settleEachAlone(group, attempt.afterRefusal());
    } catch (SQLException error) {
      switch (Trouble.of(error)) {
        case DATA -> {
          if (group.size() == 1) {
            refuseAlone(group.get(0), error);
          } else {
            settleEachAlone(group, attempt.alone());
          }
        }
        case TIMEOUT -> {
          if (group.size() == 1) {
            giveUp(group, error);
          } else {
            settleEachAlone(group, attempt.impatient());
          }
        }
        case AGAIN -> {
          if (attempt.mayTryAgain()) {
            settleTogether(group, attempt.last());
          } else if (group.size() > 1) {
            settleEachAlone(group, attempt.alone());
          } else {
            giveUp(group, error);
          }
        }
        case GONE -> giveUp(group, error);
      }
    } catch (RuntimeException bug) {
      LOG.error("a group was rolled back", bug);
      group.forEach(settling -> settling.finish(Outcome.of(Verdict.UNAVAILABLE)));
    }
  }

  private void settleEachAlone(List<Settling> group, Attempt attempt) {
    for (Settling settling : group) {
      if (!settling.outcome().isDone()) { // its time may be up by now
        settleTogether(List.of(settling), attempt);
      }
    }
  }

  private void settleInTransaction(List<Settling> group, Attempt attempt) throws SQLException {
    Settled settled =
        transactions.write(
            connection -> {
              if (attempt.patience() == Patience.NONE) {
                Transactions.doNotWait(connection);
              }
              Settled result = pipeline.settle(connection, group, attempt.refused());
              faults.reached(FaultPoint.BEFORE_COMMIT);
              return result;
            });
    faults.reached(FaultPoint.AFTER_COMMIT);
    group.forEach(settling -> settling.finish(settled.outcomes().get(settling)));
    alarm.raise(settled.opened());
    settled.unblocked().forEach(s -> sweep.payment(s.merchant(), s.outTradeNo()));
  }

  private void refuseAlone(Settling settling, SQLException error) {
    try {
      settling.finish(unreadable.keep(settling, error));
    } catch (SQLException notKept) {
      giveUp(List.of(settling), notKept);
    }
  }

  private void giveUp(List<Settling> group, SQLException error) {
    metrics.undecided(error.getSQLState(), group.size());
    LOG.debugf(error, "%d notices undecided", group.size());
    group.forEach(settling -> settling.finish(Outcome.of(Verdict.UNAVAILABLE)));
  }
}
