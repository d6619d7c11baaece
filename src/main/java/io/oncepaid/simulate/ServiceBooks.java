package io.oncepaid.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncepaid.simulate.Life.Ending;
import io.oncepaid.simulate.ServiceClient.Answered;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads through the HTTP interface what the service holds, payment by payment. */
final class ServiceBooks {
  private final Plan plan;
  private final ServiceClient service;
  private final Tally tally;
  private final int threads;
  private final Books found = new Books();
  private final AtomicInteger read = new AtomicInteger();

  ServiceBooks(Plan plan, ServiceClient service, Tally tally, int threads) {
    this.plan = plan;
    this.service = service;
    this.tally = tally;
    this.threads = threads;
  }

  /** Payments read so far, for the progress line. */
  int read() {
    return read.get();
  }

  /** Each payment that is not as its life must end is a deviation of its own. */
  Books run() throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    AtomicInteger next = new AtomicInteger();
    for (int i = 0; i < threads; i++) {
      pool.execute(
          () -> {
            for (int life; (life = next.getAndIncrement()) < plan.size(); ) {
              readPayment(plan.life(life));
              read.incrementAndGet();
            }
          });
    }
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.DAYS);
    readCases("open");
    readCases("closed");
    return found;
  }

  private void readPayment(Life life) {
    try {
      Answered answered = service.payment(life.trade().outTradeNo());
      if (answered.status() != 200) {
        tally.deviation(life.trade().outTradeNo() + ": reading it gave " + answered.status());
        return;
      }
      JsonNode payment = answered.json();
      String status = payment.path("status").asText();
      long refunded = payment.path("refunded_amount").asLong();
      String account = payment.path("account").asText("");
      synchronized (found) {
        found.add("payments " + status, 1);
        if (!account.isEmpty()) {
          found.add("paid through " + account, 1);
        }
        found.add("payments, minor units refunded", refunded);
      }
      compare(life, payment, status, refunded);
    } catch (RuntimeException e) {
      tally.deviation(life.trade().outTradeNo() + ": " + e);
    }
  }

  private void compare(Life life, JsonNode payment, String status, long refunded) {
    Ending ending = life.ending();
    String transaction = payment.path("transaction_id").asText("");
    boolean rightTransaction =
        ending.paid() == 0 || transaction.equals(life.trade().transactionId());
    if (!status.equals(ending.status()) || refunded != ending.refunded() || !rightTransaction) {
      tally.deviation(
          "%s (%s): must be %s with %d refunded, paid by %s; is %s"
              .formatted(
                  life.trade().outTradeNo(),
                  life.story().words(),
                  ending.status(),
                  ending.refunded(),
                  ending.paid() == 0 ? "nobody" : life.trade().transactionId(),
                  payment));
    }
  }

  private void readCases(String status) {
    String cursor = "";
    do {
      Answered answered = service.cases(status, cursor);
      if (answered.status() != 200) {
        tally.deviation("reading the " + status + " cases gave " + answered.status());
        return;
      }
      JsonNode page = answered.json();
      for (JsonNode item : page.path("items")) {
        if (item.path("out_trade_no").asText().startsWith(plan.prefix())) {
          found.add("cases " + item.path("kind").asText() + " " + item.path("status").asText(), 1);
        }
      }
      cursor = page.path("next").asText("");
    } while (!cursor.isEmpty() && !cursor.equals("null"));
  }
}
