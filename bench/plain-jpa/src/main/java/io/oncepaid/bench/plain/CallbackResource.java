package io.oncepaid.bench.plain;

import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import org.hibernate.exception.ConstraintViolationException;

/** The textbook way to receive an Alipay notification: verify, then one transaction for each. */
@Path("/callbacks/{account}")
public class CallbackResource {
  private final AlipayNotification alipay;
  private final Settlement settlement;

  CallbackResource(AlipayNotification alipay, Settlement settlement) {
    this.alipay = alipay;
    this.settlement = settlement;
  }

  @POST
  @Blocking
  public Response receive(byte[] body) {
    Map<String, String> fields = AlipayNotification.parse(body);
    if (!alipay.isGenuine(fields)) {
      return Response.status(401).entity("failure").build();
    }
    try {
      settlement.settle(fields, body);
    } catch (ConstraintViolationException alreadyClaimed) {
      return Response.ok("success").build();
    } catch (Settlement.NotPayable e) {
      return Response.status(409).entity("failure").build();
    }
    return Response.ok("success").build();
  }
}
