package io.oncepaid.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/**
 * Receivers of events, one for each path; each answers as it is told, 200 otherwise, and all keep
 * what they got in order of arrival.
 */
public final class TestReceiver implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Map<String, Function<Received, Reply>> manners = new ConcurrentHashMap<>();
  private final Queue<Received> received = new ConcurrentLinkedQueue<>();

  /** A request as it came. */
  public record Received(
      String path, Map<String, List<String>> headers, String body, long atNanos) {
    public String header(String name) {
      return headers.entrySet().stream()
          .filter(entry -> entry.getKey().equalsIgnoreCase(name))
          .map(entry -> entry.getValue().get(0))
          .findFirst()
          .orElse(null);
    }

    public String id() {
      return header("webhook-id");
    }

    public String outTradeNo() {
      return body.replaceAll(".*\"out_trade_no\":\"([^\"]*)\".*", "$1");
    }
  }

  /**
   * What is answered.
   *
   * @param after null: never
   */
  public record Reply(int status, Map<String, String> headers, Duration after) {
    public static Reply of(int status) {
      return new Reply(status, Map.of(), Duration.ZERO);
    }

    public static Reply never() {
      return new Reply(0, Map.of(), null);
    }

    public Reply with(String header, String value) {
      return new Reply(status, Map.of(header, value), after);
    }

    public Reply after(Duration wait) {
      return new Reply(status, headers, wait);
    }
  }

  public TestReceiver(int port) {
    this(port, null);
  }

  /**
   * @param tls null for plain HTTP
   */
  public TestReceiver(int port, SSLContext tls) {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try {
      if (tls == null) {
        server = HttpServer.create(address, 0);
      } else {
        HttpsServer secured = HttpsServer.create(address, 0);
        secured.setHttpsConfigurator(new HttpsConfigurator(tls));
        server = secured;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  /** From now on this path answers so. */
  public void answer(String path, Function<Received, Reply> manner) {
    manners.put(path, manner);
  }

  public List<Received> received(String path) {
    return received.stream().filter(each -> each.path().equals(path)).toList();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Received request =
        new Received(
            exchange.getRequestURI().getPath(),
            Map.copyOf(exchange.getRequestHeaders()),
            body,
            System.nanoTime());
    received.add(request);
    Reply reply = manners.getOrDefault(request.path(), any -> Reply.of(200)).apply(request);
    try {
      long wait = reply.after() == null ? Long.MAX_VALUE : reply.after().toMillis();
      if (closed.await(wait, TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      return;
    }
    reply.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(reply.status(), -1);
    exchange.close();
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
