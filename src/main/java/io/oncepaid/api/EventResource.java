package io.oncepaid.api;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.oncepaid.api.ListQuery.Page;
import io.smallrye.common.annotation.Blocking;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** What the business was or will be told. */
@Path("/events")
@Produces(MediaType.APPLICATION_JSON)
@Blocking
public class EventResource {
  private static final List<String> STATUSES = List.of("PENDING", "DELIVERED", "DEAD");

  @Inject Caller caller;

  /**
   * An event and how far its delivery is.
   *
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
}
