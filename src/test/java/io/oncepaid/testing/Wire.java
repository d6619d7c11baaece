package io.oncepaid.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.oncepaid.simulate.Callback;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * One HTTP/1.1 connection that sends exactly the bytes that it is given, right or wrong, and reads
 * the answer byte by byte: no client library mends or hides anything.
 */
public final class Wire implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Socket socket;
  private final InputStream in;

  public Wire(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) PATIENCE.toMillis());
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** An answer as it came; names of headers in lower case. */
  public record Answer(int status, Map<String, String> headers, byte[] body) {
    public String text() {
      return new String(body, ISO_8859_1);
    }

    /** Status, media type and body: what must be the same for everybody who asks the same. */
    public String whole() {
      return status + " " + headers.get("content-type") + " " + text();
    }
  }

  /** One request on a connection of its own. */
  public static Answer once(int port, byte[] request) throws IOException {
    try (Wire wire = new Wire(port)) {
      return wire.send(request);
    }
  }

  /** A callback as its gateway sends it. */
  public static byte[] request(Callback callback) {
    return post("/callbacks/" + callback.account(), callback.headers(), callback.body());
  }

  /** A POST with these headers besides Host and Content-Length. */
  public static byte[] post(String path, Map<String, String> headers, byte[] body) {
    StringBuilder head = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: localhost\r\n");
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    head.append("Content-Length: " + body.length + "\r\n\r\n");
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head.toString().getBytes(ISO_8859_1));
    request.writeBytes(body);
    return request.toByteArray();
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @throws IOException when the connection ends before the answer does
   */
  public Answer send(byte[] request) throws IOException {
    start(request);
    return answer();
  }

  /** Sends a request, or a part of it, without waiting. */
  public void start(byte[] request) throws IOException {
    socket.getOutputStream().write(request);
  }

  /** Waits for the answer to what was sent. */
  public Answer answer() throws IOException {
    int status = Integer.parseInt(line().split(" ")[1]);
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(line.substring(0, colon).toLowerCase(), line.substring(colon + 1).strip());
    }
    if ("chunked".equals(headers.get("transfer-encoding"))) {
      throw new IOException("a callback's answer is never chunked: " + headers);
    }
    byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    return new Answer(status, headers, body);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the connection was closed");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
