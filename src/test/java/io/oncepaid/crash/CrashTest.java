package io.oncepaid.crash;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.oncepaid.pipeline.FaultPoint;
import io.oncepaid.simulate.Callback;
import io.oncepaid.simulate.Sender;
import io.oncepaid.simulate.Trade;
import io.oncepaid.testing.Books;
import io.oncepaid.testing.BreakablePostgres;
import io.oncepaid.testing.Faults;
import io.oncepaid.testing.OwnPostgres;
import io.oncepaid.testing.TestShop;
import io.oncepaid.testing.Wire;
import io.quarkus.test.common.http.TestHTTPResource;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Callbacks over HTTP to a service whose database and writers can be broken at any place. */
abstract class CrashTest {
  static final String MERCHANT = TestShop.MERCHANT;
  static final long AMOUNT = 1000;
  private static final int WRITERS = 2;

  @Inject Faults faults;
  @Inject MeterRegistry metrics;

  @TestHTTPResource("/")
  URI service;

  @Inject DataSource pool;

  OwnPostgres postgres;
  Books books;
  Sender alipay;
  Sender wechat;
  private final ExecutorService senders = Executors.newCachedThreadPool();

  @BeforeEach
  void open() {
    Config config = ConfigProvider.getConfig();
    postgres =
        new OwnPostgres(
            config.getValue(BreakablePostgres.DATA, Path.class),
            config.getValue(BreakablePostgres.PORT, Integer.class));
    books = new Books(postgres.database());
    alipay = TestShop.alipay();
    wechat = TestShop.wechatpay(Clock.systemUTC());
  }

  @AfterEach
  void release() {
    faults.none();
    senders.shutdown();
  }

  int port() {
    return service.getPort();
  }

  /** A registered payment as its gateway will see it. */
  Trade registered() {
    return registeredFor(0, 1).get(0);
  }

  /** Registered payments whose notices come to this writer, 0 or 1. */
  List<Trade> registeredFor(int writer, int count) {
    List<String> numbers = Stream.generate(() -> numberFor(writer)).limit(count).toList();
    books.run(
        "INSERT INTO payment (merchant, out_trade_no, amount, currency)"
            + " SELECT ?, unnest(string_to_array(?, ',')), ?, 'CNY'",
        MERCHANT,
        String.join(",", numbers),
        AMOUNT);
    return numbers.stream().map(CrashTest::trade).toList();
  }

  /** A number whose notices come to this writer. */
  static String numberFor(int writer) {
    String number;
    do {
      number = "T" + UUID.randomUUID();
    } while (Math.floorMod((MERCHANT + "\n" + number).hashCode(), WRITERS) != writer);
    return number;
  }

  static Trade trade(String number) {
    return new Trade(number, "42-" + number, AMOUNT, "CNY", "a book", Instant.now());
  }

  Wire.Answer send(Callback callback) throws IOException {
    return Wire.once(port(), Wire.request(callback));
  }

  Future<Wire.Answer> start(Callback callback) {
    return inBackground(() -> send(callback));
  }

  <T> Future<T> inBackground(Callable<T> work) {
    return senders.submit(work);
  }

  static List<Wire.Answer> all(List<Future<Wire.Answer>> started) throws Exception {
    List<Wire.Answer> answers = new ArrayList<>();
    for (Future<Wire.Answer> answer : started) {
      answers.add(answer.get());
    }
    return answers;
  }

  /**
   * Holds a writer in the middle of something, so that what is sent now waits behind it and is then
   * taken as one group.
   */
  Held hold(int writer) {
    Gate gate = new Gate();
    faults.at(FaultPoint.GROUP_TAKEN, gate::pass);
    Future<Wire.Answer> first = start(alipay.paid(registeredFor(writer, 1).get(0), 0));
    gate.awaitStopped(1);
    return new Held(gate, first);
  }

  /** A writer that stands at a gate with the first callback, which is paid when it goes on. */
  final class Held {
    private final Gate gate;
    private final Future<Wire.Answer> first;

    Held(Gate gate, Future<Wire.Answer> first) {
      this.gate = gate;
      this.first = first;
    }

    /** Sends callbacks and waits until all of them stand in the queue. */
    List<Future<Wire.Answer>> behind(List<Callback> callbacks) {
      List<Future<Wire.Answer>> started = callbacks.stream().map(c -> start(c)).toList();
      awaitWaiting(started.size());
      return started;
    }

    /** Lets the writer go on, and those after it without a stop; the first one is paid. */
    void release() throws Exception {
      open();
      assertThat(first.get().text()).isEqualTo("success");
    }

    void open() {
      faults.noneAt(FaultPoint.GROUP_TAKEN);
      gate.open();
    }
  }

  void awaitWaiting(int notices) {
    Gauge waiting = metrics.get("oncepaid.settlement.waiting").gauge();
    await()
        .pollDelay(ofMillis(1))
        .pollInterval(ofMillis(2))
        .until(() -> waiting.value() == notices);
  }

  void assertPaidOnce(Trade trade) {
    String number = trade.outTradeNo();
    assertThat(books.status(MERCHANT, number)).isEqualTo("PAID");
    assertThat(books.flows(MERCHANT, number)).containsExactly("PAY " + AMOUNT);
    assertThat(books.events(MERCHANT, number)).containsExactly("payment.paid");
    assertThat(traces(number, "idempotency_record WHERE key = 'pay:' || ?")).isOne();
    assertThat(traces(number, "payment_history WHERE what = 'PAID' AND out_trade_no = ?")).isOne();
  }

  void assertUntouched(Trade trade) {
    String number = trade.outTradeNo();
    assertThat(books.status(MERCHANT, number)).isEqualTo("PENDING");
    assertThat(traces(number, "idempotency_record WHERE position(? IN key) > 0")).isZero();
    for (String table :
        List.of("payment_flow", "payment_history", "outbox_event", "payment_case")) {
      assertThat(traces(number, table + " WHERE out_trade_no = ?")).as(table).isZero();
    }
  }

  private long traces(String number, String where) {
    return books.number("SELECT count(*) FROM " + where, number);
  }
}
