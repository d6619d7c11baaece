package io.oncepaid.query;

import io.micrometer.core.instrument.MeterRegistry;
import io.oncepaid.gateway.Standing;
import io.oncepaid.gateway.UnusableCallback;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;

/**
 * Figures and log lines of the active query. {@code oncepaid_query_answers_total{account,answer}}
 * counts every question once: paid, open, closed, not_found; timeout, failed, spared (the fuse is
 * out); forged, malformed, unreadable, probe.
 */
@ApplicationScoped
class QueryMetrics {
  private static final Logger LOG = Logger.getLogger("io.oncepaid.query");

  private final MeterRegistry registry;
  private final AtomicLong oldestUnansweredS = new AtomicLong();

  QueryMetrics(MeterRegistry registry) {
    this.registry = registry;
    registry.gauge("oncepaid.query.oldest.unanswered.seconds", oldestUnansweredS);
  }

  void answered(QueryAccount account, Standing.Kind answer) {
    count(account.name(), answer.name().toLowerCase(Locale.ROOT));
  }

  /** An answer that proves nothing: an alarm, unless the gateway only tests us. */
  void unusable(Question question, UnusableCallback answer) {
    String reason = answer.isProbe() ? "probe" : answer.reason().name().toLowerCase(Locale.ROOT);
    count(question.account().name(), reason);
    if (!answer.isProbe()) {
      LOG.warnf(
          "account %s, payment %s: the gateway's answer is %s: %s",
          question.account().name(), question.outTradeNo(), reason, answer.getMessage());
    }
  }

  void failed(Question question, String how, Exception cause) {
    count(question.account().name(), how);
    LOG.infof(
        "account %s, payment %s: no answer, %s: %s",
        question.account().name(), question.outTradeNo(), how, cause.getMessage());
  }

  void spared(QueryAccount account) {
    count(account.name(), "spared");
  }

  void closeAsked(QueryAccount account) {
    registry.counter("oncepaid.query.close.requests", "account", account.name()).increment();
  }

  void closed(String merchant) {
    registry.counter("oncepaid.query.closed", "merchant", merchant).increment();
  }

  /** A payment that stays PENDING though it was asked for long enough: only a bill can tell. */
  void gaveUp(String account) {
    registry.counter("oncepaid.query.given.up", "account", account).increment();
    LOG.warnf("account %s: a payment was asked for long enough and stays PENDING", account);
  }

  void oldestUnanswered(long seconds) {
    oldestUnansweredS.set(seconds);
  }

  private void count(String account, String answer) {
    registry.counter("oncepaid.query.answers", "account", account, "answer", answer).increment();
  }
}
