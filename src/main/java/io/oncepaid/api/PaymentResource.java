package io.oncepaid.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncepaid.api.ListQuery.Page;
import io.oncepaid.database.Transactions;
import io.oncepaid.payment.Payment;
import io.oncepaid.payment.Registration;
import io.oncepaid.payment.Terms;
import io.oncepaid.pipeline.CaseSweep;
import io.smallrye.common.annotation.Blocking;
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
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** Registers payments and shows them. */
@Path("/payments")
@Produces(MediaType.APPLICATION_JSON)
@Blocking
public class PaymentResource {
  private static final String OPERATION = "POST /payments";

  @Inject PaymentScope scope;
  @Inject PaymentRequest requests;
  @Inject Registration registration;
  @Inject IdempotentCall idempotent;
  @Inject Transactions transactions;
  @Inject CaseSweep sweep;
  @Inject ObjectMapper json;

  /** Registers a payment: 201, or 200 when it was there with the same terms. */
  @POST
  @Operation(summary = "Register a payment; 200 when it was there with the same terms")
  @RequestBodySchema(Terms.class)
  @APIResponseSchema(value = Payment.class, responseCode = "201")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response register(
      @Context HttpHeaders headers, @QueryParam("merchant") String merchantParameter, byte[] body)
      throws SQLException {
    String merchant = scope.merchant(merchantParameter);
    Optional<String> key = IdempotencyKey.read(headers.getRequestHeader(IdempotencyKey.HEADER));
    Terms terms = PaymentRequest.read(body);
    AtomicReference<Payment> created = new AtomicReference<>();
    Transactions.Work<StoredResponse> work =
        connection -> register(connection, merchant, terms, created);
    Response response =
        key.isPresent()
            ? idempotent.run(
                new IdempotentCall.Call(merchant, OPERATION, key.get(), terms.fingerprint()), work)
            : transactions.write(work).response(false);
    if (created.get() != null) {
      // Notices may have overtaken the registration.
      sweep.payment(merchant, created.get().outTradeNo());
    }
    return response;
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
    return new Page<>(Timeline.of(scope.find(outTradeNo, merchant)), null);
  }

  private StoredResponse register(
      Connection connection, String merchant, Terms terms, AtomicReference<Payment> created)
      throws SQLException {
    Optional<Problem> objection = requests.objection(merchant, terms);
    if (objection.isEmpty()) {
      Optional<Payment> registered =
          registration.register(connection, merchant, terms, scope.source());
      if (registered.isPresent()) {
        created.set(registered.get());
        return answer(201, registered.get());
      }
    }
    // A statement of its own: the one that found the number taken does not see who took it.
    Optional<Payment> existing =
        terms.outTradeNo() == null
            ? Optional.empty()
            : Payment.find(connection, merchant, terms.outTradeNo());
    if (existing.isEmpty()) {
      throw objection.orElseGet(Problem::unavailable);
    }
    List<String> differences = terms.differences(existing.get());
    if (!differences.isEmpty()) {
      throw Problem.of(409, "PAYMENT_DIFFERS", "The number is taken by a payment with other terms.")
          .with("differences", differences);
    }
    return answer(200, existing.get());
  }

  private StoredResponse answer(int status, Payment payment) {
    String location =
        "/payments/" + URLEncoder.encode(payment.outTradeNo(), StandardCharsets.US_ASCII);
    try {
      return new StoredResponse(
          status, Map.of(HttpHeaders.LOCATION, location), json.writeValueAsBytes(payment));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
