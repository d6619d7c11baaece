package io.oncepaid.messages;

import static io.oncepaid.messages.MessagesSetUp.MERCHANT;
import static io.oncepaid.messages.MessagesSetUp.paid;
import static io.oncepaid.messages.MessagesSetUp.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.testing.PackagedService;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages that another instance takes over, in the middle of things. */
class MovingMessagesIT {
  private final MessagesSetUp setUp = new MessagesSetUp();
  private final List<PackagedService> services = new ArrayList<>();

  @AfterEach
  void stop() throws IOException {
    setUp.broker.thaw();
    services.forEach(PackagedService::close);
    setUp.close();
  }

  @Test
  void instances_that_come_and_go_settle_each_message_once() throws Exception {
    List<String> numbers = Collections.synchronizedList(new ArrayList<>());
    CompletableFuture<Void> enough = new CompletableFuture<>();
    PackagedService first = start();
    CompletableFuture<Void> publishing =
        CompletableFuture.runAsync(() -> publishUntil(enough, numbers));
    soon().until(() -> booked() > 10);

    PackagedService second = start();
    soon().until(() -> members() == 2);
    int published = numbers.size();
    soon().until(() -> numbers.size() > published + 20);
    assertThat(first.stop().output()).contains("stopped in"); // leaves with what is under way

    soon().until(() -> members() == 1);
    int publishedThen = numbers.size();
    soon().until(() -> numbers.size() > publishedThen + 20);
    second.kill();
    start();

    enough.complete(null);
    publishing.get(60, TimeUnit.SECONDS);
    setUp.awaitAcknowledged();
    setUp.assertPaidOnce(numbers);
    assertThat(booked()).isEqualTo(numbers.size());
    assertThat(setUp.books.number("SELECT count(*) FROM payment_case")).isZero();
    assertThat(setUp.dead.read()).isEmpty();
  }

  /** The broker stands still while the database commits: the offsets cannot be told to it. */
  @Test
  void killed_between_commit_and_acknowledgement_it_replays() throws Exception {
    PackagedService first = start();
    List<String> numbers = Stream.generate(setUp::registered).limit(20).toList();
    List<String> early = numbers.subList(0, 10);
    try (Connection holdsEarly = locked(early);
        Connection holdsLate = locked(numbers.subList(10, 20))) {
      numbers.forEach(number -> setUp.results.publish(number, paid(number)));
      soon().until(() -> setUp.books.number(WAITING_FOR_A_LOCK) > 0);
      setUp.broker.freeze();
      holdsEarly.rollback();
      soon().until(() -> booked() == early.size());
      // The first offsets go to the frozen broker's socket; only after its answer go the next.
      Thread.sleep(2000);
      holdsLate.rollback();
    }
    soon().until(() -> booked() == numbers.size());
    first.kill();
    setUp.broker.thaw();
    assertThat(setUp.results.unacknowledged(setUp.group)).isPositive();

    start();
    setUp.awaitAcknowledged();
    setUp.assertPaidOnce(numbers);
    assertThat(setUp.books.number("SELECT count(*) FROM payment_case")).isZero();
  }

  private Connection locked(List<String> numbers) throws SQLException {
    Connection connection = setUp.postgres.database().getConnection();
    connection.setAutoCommit(false);
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT FROM payment WHERE out_trade_no = ANY (?) FOR UPDATE")) {
      statement.setArray(1, connection.createArrayOf("text", numbers.toArray()));
      statement.executeQuery().close();
    }
    return connection;
  }

  private static final String WAITING_FOR_A_LOCK =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";

  private void publishUntil(CompletableFuture<Void> enough, List<String> numbers) {
    while (!enough.isDone()) {
      String number = setUp.registered();
      setUp.results.publish(number, paid(number));
      numbers.add(number);
    }
  }

  private PackagedService start() {
    PackagedService service = setUp.start();
    services.add(service);
    return service;
  }

  private long booked() {
    return setUp.books.number("SELECT count(*) FROM payment_flow WHERE merchant = ?", MERCHANT);
  }

  private int members() throws Exception {
    try (Admin admin = setUp.broker.admin()) {
      return admin
          .describeConsumerGroups(List.of(setUp.group))
          .describedGroups()
          .get(setUp.group)
          .get(60, TimeUnit.SECONDS)
          .members()
          .size();
    }
  }
}
