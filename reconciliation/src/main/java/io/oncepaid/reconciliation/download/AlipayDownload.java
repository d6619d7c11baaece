package io.oncepaid.reconciliation.download;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncepaid.reconciliation.CannotRun;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Alipay's {@code alipay.data.dataservice.bill.downloadurl.query}: a URL that lives 30 seconds. No
 * hash is published; the archive's check-sums and the bill's totals are checked by its reader.
 */
final class AlipayDownload implements BillSource {
  private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
  private static final LocalTime READY = LocalTime.of(10, 30);
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private final Http http;
  private final Clock clock;
  private final String gateway;
  private final String appId;
  private final Signer signer;

  AlipayDownload(Http http, Clock clock, String gateway, String appId, Signer signer) {
    this.http = http;
    this.clock = clock;
    this.gateway = gateway;
    this.appId = appId;
    this.signer = signer;
  }

  @Override
  public Fetched fetch(LocalDate date, Path folder) throws IOException {
    Http.Answer answer = http.call(() -> request(date));
    JsonNode body =
        new ObjectMapper()
            .readTree(answer.body())
            .path("alipay_data_dataservice_bill_downloadurl_query_response");
    String url = body.path("bill_download_url").asText();
    if (!body.path("code").asText().equals("10000") || url.isEmpty()) {
      throw refused(date, body);
    }
    Path file = folder.resolve("alipay_trade_" + date + ".zip");
    http.download(url, Map.of(), file);
    return new Fetched(file, file.getFileName().toString());
  }

  private CannotRun refused(LocalDate date, JsonNode body) {
    String code = body.path("sub_code").asText(body.path("code").asText());
    var ready = date.plusDays(1).atTime(READY).atZone(ZONE).toInstant();
    if (code.contains("BILL_NOT_EXIST") || code.contains("bill_not_exist")) {
      // Alipay says the same of a day that is not ready and of one without movements.
      return new NotReadyYet(
          "the bill of " + date,
          clock.instant().isBefore(ready) ? ready : clock.instant().plusSeconds(3600));
    }
    return new CannotRun("Alipay answers " + code + " " + body.path("sub_msg").asText());
  }

  private HttpRequest request(LocalDate date) {
    Map<String, String> fields = new TreeMap<>();
    fields.put("app_id", appId);
    fields.put("method", "alipay.data.dataservice.bill.downloadurl.query");
    fields.put("format", "JSON");
    fields.put("charset", "utf-8");
    fields.put("sign_type", "RSA2");
    fields.put("timestamp", TIME.format(LocalDateTime.ofInstant(clock.instant(), ZONE)));
    fields.put("version", "1.0");
    fields.put("biz_content", "{\"bill_type\":\"trade\",\"bill_date\":\"" + date + "\"}");
    fields.put("sign", signer.sign(join(fields, false)));
    return HttpRequest.newBuilder(URI.create(gateway))
        .header("Content-Type", "application/x-www-form-urlencoded;charset=utf-8")
        .POST(HttpRequest.BodyPublishers.ofString(join(fields, true)))
        .build();
  }

  private static String join(Map<String, String> fields, boolean encoded) {
    return fields.entrySet().stream()
        .map(
            field ->
                field.getKey()
                    + "="
                    + (encoded
                        ? URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8)
                        : field.getValue()))
        .collect(Collectors.joining("&"));
  }
}
