package io.oncepaid.api;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.oncepaid.OncepaidConfig;
import io.oncepaid.api.ListQuery.Page;
import io.oncepaid.outbox.Redelivery;
import io.smallrye.common.annotation.Blocking;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;

/** What the business was or will be told. */
@Path("/events")
@Produces(MediaType.APPLICATION_JSON)
@Blocking
public class EventResource {
  private static final List<String> STATUSES = List.of("PENDING", "DELIVERED", "DEAD");

  private static final int LONGEST_ID = 100;

  @Inject Caller caller;
  @Inject OncepaidConfig config;
  @Inject Redelivery redelivery;
  @Inject Freshness freshness;

  /**
   * An event and how far its delivery is.
   *
   * @param attempts how often its delivery was begun
   * @param lastError why the last attempt failed
   * @param payload the JSON object that is delivered
   */
  public record EventView(
      String id,
      String type,
      String status,
      String merchant,
      String outTradeNo,
      int attempts,
      Instant createdAt,
      Instant nextAttemptAt,
      Instant deliveredAt,
      String lastError,
      @JsonRawValue @Schema(type = SchemaType.OBJECT) String payload) {

    static EventView of(EventRow row) {
      return new EventView(
          row.id,
          row.type,
          row.status,
          row.merchant,
          row.outTradeNo,
          row.attempts,
          row.createdAt,
          "PENDING".equals(row.status) ? row.nextAttemptAt : null,
          row.deliveredAt,
          row.lastError,
          row.payload);
    }
  }

  /** Events, newest first. */
  @GET
  @Operation(summary = "Events and how far their delivery is, newest first")
  public Page<EventView> events(
      @QueryParam("status") String status,
      @QueryParam("type") String type,
      @QueryParam("out_trade_no") String outTradeNo,
      @QueryParam("merchant") String merchant,
      @QueryParam("limit") String limit,
      @QueryParam("cursor") String cursor) {
    freshness.mayLag();
    return new ListQuery()
        .where("merchant", caller.merchant(merchant).orElse(null))
        .where("status", ListQuery.word("status", status, STATUSES))
        .where("type", ListQuery.text(type))
        .where("outTradeNo", ListQuery.text(outTradeNo))
        .page( // The lambda, unlike a method reference, calls the enhanced entity.
            (query, sort, values) -> EventRow.find(query, sort, values),
            "seq",
            row -> row.seq,
            EventView::of,
            limit,
            cursor);
  }

  /** What is asked for, for its description. */
  record Since(@Schema(required = true) Instant since, String merchant) {}

  /** How many events are sent again. */
  public record Redelivered(int redelivered) {}

  /** Sends one event again, whatever became of it; its id stays the same. */
  @POST
  @Path("/{id}/redeliver")
  @Operation(summary = "Deliver an event again")
  public EventView redeliver(@PathParam("id") String id, @QueryParam("merchant") String merchant)
      throws SQLException {
    Set<String> merchants = caller.merchant(merchant).map(Set::of).orElse(all());
    if (id.length() > LONGEST_ID || !redelivery.one(merchants, ListQuery.text(id))) {
      throw Problem.notFound("No such event.");
    }
    EventRow row = EventRow.find("merchant in ?1 and id = ?2", merchants, id).singleResult();
    return EventView.of(row);
  }

  /** Sends again all events that were given up: {@code {since, merchant?}}. */
  @POST
  @Path("/redeliver")
  @Operation(summary = "Deliver all dead events again that were written since a time")
  @RequestBodySchema(Since.class)
  @Consumes(MediaType.APPLICATION_JSON)
  public Redelivered redeliverSince(byte[] bytes) throws SQLException {
    JsonBody body = JsonBody.read(bytes, "since", "merchant");
    Instant since = body.time("since");
    if (since == null) {
      throw Problem.unreadable("since", "is required");
    }
    String asked = body.text("merchant", LONGEST_ID);
    int count = 0;
    for (String merchant : caller.merchant(asked).map(Set::of).orElse(all())) {
      count += redelivery.dead(merchant, since);
    }
    return new Redelivered(count);
  }

  private Set<String> all() {
    return config.merchants().keySet();
  }
}
