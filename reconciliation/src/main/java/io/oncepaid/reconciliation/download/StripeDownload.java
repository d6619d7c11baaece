package io.oncepaid.reconciliation.download;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncepaid.reconciliation.CannotRun;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/**
 * Stripe's reporting API: a report run is created for the day, asked for until it has succeeded,
 * and its file downloaded; the file object tells its size.
 */
final class StripeDownload implements BillSource {
  private static final String TYPE = "balance_change_from_activity.itemized.3";
  private static final List<String> COLUMNS =
      List.of(
          "balance_transaction_id",
          "created_utc",
          "currency",
          "gross",
          "fee",
          "net",
          "reporting_category",
          "source_id",
          "customer_facing_amount",
          "customer_facing_currency",
          "charge_id",
          "payment_intent_id",
          "payment_metadata[out_trade_no]");
  private static final int ASKS = 60;

  private final Http http;
  private final Clock clock;
  private final String base;
  private final String apiKey;
  private final Duration pause;

  StripeDownload(Http http, Clock clock, String base, String apiKey, Duration pause) {
    this.http = http;
    this.clock = clock;
    this.base = base;
    this.apiKey = apiKey;
    this.pause = pause;
  }

  @Override
  public Fetched fetch(LocalDate date, Path folder) throws IOException {
    JsonNode type = ask("/v1/reporting/report_types/" + TYPE);
    long until = date.plusDays(1).atStartOfDay(ZoneOffset.UTC).toEpochSecond();
    if (type.path("data_available_end").asLong() < until) {
      throw new NotReadyYet("Stripe's report of " + date, clock.instant().plusSeconds(3600));
    }
    JsonNode run = json(http.call(() -> create(date)));
    for (int i = 0; i < ASKS && run.path("status").asText().equals("pending"); i++) {
      sleep();
      run = ask("/v1/reporting/report_runs/" + run.path("id").asText());
    }
    if (run.path("status").asText().equals("pending")) {
      throw new NotReadyYet("Stripe's report of " + date, clock.instant().plusSeconds(600));
    }
    JsonNode result = run.path("result");
    if (!run.path("status").asText().equals("succeeded") || result.isMissingNode()) {
      throw new CannotRun("Stripe's report failed: " + run.path("error").asText());
    }
    Path file = folder.resolve("stripe_" + TYPE + "_" + date + ".csv");
    http.download(result.path("url").asText(), authorization(), file);
    long size = result.path("size").asLong(-1);
    if (Files.size(file) != size) {
      throw new CannotRun(
          "Stripe's report has " + Files.size(file) + " bytes, not the " + size + " it names");
    }
    return new Fetched(file, file.getFileName().toString());
  }

  private JsonNode ask(String path) throws IOException {
    return json(
        http.call(
            () ->
                HttpRequest.newBuilder(URI.create(base + path))
                    .header("Authorization", "Bearer " + apiKey)
                    .GET()
                    .build()));
  }

  private HttpRequest create(LocalDate date) {
    StringBuilder form = new StringBuilder("report_type=" + TYPE);
    long from = date.atStartOfDay(ZoneOffset.UTC).toEpochSecond();
    form.append("&parameters[interval_start]=").append(from);
    form.append("&parameters[interval_end]=");
    form.append(date.plusDays(1).atStartOfDay(ZoneOffset.UTC).toEpochSecond());
    for (String column : COLUMNS) {
      form.append("&parameters[columns][]=");
      form.append(URLEncoder.encode(column, StandardCharsets.UTF_8));
    }
    return HttpRequest.newBuilder(URI.create(base + "/v1/reporting/report_runs"))
        .header("Authorization", "Bearer " + apiKey)
        .header("Content-Type", "application/x-www-form-urlencoded")
        // The same request twice makes one run.
        .header("Idempotency-Key", "oncepaid-" + TYPE + "-" + date + "-" + from)
        .POST(HttpRequest.BodyPublishers.ofString(form.toString()))
        .build();
  }

  private static JsonNode json(Http.Answer answer) throws IOException {
    JsonNode body = new ObjectMapper().readTree(answer.body());
    if (answer.status() != 200) {
      throw new CannotRun(
          "Stripe answers HTTP " + answer.status() + " " + body.at("/error/message").asText());
    }
    return body;
  }

  private Map<String, String> authorization() {
    return Map.of("Authorization", "Bearer " + apiKey);
  }

  private void sleep() {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CannotRun("interrupted");
    }
  }
}
