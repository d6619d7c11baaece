package io.oncepaid.api;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Every failure leaves as a problem; nothing of ours is told that a stranger need not know. */
public class ProblemMappers {
  private static final Logger LOG = Logger.getLogger(ProblemMappers.class);

  @ServerExceptionMapper
  public Response problem(Problem problem) {
    return problem.response();
  }

  /** What the framework refuses: no such path, method, media type. */
  @ServerExceptionMapper
  public Response refused(WebApplicationException refusal) {
    Response framework = refusal.getResponse();
    int status = framework.getStatus();
    if (status >= 500) {
      return unexpected(refusal);
    }
    Problem problem = Problem.of(status, code(status), detail(status));
    String allow = framework.getHeaderString(HttpHeaders.ALLOW);
    return (allow == null ? problem : problem.header(HttpHeaders.ALLOW, allow)).response();
  }

  /** What nobody foresaw, and a database that is away. */
  @ServerExceptionMapper
  public Response unexpected(Throwable failure) {
    if (DatabaseAway.isCauseOf(failure)) {
      LOG.warnf("answered 503: %s", failure.getMessage());
      return Problem.unavailable().response();
    }
    String traceId = UUID.randomUUID().toString();
    LOG.errorf(failure, "answered 500, trace id %s", traceId);
    return Problem.of(500, "INTERNAL", "Something unforeseen happened; the log has more.")
        .with("trace_id", traceId)
        .response();
  }

  /**
   * The body broke off or grew beyond the limit while it was read. The server has answered that by
   * itself where an answer could still be sent, so this one has no body.
   */
  @ServerExceptionMapper
  public Response unread(IOException failure) {
    LOG.debugf("a body could not be read: %s", failure.getMessage());
    return Response.status(400).build();
  }

  private static String code(int status) {
    return switch (status) {
      case 404 -> "NOT_FOUND";
      case 405 -> "METHOD_NOT_ALLOWED";
      case 406 -> "NOT_ACCEPTABLE";
      case 413 -> "TOO_LARGE";
      case 415 -> "UNSUPPORTED_MEDIA_TYPE";
      default -> "INVALID_REQUEST";
    };
  }

  private static String detail(int status) {
    return switch (status) {
      case 404 -> "Nothing is here.";
      case 405 -> "The path does not have this method.";
      case 406 -> "The answer is JSON.";
      case 413 -> "The body is too large.";
      case 415 -> "The body must be application/json.";
      default -> "The request cannot be read.";
    };
  }
}
