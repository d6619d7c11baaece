package io.oncepaid.reconciliation.download;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncepaid.reconciliation.CannotRun;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.zip.GZIPInputStream;

/**
 * WeChat Pay API v3: {@code /v3/bill/tradebill} gives a URL that lives some minutes, and the SHA-1
 * of the uncompressed content; both requests are signed, the file itself is not.
 */
final class WechatpayDownload implements BillSource {
  private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
  private static final LocalTime READY = LocalTime.of(10, 30);
  private static final String EMPTY =
      "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,"
          + "货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,"
          + "商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注\n"
          + "总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\n"
          + "`0,`0.00,`0.00,`0.00,`0.00000,`0.00,`0.00\n";

  private final Http http;
  private final Clock clock;
  private final String base;
  private final String mchId;
  private final String serial;
  private final Signer signer;

  WechatpayDownload(
      Http http, Clock clock, String base, String mchId, String serial, Signer signer) {
    this.http = http;
    this.clock = clock;
    this.base = base;
    this.mchId = mchId;
    this.serial = serial;
    this.signer = signer;
  }

  @Override
  public Fetched fetch(LocalDate date, Path folder) throws IOException {
    String path = "/v3/bill/tradebill?bill_date=" + date + "&bill_type=ALL&tar_type=GZIP";
    Http.Answer answer = http.call(() -> get(path));
    JsonNode body = new ObjectMapper().readTree(answer.body());
    Path file = folder.resolve("wechat_tradebill_ALL_" + date + ".csv.gz");
    if (answer.status() != 200) {
      return refused(answer, body.path("code").asText(), date, folder);
    }
    URI url = URI.create(body.path("download_url").asText());
    String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
    http.download(
        url.toString(), Map.of("Authorization", authorization(url.getRawPath() + query)), file);
    if (!body.path("hash_type").asText().equals("SHA1")
        || !body.path("hash_value").asText().equalsIgnoreCase(sha1(file))) {
      throw new CannotRun("the bill of " + date + " has not the hash that WeChat Pay names");
    }
    return new Fetched(file, file.getFileName().toString());
  }

  /** Before its time a bill is not ready; after it, a day without movements has none. */
  private Fetched refused(Http.Answer answer, String code, LocalDate date, Path folder)
      throws IOException {
    var ready = date.plusDays(1).atTime(READY).atZone(ZONE).toInstant();
    boolean none = code.equals("NO_STATEMENT_EXIST") || code.equals("STATEMENT_CREATING");
    if (none && clock.instant().isBefore(ready)) {
      throw new NotReadyYet("the bill of " + date, ready);
    }
    if (code.equals("STATEMENT_CREATING")) {
      throw new NotReadyYet("the bill of " + date, clock.instant().plusSeconds(600));
    }
    if (!none) {
      throw new CannotRun("WeChat Pay answers HTTP " + answer.status() + " " + code);
    }
    Path file = folder.resolve("wechat_tradebill_ALL_" + date + "_none.csv");
    Files.writeString(file, EMPTY);
    return new Fetched(file, file.getFileName().toString());
  }

  private HttpRequest get(String path) {
    return HttpRequest.newBuilder(URI.create(base + path))
        .header("Authorization", authorization(path))
        .header("Accept", "application/json")
        .GET()
        .build();
  }

  /** Method, path with query, timestamp, nonce and the empty body, each with a line feed. */
  private String authorization(String path) {
    long time = clock.instant().getEpochSecond();
    String nonce = UUID.randomUUID().toString().replace("-", "");
    String text = "GET\n" + path + "\n" + time + "\n" + nonce + "\n\n";
    return "WECHATPAY2-SHA256-RSA2048 mchid=\"%s\",nonce_str=\"%s\",signature=\"%s\",timestamp=\"%d\",serial_no=\"%s\""
        .formatted(mchId, nonce, signer.sign(text), time, serial);
  }

  private static String sha1(Path file) throws IOException {
    try (InputStream packed = Files.newInputStream(file);
        DigestInputStream content =
            new DigestInputStream(
                new GZIPInputStream(packed), MessageDigest.getInstance("SHA-1"))) {
      content.transferTo(java.io.OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(content.getMessageDigest().digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
