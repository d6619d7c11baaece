package io.oncepaid.api;

import io.oncepaid.api.ListQuery.Page;
import io.oncepaid.payment.Payment;
import io.oncepaid.payment.Terms;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** Registers payments and shows them. */
@Path("/payments")
@Produces(MediaType.APPLICATION_JSON)
@Blocking
public class PaymentResource {
  @Inject PaymentScope scope;
  @Inject OrderDesk desk;
  @Inject Freshness freshness;

  /** Registers a payment: 201, or 200 when it was there with the same terms. */
  @POST
  @Operation(summary = "Register a payment; 200 when it was there with the same terms")
  @RequestBodySchema(Terms.class)
  @APIResponseSchema(value = Payment.class, responseCode = "201")
  @Consumes(MediaType.APPLICATION_JSON)
  public Uni<Response> register(
      @Context HttpHeaders headers, @QueryParam("merchant") String merchantParameter, byte[] body) {
    return desk.register(
        new OrderDesk.Order(
            scope.merchant(merchantParameter),
            scope.source(),
            IdempotencyKey.read(headers.getRequestHeader(IdempotencyKey.HEADER)),
            SubmitTokens.read(headers.getRequestHeader(SubmitTokens.HEADER)),
            PaymentRequest.read(body)));
  }

  @GET
  @Path("/{out_trade_no}")
  @Operation(summary = "A payment as it is now")
  public Payment payment(
      @PathParam("out_trade_no") String outTradeNo, @QueryParam("merchant") String merchant)
      throws SQLException {
    return scope.find(outTradeNo, merchant);
  }

  /** Everything that happened to the payment, oldest first. */
  @GET
  @Path("/{out_trade_no}/timeline")
  @Operation(summary = "Everything that happened to a payment, oldest first")
  public Page<Map<String, Object>> timeline(
      @PathParam("out_trade_no") String outTradeNo, @QueryParam("merchant") String merchant)
      throws SQLException {
    freshness.mayLag();
    return new Page<>(Timeline.of(scope.find(outTradeNo, merchant)), null);
  }
}
