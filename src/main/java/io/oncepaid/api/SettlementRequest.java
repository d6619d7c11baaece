package io.oncepaid.api;

import io.oncepaid.gateway.Notice;
import io.oncepaid.pipeline.Account;
import io.oncepaid.pipeline.Accounts;
import io.oncepaid.pipeline.Evidence;
import io.oncepaid.pipeline.Source;
import io.oncepaid.pipeline.Submission;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The body of {@code POST /settlements}, or a message like it: a notice from a trusted source. */
@ApplicationScoped
public class SettlementRequest {
  private static final String[] FIELDS = {
    "account",
    "kind",
    "out_trade_no",
    "out_refund_no",
    "gateway_refund_id",
    "transaction_id",
    "amount",
    "currency",
    "refunded_total",
    "occurred_at",
    "evidence"
  };
  private static final List<String> KINDS = List.of("PAID", "CLOSED", "REFUNDED");
  private static final List<String> SOURCES = List.of("RECONCILIATION", "QUERY");
  private static final int LONGEST_ID = 128;

  /** The body's fields, for its description. */
  @Schema(name = "SettlementNotice")
  record Body(
      @Schema(required = true) String account,
      @Schema(
              required = true,
              enumeration = {"PAID", "CLOSED", "REFUNDED"})
          String kind,
      String outTradeNo,
      String transactionId,
      String outRefundNo,
      String gatewayRefundId,
      Long amount,
      String currency,
      Long refundedTotal,
      @Schema(required = true) Instant occurredAt,
      @Schema(
              required = true,
              enumeration = {"RECONCILIATION", "QUERY"})
          String source,
      Object evidence) {}

  private final Accounts accounts;
  private final Clock clock;

  SettlementRequest(Accounts accounts, Clock clock) {
    this.accounts = accounts;
    this.clock = clock;
  }

  /**
   * @throws Problem 400 for what cannot be read, 422 for what no gateway can mean, naming the field
   */
  Submission read(byte[] bytes) {
    String[] fields = Arrays.copyOf(FIELDS, FIELDS.length + 1);
    fields[FIELDS.length] = "source";
    JsonBody body = JsonBody.read(bytes, fields);
    Source source = Source.valueOf(word(body, "source", SOURCES));
    return submission(body, source, evidence(body));
  }

  /**
   * Reads a message: the same fields but the source, and the whole of it is the evidence.
   *
   * @param headers where it came from, as a JSON object
   * @throws Problem as for a request
   */
  public Submission readMessage(byte[] bytes, String headers) {
    JsonBody body = JsonBody.read(bytes, FIELDS);
    return submission(body, Source.MESSAGE, new Evidence(headers, bytes));
  }

  private Submission submission(JsonBody body, Source source, Evidence evidence) {
    String name = body.requiredText("account", LONGEST_ID);
    Account account =
        accounts.find(name).orElseThrow(() -> Problem.unacceptable("account", "is not configured"));
    return new Submission(
        account.merchant(),
        account.name(),
        account.kind(),
        source,
        notice(body),
        evidence,
        clock.instant());
  }

  private static Notice notice(JsonBody body) {
    Notice.Kind kind = Notice.Kind.valueOf(word(body, "kind", KINDS));
    Instant occurredAt = body.time("occurred_at");
    if (occurredAt == null) {
      throw Problem.unreadable("occurred_at", "is required");
    }
    Long amount = body.integer("amount");
    boolean closed = kind == Notice.Kind.CLOSED;
    try {
      return new Notice(
          kind,
          textOr(body, "out_trade_no"),
          textOr(body, "transaction_id"),
          textOr(body, "out_refund_no"),
          textOr(body, "gateway_refund_id"),
          amount == null ? 0 : amount,
          closed ? "" : textOr(body, "currency"),
          body.integer("refunded_total"),
          occurredAt);
    } catch (Notice.InvalidNotice e) {
      throw Problem.unacceptable(e.field(), "is missing or impossible");
    }
  }

  private static String textOr(JsonBody body, String field) {
    String text = body.text(field, LONGEST_ID);
    return text == null ? "" : text;
  }

  private static String word(JsonBody body, String field, List<String> words) {
    return ListQuery.word(field, body.requiredText(field, 20), words);
  }

  private static Evidence evidence(JsonBody body) {
    String evidence = body.anything("evidence");
    return evidence == null
        ? Evidence.NONE
        : new Evidence("{}", evidence.getBytes(StandardCharsets.UTF_8));
  }
}
