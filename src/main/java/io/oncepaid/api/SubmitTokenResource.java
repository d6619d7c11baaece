package io.oncepaid.api;

import io.smallrye.common.annotation.Blocking;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** Issues what a form needs so that its second click is not a second order. */
@Path("/submit-tokens")
@Produces(MediaType.APPLICATION_JSON)
@Blocking
public class SubmitTokenResource {
  @Inject PaymentScope scope;
  @Inject SubmitTokens tokens;

  @POST
  @Operation(summary = "A one-time token against double submission, and a key to go with it")
  @APIResponseSchema(value = SubmitTokens.Issued.class, responseCode = "201")
  public Response issue(@QueryParam("merchant") String merchant) throws SQLException {
    return Response.status(Response.Status.CREATED)
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .entity(tokens.issue(scope.merchant(merchant)))
        .build();
  }
}
