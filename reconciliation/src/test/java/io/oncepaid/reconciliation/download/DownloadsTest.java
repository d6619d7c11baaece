package io.oncepaid.reconciliation.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.oncepaid.reconciliation.CannotRun;
import io.oncepaid.reconciliation.bill.Samples;
import io.oncepaid.reconciliation.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Downloads against a server that speaks the gateways' protocols: it checks every signature, is
 * away for the first request, and breaks off the first download in the middle.
 */
@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class DownloadsTest {
  private static final Clock LATER =
      Clock.fixed(Instant.parse("2026-03-10T04:00:00Z"), ZoneOffset.UTC);
  private static final Clock EARLY =
      Clock.fixed(Instant.parse("2026-03-09T20:00:00Z"), ZoneOffset.UTC);
  private static final Pattern WECHAT =
      Pattern.compile(
          "WECHATPAY2-SHA256-RSA2048 mchid=\"1900000001\",nonce_str=\"([^\"]+)\","
              + "signature=\"([^\"]+)\",timestamp=\"([0-9]+)\",serial_no=\"5157F09EFDC096DE\"");
  private static final KeyPair KEYS = keys();

  @Inject Http http;
  @TempDir Path folder;

  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger downloads = new AtomicInteger();
  private HttpServer server;
  private String base;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.start();
    base = "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void wechat_pay_is_asked_with_a_signature_and_the_hash_is_compared() throws IOException {
    wechat("76f70f6276f4f425e18172a2a3f8417dbdb27bd1");
    BillSource.Fetched fetched = wechatSource(LATER).fetch(Samples.DATE, folder);
    assertThat(fetched.file()).hasSameBinaryContentAs(Samples.path(Samples.WECHAT_GZ));
    assertThat(downloads.get()).isEqualTo(2);
  }

  @Test
  void wechat_pay_with_another_hash_is_refused() {
    wechat("0000000000000000000000000000000000000000");
    assertThatThrownBy(() -> wechatSource(LATER).fetch(Samples.DATE, folder))
        .isInstanceOf(CannotRun.class)
        .hasMessageContaining("hash");
  }

  @Test
  void a_bill_before_its_time_is_not_ready_and_after_it_a_day_without_movements() throws Exception {
    server.createContext(
        "/v3/bill/tradebill",
        exchange -> answer(exchange, 400, "{\"code\":\"NO_STATEMENT_EXIST\"}".getBytes()));
    assertThatThrownBy(() -> wechatSource(EARLY).fetch(Samples.DATE, folder))
        .isInstanceOf(NotReadyYet.class)
        .hasMessageContaining("2026-03-10T02:30:00Z");
    BillSource.Fetched none = wechatSource(LATER).fetch(Samples.DATE, folder);
    assertThat(Files.readString(none.file())).contains("`0,`0.00");
  }

  @Test
  void alipay_is_asked_with_a_signature() throws IOException {
    server.createContext(
        "/gateway.do",
        exchange -> {
          Map<String, String> fields = form(exchange);
          String sign = fields.remove("sign");
          String text =
              fields.entrySet().stream()
                  .map(f -> f.getKey() + "=" + f.getValue())
                  .collect(Collectors.joining("&"));
          boolean good =
              verifies(text, sign)
                  && fields
                      .get("biz_content")
                      .equals("{\"bill_type\":\"trade\",\"bill_date\":\"2026-03-09\"}")
                  && fields.get("timestamp").equals("2026-03-10 12:00:00");
          away(
              exchange,
              good ? 200 : 403,
              "{\"alipay_data_dataservice_bill_downloadurl_query_response\":{\"code\":\"10000\","
                  + "\"msg\":\"Success\",\"bill_download_url\":\""
                  + base
                  + "/dl?sign=x\"}}");
        });
    file("/dl", Samples.ALIPAY);
    AlipayDownload source =
        new AlipayDownload(http, LATER, base + "/gateway.do", "2021000000000001", signer());
    BillSource.Fetched fetched = source.fetch(Samples.DATE, folder);
    assertThat(fetched.file()).hasSameBinaryContentAs(Samples.path(Samples.ALIPAY));
  }

  @Test
  void stripe_runs_a_report_and_waits_for_it() throws IOException {
    byte[] report = Files.readAllBytes(Samples.path(Samples.STRIPE_ACTIVITY));
    AtomicInteger asked = new AtomicInteger();
    server.createContext(
        "/v1/reporting/report_types/",
        exchange -> answer(exchange, 200, "{\"data_available_end\":1773187200}".getBytes()));
    server.createContext(
        "/v1/reporting/report_runs",
        exchange -> {
          boolean key =
              "Bearer rk_test_1".equals(exchange.getRequestHeaders().getFirst("Authorization"));
          boolean done = asked.incrementAndGet() > 2;
          away(
              exchange,
              key ? 200 : 401,
              "{\"id\":\"frr_1\",\"status\":\""
                  + (done ? "succeeded" : "pending")
                  + "\",\"result\":{\"size\":"
                  + report.length
                  + ",\"url\":\""
                  + base
                  + "/files/1\"}}");
        });
    file("/files/1", Samples.STRIPE_ACTIVITY);
    StripeDownload source =
        new StripeDownload(http, LATER, base, "rk_test_1", Duration.ofMillis(10));
    assertThat(source.fetch(Samples.DATE, folder).file())
        .hasSameBinaryContentAs(Samples.path(Samples.STRIPE_ACTIVITY));
  }

  @Test
  void a_drop_folder_is_searched_by_date() throws IOException {
    DropFolder source = new DropFolder(folder, LATER);
    assertThatThrownBy(() -> source.fetch(Samples.DATE, folder)).isInstanceOf(NotReadyYet.class);
    Path bill = Files.createFile(folder.resolve("INN26030900ZM_777290000000001"));
    Files.createFile(folder.resolve("INN26031000ZM_777290000000001"));
    assertThat(source.fetch(Samples.DATE, folder).file()).isEqualTo(bill);
  }

  private WechatpayDownload wechatSource(Clock clock) {
    return new WechatpayDownload(http, clock, base, "1900000001", "5157F09EFDC096DE", signer());
  }

  private void wechat(String hash) {
    server.createContext(
        "/v3/bill/tradebill",
        exchange ->
            away(
                exchange,
                wechatSigned(exchange) ? 200 : 401,
                "{\"download_url\":\""
                    + base
                    + "/v3/billdownload/file?token=a%2Bb\","
                    + "\"hash_type\":\"SHA1\",\"hash_value\":\""
                    + hash
                    + "\"}"));
    file("/v3/billdownload/file", Samples.WECHAT_GZ);
  }

  private static boolean wechatSigned(HttpExchange exchange) {
    Matcher header =
        WECHAT.matcher(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
    return header.matches()
        && verifies(
            "GET\n"
                + exchange.getRequestURI()
                + "\n"
                + header.group(3)
                + "\n"
                + header.group(1)
                + "\n\n",
            header.group(2));
  }

  /** The first request is answered 503. */
  private void away(HttpExchange exchange, int status, String body) throws IOException {
    if (requests.getAndIncrement() == 0) {
      answer(exchange, 503, new byte[0]);
    } else {
      answer(exchange, status, body.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** The first download breaks off in the middle; the next must ask for the rest. */
  private void file(String path, String sample) {
    server.createContext(
        path,
        exchange -> {
          byte[] bytes = Files.readAllBytes(Samples.path(sample));
          if (path.startsWith("/v3/") && !wechatSigned(exchange)) {
            answer(exchange, 401, new byte[0]);
          } else if (downloads.getAndIncrement() == 0) {
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes, 0, bytes.length / 2);
            exchange.getResponseBody().flush();
            exchange.close();
          } else {
            String range = exchange.getRequestHeaders().getFirst("Range");
            int from =
                range == null ? 0 : Integer.parseInt(range.replaceAll("bytes=([0-9]+)-", "$1"));
            answer(exchange, from > 0 ? 206 : 200, Arrays.copyOfRange(bytes, from, bytes.length));
          }
        });
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static Map<String, String> form(HttpExchange exchange) throws IOException {
    Map<String, String> fields = new TreeMap<>();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    for (String pair : body.split("&")) {
      String[] parts = pair.split("=", 2);
      fields.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return fields;
  }

  private static boolean verifies(String text, String sign) {
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initVerify(KEYS.getPublic());
      signature.update(text.getBytes(StandardCharsets.UTF_8));
      return signature.verify(Base64.getDecoder().decode(sign));
    } catch (java.security.GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Signer signer() {
    return new Signer(
        Base64.getEncoder().encodeToString(KEYS.getPrivate().getEncoded()), "private-key");
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
