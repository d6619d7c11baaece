package io.oncepaid.pipeline;

import io.oncepaid.gateway.Notice;
import io.oncepaid.testing.Books;
import io.oncepaid.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;

/**
 * Notices straight into the queue, against a real database; every test has a merchant of its own.
 */
@QuarkusTestResource(TestPostgres.class)
abstract class PipelineTest {
  static final String ALIPAY = "alipay-a";
  static final String WECHAT = "wechat-a";
  static final Instant NOON = Instant.parse("2026-03-09T04:00:00Z");

  @Inject SettlementQueue queue;
  @Inject DataSource database;

  Books books;
  String merchant;

  @BeforeEach
  void newMerchant() {
    books = new Books(database);
    merchant = "m-" + UUID.randomUUID();
  }

  void registered(String... numbers) {
    for (String number : numbers) {
      books.register(merchant, number, 1000, "CNY");
    }
  }

  Verdict settle(Notice notice) {
    return settle(ALIPAY, notice);
  }

  Verdict settle(String account, Notice notice) {
    return await(submit(account, notice));
  }

  CompletionStage<Outcome> submit(String account, Notice notice) {
    return queue.submit(submission(account, notice));
  }

  Submission submission(String account, Notice notice) {
    Evidence evidence =
        new Evidence("{}", ("of " + notice.kind()).getBytes(StandardCharsets.UTF_8));
    String gateway = account.startsWith("wechat") ? "wechatpay" : "alipay";
    return new Submission(
        merchant, account, gateway, Source.CALLBACK, notice, evidence, Instant.now());
  }

  static Verdict await(CompletionStage<Outcome> stage) {
    try {
      return stage.toCompletableFuture().get(20, TimeUnit.SECONDS).verdict();
    } catch (Exception e) {
      throw new AssertionError("no outcome", e);
    }
  }

  static List<Verdict> await(List<CompletionStage<Outcome>> stages) {
    return stages.stream().map(PipelineTest::await).toList();
  }

  static Notice paid(String number, String transaction) {
    return paid(number, transaction, 1000);
  }

  static Notice paid(String number, String transaction, long amount) {
    return Notice.paid(number, transaction, amount, "CNY", NOON);
  }

  static Notice closed(String number) {
    return Notice.closed(number, "", NOON);
  }

  static Notice refunded(String number, String transaction, String refund, long amount) {
    return Notice.refunded(number, transaction, refund, "", amount, "CNY", NOON);
  }

  static Notice refundedInTotal(String number, String transaction, long total) {
    return Notice.refundedInTotal(number, transaction, total, "CNY", NOON);
  }
}
