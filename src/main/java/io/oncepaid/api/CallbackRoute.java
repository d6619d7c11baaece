package io.oncepaid.api;

import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reply;
import io.oncepaid.pipeline.Account;
import io.oncepaid.pipeline.Accounts;
import io.oncepaid.pipeline.CallbackPipeline;
import io.oncepaid.pipeline.CallbackPipeline.Received;
import io.oncepaid.pipeline.Evidence;
import io.oncepaid.pipeline.Replies;
import io.oncepaid.pipeline.Verdict;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;

/**
 * Where gateways report. No authentication but the signature; no decision is made here.
 *
 * <p>A plain route and no JAX-RS resource: what the framework does around a resource (content
 * negotiation, security identity, a request scope) costs as much as a good part of the signature,
 * and nothing of it applies to a callback.
 */
@ApplicationScoped
public class CallbackRoute {
  static final String PATH = "/callbacks/:account";

  private static final String RETRY_AFTER_SECONDS = "5";

  private final Router router;
  private final Accounts accounts;
  private final CallbackPipeline pipeline;
  private final CallbackMetrics metrics;
  private final HttpEdge edge;
  private final Clock clock;

  CallbackRoute(
      Router router,
      Accounts accounts,
      CallbackPipeline pipeline,
      CallbackMetrics metrics,
      HttpEdge edge,
      Clock clock) {
    this.router = router;
    this.accounts = accounts;
    this.pipeline = pipeline;
    this.metrics = metrics;
    this.edge = edge;
    this.clock = clock;
  }

  // Once the settings are checked: whoever looks for the router looks for the accounts, too.
  void register(@Observes StartupEvent event) {
    router.route(HttpMethod.POST, PATH).order(HttpEdge.CALLBACKS).handler(this::receive);
    router.route(PATH).order(HttpEdge.CALLBACKS + 1).handler(this::refuseMethod);
  }

  /** The exact bytes in, the gateway's exact answer out. */
  private void receive(RoutingContext call) {
    Account account = accounts.find(call.pathParam("account")).orElse(null);
    if (account == null) {
      edge.answer(call, Problem.notFound("Nothing is here."));
      return;
    }
    edge.readBody(call, body -> receive(call, account, body));
  }

  private void receive(RoutingContext call, Account account, byte[] body) {
    Context eventLoop = call.vertx().getOrCreateContext();
    RawCallback raw = new RawCallback(RequestHeaders.of(call.request()), body, clock.instant());
    Evidence evidence = Evidence.of(raw);
    pipeline
        .receive(account, raw, evidence)
        .whenComplete(
            (received, fault) ->
                eventLoop.runOnContext(
                    now -> {
                      if (fault == null) {
                        HttpEdge.guard(call, () -> answer(call, account, received));
                      } else {
                        call.fail(fault);
                      }
                    }));
  }

  private void answer(RoutingContext call, Account account, Received received) {
    Verdict verdict = Replies.worst(received.outcomes());
    metrics.count(account, verdict, received.type());
    HttpServerResponse response = call.response();
    if (response.closed()) {
      return;
    }
    Reply reply = Replies.reply(account, received.outcomes(), clock);
    response.setStatusCode(reply.status());
    if (reply.mediaType() != null) {
      response.putHeader(HttpHeaders.CONTENT_TYPE, reply.mediaType());
    }
    if (verdict == Verdict.UNAVAILABLE) {
      response.putHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
    }
    response.end(Buffer.buffer(reply.body()));
  }

  private void refuseMethod(RoutingContext call) {
    edge.answer(
        call,
        Problem.of(405, "METHOD_NOT_ALLOWED", "The path does not have this method.")
            .header("Allow", "POST"));
  }
}
