package io.oncepaid.gateway.alipay;

import io.oncepaid.gateway.Inquiry;
import io.oncepaid.gateway.RereadKeys;
import io.oncepaid.gateway.Standing;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.VerifyingKey.Algorithm;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * {@code alipay.trade.query} and {@code alipay.trade.close}: a signed form, a signed JSON object.
 */
final class AlipayInquiry implements Inquiry {
  private static final String QUERY = "alipay.trade.query";
  private static final String CLOSE = "alipay.trade.close";
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private final String appId;
  private final URI gateway;
  private final RereadKeys<AlipayAppKey> ours;
  private final RereadKeys<AlipayKeys> theirs;
  private final Clock clock;

  AlipayInquiry(
      String appId,
      URI gateway,
      RereadKeys<AlipayAppKey> ours,
      RereadKeys<AlipayKeys> theirs,
      Clock clock) {
    this.appId = appId;
    this.gateway = gateway;
    this.ours = ours;
    this.theirs = theirs;
    this.clock = clock;
  }

  @Override
  public Standing ask(String outTradeNo, Exchange exchange)
      throws UnusableCallback, IOException, InterruptedException {
    Response response = exchange.send(() -> request(QUERY, outTradeNo));
    if (response.status() != 200) {
      throw new NoAnswer("HTTP " + response.status());
    }
    AlipayEnvelope envelope =
        AlipayEnvelope.read(response.content().body(), "alipay_trade_query_response");
    AlipayKeys keys = theirs.get();
    boolean genuine =
        envelope.signedContents().stream()
            .anyMatch(
                content ->
                    keys.verify(
                        Algorithm.SHA256_RSA,
                        envelope.signature(),
                        content,
                        response.content().receivedAt()));
    if (!genuine) {
      throw UnusableCallback.forged("no key that is valid now made the answer's sign");
    }
    return AlipayStanding.of(outTradeNo, envelope.content(), response.content());
  }

  @Override
  public void close(String outTradeNo, Standing open, Exchange exchange)
      throws IOException, InterruptedException {
    exchange.send(() -> request(CLOSE, outTradeNo));
  }

  private HttpRequest request(String method, String outTradeNo) {
    AlipayAppKey app = ours.get();
    SortedMap<String, String> fields = new TreeMap<>();
    fields.put("app_id", appId);
    fields.put("method", method);
    fields.put("format", "JSON");
    fields.put("charset", "utf-8");
    fields.put("sign_type", "RSA2");
    fields.put(
        "timestamp", TIME.format(LocalDateTime.ofInstant(clock.instant(), AlipayNotices.BEIJING)));
    fields.put("version", "1.0");
    // The characters of an out_trade_no need no escaping in JSON.
    fields.put("biz_content", "{\"out_trade_no\":\"" + outTradeNo + "\"}");
    if (app.appSerial() != null) {
      fields.put("app_cert_sn", app.appSerial());
      fields.put("alipay_root_cert_sn", app.rootSerials());
    }
    fields.put("sign", app.key().sign(join(fields, UnaryOperator.identity())));
    return HttpRequest.newBuilder(gateway)
        .header("Content-Type", "application/x-www-form-urlencoded;charset=utf-8")
        .POST(HttpRequest.BodyPublishers.ofString(join(fields, AlipayInquiry::encoded)))
        .build();
  }

  private static String join(Map<String, String> fields, UnaryOperator<String> spelling) {
    return fields.entrySet().stream()
        .map(field -> field.getKey() + "=" + spelling.apply(field.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
