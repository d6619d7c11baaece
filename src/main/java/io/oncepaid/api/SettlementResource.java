package io.oncepaid.api;

import io.oncepaid.database.Transactions;
import io.oncepaid.gateway.Answer;
import io.oncepaid.payment.Payment;
import io.oncepaid.pipeline.SettlementQueue;
import io.oncepaid.pipeline.Submission;
import io.oncepaid.pipeline.Verdict;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;

/** Notices from a trusted source take the same way as callbacks, from layer 2 on. */
@Path("/settlements")
@Produces(MediaType.APPLICATION_JSON)
@Blocking
public class SettlementResource {
  @Inject Caller caller;
  @Inject SettlementRequest requests;
  @Inject SettlementQueue queue;
  @Inject Transactions transactions;

  /**
   * What became of the notice.
   *
   * @param payment as it is now, null where there is none
   */
  public record Settlement(Verdict verdict, Payment payment) {}

  /** Settles a notice; the operator only. A refusal is a problem with verdict and payment. */
  @POST
  @Operation(summary = "Settle a notice from a trusted source (operator only)")
  @RequestBodySchema(SettlementRequest.Body.class)
  @Consumes(MediaType.APPLICATION_JSON)
  public CompletionStage<Settlement> settle(byte[] body) {
    caller.mustBeOperator();
    Submission submission = requests.read(body);
    // Neither a thread nor a connection waits; the queue's own deadline ends the wait.
    return queue
        .submit(submission)
        .thenApplyAsync(
            outcome -> answer(submission, outcome.verdict()), Infrastructure.getDefaultExecutor());
  }

  private Settlement answer(Submission submission, Verdict verdict) {
    if (verdict == Verdict.UNAVAILABLE) {
      throw Problem.unavailable().with("verdict", verdict).with("payment", null);
    }
    Payment payment = payment(submission).orElse(null);
    if (verdict.answer() == Answer.ACCEPT) {
      return new Settlement(verdict, payment);
    }
    throw Problem.of(verdict.status(), verdict.name(), "The notice was not settled: " + verdict)
        .with("verdict", verdict)
        .with("payment", payment);
  }

  private Optional<Payment> payment(Submission submission) {
    String number = submission.notice().outTradeNo();
    try {
      return transactions.read(
          connection ->
              number.isEmpty()
                  ? Payment.findByTransaction(
                      connection,
                      submission.merchant(),
                      submission.account(),
                      submission.notice().transactionId())
                  : Payment.find(connection, submission.merchant(), number));
    } catch (SQLException e) {
      // The notice is settled; whoever asks again is told so, as a replay.
      throw new IllegalStateException(e);
    }
  }
}
