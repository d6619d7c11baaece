package io.oncepaid.api;

import jakarta.inject.Inject;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/** No resource is reached without a key. Callbacks are no resource; they carry a signature. */
public class ApiKeyFilter {
  private static final String SCHEME = "Bearer ";
  private static final String CHALLENGE = "Bearer realm=\"oncepaid\"";

  @Inject ApiKeys keys;
  @Inject Caller caller;

  @ServerRequestFilter(priority = Priorities.AUTHENTICATION)
  public void beforeTheResource(ContainerRequestContext request) {
    identify(request);
  }

  /** The framework answers OPTIONS by itself, without a resource. */
  @ServerRequestFilter(preMatching = true)
  public void beforeTheFramework(ContainerRequestContext request) {
    if (request.getMethod().equals(HttpMethod.OPTIONS)) {
      identify(request);
    }
  }

  private void identify(ContainerRequestContext request) {
    List<String> credentials = request.getHeaders().get(HttpHeaders.AUTHORIZATION);
    if (credentials == null || credentials.isEmpty()) {
      throw refusal("An API key is needed: Authorization: Bearer <key>.", CHALLENGE);
    }
    caller.identify(
        keys.owner(bearer(credentials))
            .orElseThrow(
                () ->
                    refusal("The API key is not known.", CHALLENGE + ", error=\"invalid_token\"")));
  }

  private static String bearer(List<String> credentials) {
    String value = credentials.get(0);
    if (credentials.size() > 1 || !value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw refusal("One Authorization header with the scheme Bearer is needed.", CHALLENGE);
    }
    return value.substring(SCHEME.length()).strip();
  }

  private static Problem refusal(String detail, String challenge) {
    return Problem.of(401, "UNAUTHORIZED", detail).header(HttpHeaders.WWW_AUTHENTICATE, challenge);
  }
}
