package io.oncepaid.api;

import io.oncepaid.api.ListQuery.Page;
import io.oncepaid.pipeline.CaseKind;
import io.oncepaid.pipeline.CaseResolution;
import io.oncepaid.pipeline.CaseResolution.Resolution;
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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;

/** Money and state that do not fit, and what people decide about them. */
@Path("/cases")
@Produces(MediaType.APPLICATION_JSON)
@Blocking
public class CaseResource {
  private static final List<String> STATUSES = List.of("OPEN", "CLOSED");
  private static final List<String> KINDS = names(CaseKind.values());
  private static final List<String> RESOLUTIONS = names(Resolution.values());
  private static final int LONGEST_NOTE = 2000;

  @Inject Caller caller;
  @Inject CaseResolution resolution;
  @Inject Freshness freshness;

  /** The body of a resolution, for its description. */
  record Decision(@Schema(required = true) Resolution resolution, String note) {}

  /** Cases, newest first. */
  @GET
  @Operation(summary = "Cases, newest first")
  public Page<CaseView> cases(
      @QueryParam("status") String status,
      @QueryParam("kind") String kind,
      @QueryParam("out_trade_no") String outTradeNo,
      @QueryParam("merchant") String merchant,
      @QueryParam("limit") String limit,
      @QueryParam("cursor") String cursor) {
    freshness.mayLag();
    return new ListQuery()
        .where("merchant", caller.merchant(merchant).orElse(null))
        .where("status", ListQuery.word("status", status, STATUSES))
        .where("kind", ListQuery.word("kind", kind, KINDS))
        .where("outTradeNo", ListQuery.text(outTradeNo))
        .page( // The lambda, unlike a method reference, calls the enhanced entity.
            (query, sort, values) -> CaseRow.find(query, sort, values),
            "id",
            row -> row.id,
            CaseView::of,
            limit,
            cursor);
  }

  @GET
  @Path("/{id}")
  @Operation(summary = "One case")
  public CaseView show(@PathParam("id") String id) {
    return find(id);
  }

  /** Decides a case: {@code {resolution, note?}}. */
  @POST
  @Path("/{id}/resolve")
  @Operation(summary = "Decide a case")
  @RequestBodySchema(Decision.class)
  @Consumes(MediaType.APPLICATION_JSON)
  public CaseView resolve(@PathParam("id") String id, byte[] bytes) throws SQLException {
    JsonBody body = JsonBody.read(bytes, "resolution", "note");
    String word = ListQuery.word("resolution", body.requiredText("resolution", 20), RESOLUTIONS);
    String note = body.text("note", LONGEST_NOTE);
    CaseView found = find(id);
    return switch (resolution.resolve(
        found.merchant(), found.id(), Resolution.valueOf(word), note, caller.name())) {
      case RESOLVED, ALREADY -> find(id);
      case NOT_FOUND -> throw unknown();
      case REFUSED -> throw refused(find(id));
    };
  }

  private CaseView find(String id) {
    if (!id.matches("[0-9]{1,18}")) {
      throw unknown();
    }
    CaseRow row = CaseRow.findById(Long.valueOf(id));
    Optional<String> merchant = caller.merchant(null);
    if (row == null || merchant.isPresent() && !merchant.get().equals(row.merchant)) {
      throw unknown();
    }
    // The next look must see what has changed since.
    CaseRow.getEntityManager().detach(row);
    return CaseView.of(row);
  }

  private static Problem refused(CaseView found) {
    Problem problem =
        found.resolution() == null
            ? Problem.of(
                409,
                "RESOLUTION_IMPOSSIBLE",
                "A case of kind " + found.kind() + " cannot be resolved so, or not any more.")
            : Problem.of(
                409, "RESOLVED_OTHERWISE", "The case is closed as " + found.resolution() + ".");
    return problem.with("case", found);
  }

  private static Problem unknown() {
    return Problem.notFound("No such case.");
  }

  private static List<String> names(Enum<?>[] values) {
    return Arrays.stream(values).map(Enum::name).toList();
  }
}
