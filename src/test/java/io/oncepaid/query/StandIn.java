package io.oncepaid.query;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.oncepaid.gateway.TestKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A gateway as a merchant's server sees it: orders with a state, asked for and closed over HTTP in
 * the gateway's protocol. It refuses requests that are not signed as they must be, and has bad
 * days.
 */
abstract class StandIn implements AutoCloseable {
  /** The merchant's own keys and the gateway's. */
  static final KeyPair OURS = TestKeys.one();

  static final KeyPair THEIRS = TestKeys.other();
  private static final KeyPair FORGER = TestKeys.rsa(2048);

  /** How an order stands. */
  enum State {
    OPEN,
    PAID,
    CLOSED,
    /** Paid and wholly refunded. */
    REFUNDED
  }

  record Order(State state, String transaction, long amount) {}

  /** What is wrong with every answer from now on. */
  enum Fault {
    NONE,
    HANGING,
    SERVER_ERROR,
    HTML,
    TRUNCATED,
    UNSIGNED,
    FORGED,
    /** Genuine, but of another order: somebody replays it. */
    ANOTHER_ORDER
  }

  /** An answer before it is sent. */
  record Reply(int status, Map<String, String> headers, String body) {}

  /** A request that was understood: {@code query T1} or {@code close T1}. */
  final List<String> requests = new CopyOnWriteArrayList<>();

  final Map<String, Order> orders = new ConcurrentHashMap<>();
  volatile Fault fault = Fault.NONE;

  /** Runs after each request is read and before it is answered. */
  volatile Runnable beforeAnswer = () -> {};

  private final HttpServer server;
  private final CountDownLatch end = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  StandIn() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Settings of an account of this gateway, by what stands behind its name. */
  abstract Map<String, String> settings();

  /** What the gateway answers to a request; null for one that it cannot take. */
  abstract Reply answer(HttpExchange exchange, String body);

  void order(String number, State state, long amount) {
    orders.put(number, new Order(state, transaction(number), amount));
  }

  String transaction(String number) {
    return "tx-" + number;
  }

  void closeIfOpen(String number) {
    orders.computeIfPresent(
        number,
        (same, order) ->
            order.state() == State.OPEN
                ? new Order(State.CLOSED, order.transaction(), order.amount())
                : order);
  }

  /** The number that the answer is about. */
  String answeredNumber(String asked) {
    return fault == Fault.ANOTHER_ORDER ? asked + "-other" : asked;
  }

  long count(String request) {
    return requests.stream().filter(request::equals).count();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      Reply reply = answer(exchange, body);
      beforeAnswer.run();
      switch (fault) {
        case HANGING -> end.await();
        case SERVER_ERROR ->
            send(exchange, new Reply(500, Map.of(), "{\"code\":\"SYSTEM_ERROR\"}"));
        case HTML -> send(exchange, new Reply(200, Map.of(), "<html>maintenance</html>"));
        case TRUNCATED -> truncated(exchange, reply);
        default -> send(exchange, reply == null ? new Reply(401, Map.of(), "{}") : reply);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void send(HttpExchange exchange, Reply reply) throws IOException {
    byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
    reply.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static void truncated(HttpExchange exchange, Reply reply) throws IOException {
    byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
    reply.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(reply.status(), 0);
    exchange.getResponseBody().write(Arrays.copyOf(bytes, bytes.length / 2));
  }

  /** The gateway's signature, or what today's fault makes of it. */
  String sign(String text) {
    return sign(text, fault == Fault.FORGED ? FORGER.getPrivate() : THEIRS.getPrivate());
  }

  private static String sign(String text, PrivateKey key) {
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(key);
      signature.update(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether the merchant signed a text. */
  static boolean isOurs(String text, String sign) {
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initVerify(OURS.getPublic());
      signature.update(text.getBytes(StandardCharsets.UTF_8));
      return signature.verify(Base64.getDecoder().decode(sign));
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  static String privateKey() {
    return Base64.getEncoder().encodeToString(OURS.getPrivate().getEncoded());
  }

  @Override
  public void close() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
