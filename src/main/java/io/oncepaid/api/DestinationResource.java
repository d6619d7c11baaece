package io.oncepaid.api;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.outbox.DestinationStates;
import io.oncepaid.outbox.DestinationStates.State;
import io.oncepaid.outbox.Redelivery;
import io.smallrye.common.annotation.Blocking;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Where events go, and letting them go there again after a destination wanted none. */
@Path("/destinations")
@Produces(MediaType.APPLICATION_JSON)
@Blocking
public class DestinationResource {
  @Inject Caller caller;
  @Inject OncepaidConfig config;
  @Inject DestinationStates states;
  @Inject Redelivery redelivery;

  /** All of them: as many as there are merchants. */
  public record All(List<State> items) {}

  @GET
  @Operation(summary = "Where the merchants' events go, and whether they do")
  public All destinations(@QueryParam("merchant") String merchant) throws SQLException {
    Set<String> asked = caller.merchant(merchant).map(Set::of).orElse(config.merchants().keySet());
    return new All(states.of(asked.stream().filter(config.merchants()::containsKey).toList()));
  }

  /** Lets events leave again; nothing changes where they do. */
  @POST
  @Path("/{merchant}/enable")
  @Operation(summary = "Deliver to a destination again that has answered 410")
  public State enable(@PathParam("merchant") String merchant) throws SQLException {
    String asked = caller.merchant(merchant).orElse(merchant);
    if (!config.merchants().containsKey(asked)) {
      throw Problem.notFound("No such merchant.");
    }
    redelivery.enable(asked);
    return states.of(List.of(asked)).get(0);
  }
}
