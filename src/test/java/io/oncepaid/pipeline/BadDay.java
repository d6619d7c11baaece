package io.oncepaid.pipeline;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Kills backends of the instances, locks payments, and runs the sweeps, until it is closed. */
final class BadDay implements AutoCloseable {
  private static final String KILL =
      """
      SELECT pg_terminate_backend(pid)
        FROM (SELECT pid FROM pg_stat_activity
               WHERE datname = current_database()
                 AND application_name LIKE 'instance-%'
                 AND (state <> 'idle' OR random() < 0.05)
               ORDER BY random()
               LIMIT 1) AS victim
      """;

  private static final String LOCK =
      """
      SELECT FROM payment
       WHERE (merchant, out_trade_no) IN (
           SELECT merchant, out_trade_no FROM payment ORDER BY random() LIMIT 1)
         FOR UPDATE SKIP LOCKED
      """;

  final AtomicInteger killed = new AtomicInteger();
  final AtomicInteger locked = new AtomicInteger();
  private final DataSource database;
  private final List<Instance> instances;
  private final Random random;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;

  private interface Deed {
    void run() throws SQLException, InterruptedException;
  }

  BadDay(DataSource database, List<Instance> instances, long seed) {
    this.database = database;
    this.instances = instances;
    this.random = new Random(seed);
    again(this::kill, 50, 400);
    again(this::lock, 50, 400);
    again(this::sweep, 200, 600);
  }

  private void again(Deed deed, int least, int most) {
    Thread thread =
        new Thread(
            () -> {
              while (!over) {
                try {
                  Thread.sleep(least + random.nextInt(most - least));
                  deed.run();
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                } catch (InterruptedException end) {
                  return;
                }
              }
            });
    thread.start();
    threads.add(thread);
  }

  private void kill() throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(KILL);
        ResultSet row = statement.executeQuery()) {
      if (row.next()) {
        killed.incrementAndGet();
      }
    }
  }

  private void lock() throws SQLException, InterruptedException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try (PreparedStatement statement = connection.prepareStatement(LOCK);
          ResultSet row = statement.executeQuery()) {
        if (row.next()) {
          locked.incrementAndGet();
          Thread.sleep(50 + random.nextInt(550));
        }
      } finally {
        connection.rollback();
        connection.setAutoCommit(true);
      }
    }
  }

  private void sweep() {
    instances.get(random.nextInt(2)).sweep.everyMinute();
  }

  @Override
  public void close() {
    over = true;
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
