package io.oncepaid.outbox;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.database.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/**
 * Wakes the other instances by NOTIFY and is woken by theirs. A transaction that notifies holds a
 * lock of the whole server while it commits; so it is never the settling one, but a short one of
 * its own afterwards, for all that was written within a moment. Notifications may be lost: the
 * relay looks at the clock, too.
 */
@ApplicationScoped
class Notifications {
  static final String CHANNEL = "oncepaid_outbox";
  private static final Logger LOG = Logger.getLogger(Notifications.class);
  private static final long GATHER_MS = 50;

  // By the sender's name its own notifications are known, who was woken without.
  private static final String NOTIFY =
      "SELECT pg_notify('"
          + CHANNEL
          + "', ? || ' ' || merchant) FROM unnest(?::text[]) AS merchant";

  private final Transactions transactions;
  private final Wake wake;
  private final String me = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  private final Set<String> written = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean announced = new AtomicBoolean();
  private final Listener listener;
  private Set<String> served = Set.of();
  private final ScheduledExecutorService notifier = Daemons.single("outbox-notifier");

  Notifications(Transactions transactions, Wake wake, OncepaidConfig config, Config settings) {
    this.transactions = transactions;
    this.wake = wake;
    this.listener = new Listener(Listener.Access.of(config.outbox().listenUrl(), settings), me);
  }

  /**
   * @param merchants whose events other instances could deliver
   * @param woken told of merchants whose events others have written
   */
  void start(Set<String> merchants, Consumer<Collection<String>> woken) {
    served = Set.copyOf(merchants);
    wake.listen(this::written);
    listener.start(served, woken);
  }

  void stop() {
    notifier.shutdownNow();
    listener.stop();
  }

  private void written(Set<String> merchants) {
    for (String merchant : merchants) {
      if (served.contains(merchant)) {
        written.add(merchant);
      }
    }
    if (!written.isEmpty() && announced.compareAndSet(false, true)) {
      try {
        notifier.schedule(this::tellOthers, GATHER_MS, TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException stopping) {
        LOG.debug("others find these events by the clock");
      }
    }
  }

  private void tellOthers() {
    announced.set(false); // what is written from now on is told next time
    String[] merchants = written.toArray(String[]::new);
    written.removeAll(Set.of(merchants));
    try {
      transactions.read(
          connection -> {
            try (PreparedStatement statement = connection.prepareStatement(NOTIFY)) {
              statement.setString(1, me);
              statement.setArray(2, connection.createArrayOf("text", merchants));
              return statement.execute();
            }
          });
    } catch (SQLException error) {
      LOG.debug("others find these events by the clock", error);
    }
  }
}
