package io.oncepaid.api;

import io.oncepaid.database.Transactions;
import io.oncepaid.payment.MerchantAction;
import io.oncepaid.payment.Payment;
import io.oncepaid.payment.Transitions;
import io.smallrye.common.annotation.Blocking;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.sql.SQLException;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Moves payments on: 200 when done or already there, 409 when the status forbids it. */
@Path("/payments/{out_trade_no}")
@Produces(MediaType.APPLICATION_JSON)
@Blocking
public class TransitionResource {
  @Inject PaymentScope scope;
  @Inject Transitions transitions;
  @Inject Transactions transactions;

  @POST
  @Path("/close")
  @Operation(summary = "PENDING becomes CLOSED")
  public Payment close(
      @PathParam("out_trade_no") String outTradeNo, @QueryParam("merchant") String merchant)
      throws SQLException {
    return move(outTradeNo, merchant, MerchantAction.CLOSE);
  }

  @POST
  @Path("/ship")
  @Operation(summary = "PAID becomes SHIPPED")
  public Payment ship(
      @PathParam("out_trade_no") String outTradeNo, @QueryParam("merchant") String merchant)
      throws SQLException {
    return move(outTradeNo, merchant, MerchantAction.SHIP);
  }

  @POST
  @Path("/complete")
  @Operation(summary = "SHIPPED becomes DONE")
  public Payment complete(
      @PathParam("out_trade_no") String outTradeNo, @QueryParam("merchant") String merchant)
      throws SQLException {
    return move(outTradeNo, merchant, MerchantAction.COMPLETE);
  }

  private Payment move(String outTradeNo, String merchantParameter, MerchantAction action)
      throws SQLException {
    String merchant = scope.owner(outTradeNo, merchantParameter);
    String source = scope.source();
    Transitions.Answer answer =
        transactions.write(
            connection -> transitions.move(connection, merchant, outTradeNo, action, source));
    return switch (answer.result()) {
      case MOVED, ALREADY_THERE -> answer.payment();
      case UNKNOWN -> throw PaymentScope.unknown();
      case FORBIDDEN ->
          throw forbidden(
              answer.payment(),
              action,
              "A payment that is " + answer.payment().status() + " cannot become " + action.to());
      case BOOKED ->
          throw forbidden(
              answer.payment(),
              action,
              "The payment is PENDING but its money is booked; it cannot become " + action.to());
    };
  }

  private static Problem forbidden(Payment payment, MerchantAction action, String detail) {
    return Problem.of(409, "TRANSITION_FORBIDDEN", detail + ".")
        .with("from", payment.status())
        .with("to", action.to());
  }
}
