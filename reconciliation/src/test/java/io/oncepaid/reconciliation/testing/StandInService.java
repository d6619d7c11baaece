package io.oncepaid.reconciliation.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Speaks the service's POST /settlements, with answers that a test lines up. */
public final class StandInService implements AutoCloseable {
  private final HttpServer server;
  private final List<JsonNode> received = new ArrayList<>();
  private final List<String> authorizations = new ArrayList<>();
  private final Deque<String[]> answers = new ArrayDeque<>();

  public StandInService(String url) throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", URI.create(url).getPort()), 0);
    server.createContext("/settlements", this::settle);
    server.start();
  }

  /** The next answer; APPLIED when none is lined up. */
  public StandInService answers(int status, String verdict) {
    answers.add(new String[] {"" + status, verdict});
    return this;
  }

  public List<JsonNode> received() {
    return received;
  }

  public List<String> authorizations() {
    return authorizations;
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private synchronized void settle(HttpExchange exchange) throws IOException {
    received.add(new ObjectMapper().readTree(exchange.getRequestBody()));
    authorizations.add(exchange.getRequestHeaders().getFirst("Authorization"));
    String[] answer = answers.isEmpty() ? new String[] {"200", "APPLIED"} : answers.poll();
    byte[] body =
        ("{\"verdict\":\"" + answer[1] + "\",\"payment\":null}").getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(Integer.parseInt(answer[0]), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
