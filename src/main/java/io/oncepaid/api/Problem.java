package io.oncepaid.api;

import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is answered instead of what was asked for: RFC 9457, with {@code code} as the word that
 * programs look at and {@code field} as the part of the request that is wrong.
 */
public final class Problem extends RuntimeException {
  public static final String MEDIA_TYPE = "application/problem+json";

  private final transient int status;
  private final transient Map<String, Object> members = new LinkedHashMap<>();
  private final transient Map<String, Object> headers = new LinkedHashMap<>();

  private Problem(int status, String detail) {
    super(detail, null, false, false);
    this.status = status;
  }

  /**
   * @param code a constant word
   * @param detail a sentence for people, free of secrets
   */
  public static Problem of(int status, String code, String detail) {
    Problem problem = new Problem(status, detail);
    problem.members.put("type", "about:blank");
    problem.members.put("title", title(status));
    problem.members.put("status", status);
    problem.members.put("code", code);
    problem.members.put("detail", detail);
    return problem;
  }

  /** A body, parameter or header that cannot be read as what it must be. */
  public static Problem unreadable(String field, String detail) {
    return of(400, "INVALID_REQUEST", field + " " + detail).field(field);
  }

  /** A request that can be read but not be done, whatever the state of the payment. */
  public static Problem unacceptable(String field, String detail) {
    return of(422, "UNACCEPTABLE", field + " " + detail).field(field);
  }

  public static Problem notFound(String detail) {
    return of(404, "NOT_FOUND", detail);
  }

  /** Nothing was decided; the same request may be sent again. */
  public static Problem unavailable() {
    return of(503, "UNAVAILABLE", "Nothing was decided; please try again.")
        .header("Retry-After", "1");
  }

  private static String title(int status) {
    if (status == 422) {
      return "Unprocessable Content"; // JAX-RS does not know this one
    }
    Response.Status known = Response.Status.fromStatusCode(status);
    return known == null ? "Error" : known.getReasonPhrase();
  }

  public Problem field(String name) {
    return with("field", name);
  }

  /** Adds an extension member. */
  public Problem with(String member, Object value) {
    members.put(member, value);
    return this;
  }

  public Problem header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  public int status() {
    return status;
  }

  /** The members of the JSON object, in order. */
  public Map<String, Object> members() {
    return members;
  }

  /** The headers that go with it. */
  public Map<String, Object> headers() {
    return headers;
  }

  public Response response() {
    Response.ResponseBuilder response = Response.status(status).type(MEDIA_TYPE).entity(members);
    headers.forEach(response::header);
    return response.build();
  }
}
