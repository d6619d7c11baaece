package io.oncepaid.crash;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.oncepaid.simulate.Callback;
import io.oncepaid.testing.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/** Requests that are wrong, by what is wrong with them; most are a good one with one mistake. */
final class MalformedRequests {
  private static final int MEGABYTE = 1 << 20;

  private final Callback alipay;
  private final Callback wechat;
  private final Map<String, byte[]> requests = new LinkedHashMap<>();

  MalformedRequests(Callback alipay, Callback wechat) {
    this.alipay = alipay;
    this.wechat = wechat;
    forms();
    envelopes();
    bodies();
    paths();
    http();
  }

  Map<String, byte[]> all() {
    return requests;
  }

  private void forms() {
    String form = text(alipay.body());
    form("field twice", form + "&total_amount=0.01");
    form("sign twice", form + "&sign=AAAA");
    form("field twice, once encoded", form + "&%74otal_amount=0.01");
    form("bad percent-encoding", form.replace("subject=", "subject=%zz"));
    form("cut percent-encoding", form + "%4");
    form("percent-encoded beyond hex", form.replace("subject=", "subject=%u4e2d"));
    form("unknown charset", form.replace("charset=utf-8", "charset=klingon"));
    form("no charset's bytes", form.replace("subject=", "subject=%ff%fe%80"));
    form("bytes of another charset", form + "\u00d6\u00d0\u00ff");
    form("sign is no base64", form.replaceAll("sign=[^&]*", "sign=***"));
    form("sign is empty", form.replaceAll("sign=[^&]*", "sign="));
    form("no sign", form.replaceAll("&sign=[^&]*", ""));
    form("sign of a megabyte", form.replaceAll("sign=[^&]*", "sign=" + "A".repeat(900_000)));
    form("other sign_type", form.replace("sign_type=RSA2", "sign_type=NONE"));
    form("huge number", form.replaceAll("total_amount=[^&]*", "total_amount=" + "9".repeat(400)));
    form("exponent", form.replaceAll("total_amount=[^&]*", "total_amount=1e999999999"));
    form("100,000 fields", fields(100_000));
    form("300 fields", fields(300));
    form("only ampersands", "&".repeat(100_000));
    form("only equals signs", "=".repeat(100_000));
    form("NUL bytes", "\0".repeat(1000));
    form("names without end", "a".repeat(60_000));
    form("JSON for a form", text(wechat.body()));
  }

  private void envelopes() {
    for (String header : wechat.headers().keySet()) {
      if (header.startsWith("Wechatpay-") && !header.endsWith("Type")) {
        envelope("without " + header, without(header), wechat.body());
        envelope("empty " + header, with(header, ""), wechat.body());
        envelope("absurd " + header, with(header, "\u00ff%s{0}'\""), wechat.body());
        envelope("long " + header, with(header, "7".repeat(5000)), wechat.body());
      }
    }
    envelope("time before all time", with("Wechatpay-Timestamp", "-1"), wechat.body());
    envelope("no serial of ours", with("Wechatpay-Serial", "1234567890"), wechat.body());
    envelope("deep objects", wechat.headers(), bytes("{\"a\":".repeat(40_000)));
    envelope("deep arrays", wechat.headers(), bytes("[".repeat(200_000)));
    envelope("huge number", wechat.headers(), bytes("{\"id\":" + "9".repeat(200_000) + "}"));
    envelope("100,000 members", wechat.headers(), bytes("{" + members(100_000) + "\"z\":1}"));
    envelope("UTF-16", wechat.headers(), "{\"id\":1}".getBytes(Charset.forName("UTF-16")));
    envelope("no JSON", wechat.headers(), bytes("<xml><a/></xml>"));
    envelope("form for JSON", wechat.headers(), alipay.body());
  }

  private void bodies() {
    for (Callback callback : new Callback[] {alipay, wechat}) {
      String to = " to " + callback.account();
      put("empty body" + to, callback, callback.headers(), new byte[0]);
      put("half a body" + to, callback, callback.headers(), half(callback.body()));
      put("more than 1 MiB" + to, callback, callback.headers(), new byte[MEGABYTE + 1]);
      put("exactly 1 MiB" + to, callback, callback.headers(), new byte[MEGABYTE]);
      Map<String, String> zipped = new HashMap<>(callback.headers());
      zipped.put("Content-Encoding", "gzip");
      put("zip bomb" + to, callback, zipped, zip(new byte[64 * MEGABYTE]));
      put("zip bomb in a zip" + to, callback, zipped, zip(zip(new byte[64 * MEGABYTE])));
      put("no zip" + to, callback, zipped, new byte[] {31, (byte) 139, 8, 0, 1, 2, 3});
      requests.put("chunks beyond 1 MiB" + to, chunked(callback, 40, 32_768));
    }
    requests.put("no length and no body", head("POST", "/callbacks/" + alipay.account(), ""));
  }

  private void paths() {
    String path = "/callbacks/" + alipay.account();
    for (String method : new String[] {"GET", "PUT", "DELETE", "PATCH", "TRACE", "NONSENSE"}) {
      requests.put(method, head(method, path, "Content-Length: 0\r\n"));
    }
    String[] paths = {
      "/callbacks",
      "/callbacks/",
      "/callbacks/nobody",
      path + "/more",
      "/callbacks/%00",
      "/callbacks/%zz",
      "/callbacks/%f0%28%8c%28",
      "/callbacks/..%2f..%2fetc",
      "/callbacks/" + "a".repeat(3000),
      "/callbacks/" + "a".repeat(10_000),
      "/Callbacks/" + alipay.account(),
    };
    for (String wrong : paths) {
      String shown = wrong.length() > 40 ? wrong.length() + " characters" : wrong;
      requests.put("path " + shown, Wire.post(wrong, alipay.headers(), alipay.body()));
    }
  }

  private void http() {
    String path = "/callbacks/" + alipay.account();
    requests.put("header of 100 kB", head("POST", path, "X: " + "a".repeat(100_000) + "\r\n"));
    requests.put("10,000 headers", head("POST", path, "X: 1\r\n".repeat(10_000)));
    requests.put("NUL in a header", head("POST", path, "X: \0\r\nContent-Length: 0\r\n"));
    requests.put("negative length", head("POST", path, "Content-Length: -1\r\n"));
    requests.put(
        "length beyond long", head("POST", path, "Content-Length: 99999999999999999999\r\n"));
    requests.put("two lengths", head("POST", path, "Content-Length: 1\r\nContent-Length: 2\r\n"));
    requests.put(
        "no chunk size",
        bytes(text(head("POST", path, "Transfer-Encoding: chunked\r\n")) + "zz\r\n"));
    requests.put("no HTTP at all", bytes("EHLO localhost\r\n\r\n"));
    for (String type :
        new String[] {"multipart/form-data", "text/plain; charset=\"", "*/*", "///", ";"}) {
      Map<String, String> headers = Map.of("Content-Type", type);
      requests.put("content type " + type, Wire.post(path, headers, half(alipay.body())));
    }
  }

  private void form(String mistake, String form) {
    put(mistake + " (form)", alipay, alipay.headers(), bytes(form));
  }

  private void envelope(String mistake, Map<String, String> headers, byte[] body) {
    put(mistake + " (envelope)", wechat, headers, body);
  }

  private void put(String mistake, Callback to, Map<String, String> headers, byte[] body) {
    requests.put(mistake, Wire.post("/callbacks/" + to.account(), headers, body));
  }

  private Map<String, String> without(String header) {
    Map<String, String> headers = new HashMap<>(wechat.headers());
    headers.remove(header);
    return headers;
  }

  private Map<String, String> with(String header, String value) {
    Map<String, String> headers = new HashMap<>(wechat.headers());
    headers.put(header, value);
    return headers;
  }

  private static String fields(int count) {
    return IntStream.range(0, count).mapToObj(i -> "f" + i + "=1").collect(Collectors.joining("&"));
  }

  private static String members(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "\"" + i + "\":1,")
        .collect(Collectors.joining());
  }

  private static byte[] half(byte[] body) {
    byte[] half = new byte[body.length / 2];
    System.arraycopy(body, 0, half, 0, half.length);
    return half;
  }

  private static byte[] zip(byte[] content) {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return zipped.toByteArray();
  }

  private static byte[] chunked(Callback to, int chunks, int size) {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(
        head("POST", "/callbacks/" + to.account(), "Transfer-Encoding: chunked\r\n"));
    for (int i = 0; i < chunks; i++) {
      request.writeBytes(bytes(Integer.toHexString(size) + "\r\n" + "a".repeat(size) + "\r\n"));
    }
    request.writeBytes(bytes("0\r\n\r\n"));
    return request.toByteArray();
  }

  private static byte[] head(String method, String path, String headers) {
    return bytes(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n");
  }

  private static String text(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }
}
