package io.oncepaid.gateway.paypal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.oncepaid.gateway.paypal.CertificateFetch.NotThere;
import io.quarkus.test.junit.QuarkusTest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a real server that answers, refuses, redirects and hangs. */
@QuarkusTest
class GuardedFetchTest {
  /** Each test has a fuse of its own. */
  private final CertificateFetch fetch = new GuardedFetch();

  private final AtomicInteger requests = new AtomicInteger();
  private final CountDownLatch end = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    answer("/good", 200);
    answer("/none", 404);
    answer("/sick", 503);
    answer("/moved", 302);
    server.createContext(
        "/hangs",
        exchange -> {
          requests.incrementAndGet();
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    server.start();
  }

  private void answer(String path, int status) {
    server.createContext(
        path,
        exchange -> {
          requests.incrementAndGet();
          exchange.getResponseHeaders().add("Location", "/good");
          byte[] body = "a file".getBytes(US_ASCII);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  @AfterEach
  void stop() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private byte[] get(String path) throws Exception {
    URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    return fetch.get(address).toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @Test
  void gets_a_file() throws Exception {
    assertThat(get("/good")).asString(US_ASCII).isEqualTo("a file");
  }

  @Test
  void tells_a_file_that_is_not_there_from_a_server_that_is_sick() {
    assertThatThrownBy(() -> get("/none")).hasCauseInstanceOf(NotThere.class);
    assertThat(requests).hasValue(1);

    assertThatThrownBy(() -> get("/sick")).hasMessageContaining("503");
    assertThat(requests).as("the sick one is tried again").hasValue(3);
  }

  @Test
  void a_server_that_stays_sick_is_left_alone() {
    for (int n = 0; n < 20; n++) {
      assertThatThrownBy(() -> get("/sick")).isNotNull();
    }
    assertThat(requests).hasValueLessThanOrEqualTo(8);
  }

  @Test
  void follows_no_redirect() {
    assertThatThrownBy(() -> get("/moved")).hasMessageContaining("302");
  }

  @Test
  void gives_up_a_server_that_hangs() {
    assertThatThrownBy(() -> get("/hangs")).isNotNull();
    assertThat(requests).hasValueGreaterThanOrEqualTo(1);
  }
}
