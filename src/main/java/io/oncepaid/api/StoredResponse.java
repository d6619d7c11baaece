package io.oncepaid.api;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Map;

/**
 * An answer down to its bytes, as it is kept for an Idempotency-Key.
 *
 * @param headers those that matter to a repeat (Location); the others are made anew
 * @param body JSON
 */
record StoredResponse(int status, Map<String, String> headers, byte[] body) {

  Response response(boolean replayed) {
    Response.ResponseBuilder response =
        Response.status(status)
            .header(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON)
            .entity(body);
    headers.forEach(response::header);
    if (replayed) {
      response.header("Idempotency-Replayed", "true");
    }
    return response.build();
  }
}
