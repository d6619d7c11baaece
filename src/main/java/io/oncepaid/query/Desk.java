package io.oncepaid.query;

import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.jboss.logging.Logger;

/** The work for one account: its list, its line, and as many questions at once as are allowed. */
final class Desk {
  private static final Logger LOG = Logger.getLogger(Desk.class);

  private final QueryAccount account;
  private final Line line;
  private final Walk walk;
  private final Questions questions;
  private final Asking asking;
  private final Semaphore places;
  private final Executor threads;
  private volatile boolean known;

  Desk(
      QueryAccount account,
      Line line,
      Walk walk,
      Questions questions,
      Asking asking,
      int places,
      Executor threads) {
    this.account = account;
    this.line = line;
    this.walk = walk;
    this.questions = questions;
    this.asking = asking;
    this.places = new Semaphore(places);
    this.threads = threads;
  }

  /** Looks for new payments and lets somebody take what is due. */
  void open() {
    start(
        () -> {
          walk();
          work();
        });
  }

  private void start(Work work) {
    if (!places.tryAcquire()) {
      return;
    }
    try {
      threads.execute(
          () -> {
            try {
              work.run();
            } catch (SQLException e) {
              LOG.debugf(e, "account %s: left to the next round", account.name());
            } catch (InterruptedException stopped) {
              Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
              LOG.errorf(e, "account %s: left to the next round", account.name());
            } finally {
              places.release();
            }
          });
    } catch (RejectedExecutionException stopping) {
      places.release();
    }
  }

  private interface Work {
    void run() throws SQLException, InterruptedException;
  }

  private void walk() throws SQLException, InterruptedException {
    if (!known) {
      walk.know(account);
      known = true;
    }
    boolean more = true;
    while (more) {
      more = walk.step(account);
    }
  }

  /** One question after another; whoever finds one calls for help, as long as there are places. */
  private void work() throws SQLException, InterruptedException {
    Optional<Question> due = questions.claim(account);
    while (due.isPresent()) {
      start(this::work);
      boolean works = asking.ask(due.get(), line);
      due = works ? questions.claim(account) : Optional.empty();
    }
  }
}
