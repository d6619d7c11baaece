package io.oncepaid.api;

import io.micrometer.core.instrument.MeterRegistry;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reply;
import io.oncepaid.pipeline.Account;
import io.oncepaid.pipeline.Accounts;
import io.oncepaid.pipeline.CallbackPipeline;
import io.oncepaid.pipeline.CallbackPipeline.Received;
import io.oncepaid.pipeline.Evidence;
import io.oncepaid.pipeline.Replies;
import io.oncepaid.pipeline.Verdict;
import io.smallrye.common.annotation.NonBlocking;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import java.util.concurrent.CompletionStage;

/** Where gateways report. No authentication but the signature; no decision is made here. */
@Path("/callbacks/{account}")
public class CallbackResource {
  private static final int RETRY_AFTER_SECONDS = 5;

  private final Accounts accounts;
  private final CallbackPipeline pipeline;
  private final MeterRegistry metrics;
  private final Clock clock;

  CallbackResource(
      Accounts accounts, CallbackPipeline pipeline, MeterRegistry metrics, Clock clock) {
    this.accounts = accounts;
    this.pipeline = pipeline;
    this.metrics = metrics;
    this.clock = clock;
  }

  /** The exact bytes in, the gateway's exact answer out. */
  @POST
  @NonBlocking
  public CompletionStage<Response> receive(
      @PathParam("account") String name, @Context HttpServerRequest request, byte[] body) {
    Account account = accounts.find(name).orElseThrow(NotFoundException::new);
    RawCallback raw =
        new RawCallback(
            RequestHeaders.of(request), body == null ? new byte[0] : body, clock.instant());
    Evidence evidence = new Evidence(RequestHeaders.evidence(raw.headers()), raw.body());
    return pipeline
        .receive(account, raw, evidence)
        .thenApply(received -> answer(account, received));
  }

  private Response answer(Account account, Received received) {
    Verdict verdict = Replies.worst(received.outcomes());
    metrics
        .counter("oncepaid.callbacks", "gateway", account.kind(), "verdict", verdict.name())
        .increment();
    if (verdict == Verdict.IGNORED) {
      metrics
          .counter("oncepaid.callbacks.ignored", "gateway", account.kind(), "type", received.type())
          .increment();
    }
    Reply reply = Replies.reply(account, received.outcomes(), clock);
    Response.ResponseBuilder response = Response.status(reply.status());
    if (reply.mediaType() != null) {
      response.entity(reply.body()).header("Content-Type", reply.mediaType());
    }
    if (verdict == Verdict.UNAVAILABLE) {
      response.header("Retry-After", RETRY_AFTER_SECONDS);
    }
    return response.build();
  }
}
