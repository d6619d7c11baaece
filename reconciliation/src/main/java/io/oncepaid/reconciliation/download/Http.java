package io.oncepaid.reconciliation.download;

import io.smallrye.faulttolerance.api.ExponentialBackoff;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import org.eclipse.microprofile.faulttolerance.Retry;

/** Calls to gateways, tried several times; a download goes on where it broke off. */
@ApplicationScoped
public class Http {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private HttpClient client;

  /** A response that another try may better. */
  static final class Busy extends IOException {
    Busy(String problem) {
      super(problem);
    }
  }

  /** Status and body of a call. */
  record Answer(int status, String body) {}

  /** Makes a request anew for every try: signatures hold a time. */
  @FunctionalInterface
  interface Call {
    HttpRequest request();
  }

  /**
   * Calls; any answer below 500 but 429 is final.
   *
   * @throws IOException after several tries
   */
  @Retry(maxRetries = 4, delay = 300, jitter = 150, retryOn = IOException.class)
  @ExponentialBackoff
  Answer call(Call call) throws IOException {
    HttpResponse<String> response = send(call.request(), HttpResponse.BodyHandlers.ofString());
    refuseBusy(response.statusCode());
    return new Answer(response.statusCode(), response.body());
  }

  /**
   * Downloads into a file. When a part is there already, only the rest is asked for, and a server
   * that sends everything again is taken at its word.
   */
  @Retry(maxRetries = 4, delay = 300, jitter = 150, retryOn = IOException.class)
  @ExponentialBackoff
  void download(String url, Map<String, String> headers, Path file) throws IOException {
    long have = Files.exists(file) ? Files.size(file) : 0;
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE);
    headers.forEach(request::header);
    if (have > 0) {
      request.header("Range", "bytes=" + have + "-");
    }
    HttpResponse<InputStream> response =
        send(request.GET().build(), HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream body = response.body()) {
      if (response.statusCode() == 416) {
        return;
      }
      refuseBusy(response.statusCode());
      if (response.statusCode() / 100 != 2) {
        Files.deleteIfExists(file);
        throw new IOException("the download answers HTTP " + response.statusCode());
      }
      boolean rest = response.statusCode() == 206;
      try (var out =
          Files.newOutputStream(
              file,
              StandardOpenOption.CREATE,
              rest ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        body.transferTo(out);
      }
    }
  }

  private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler)
      throws IOException {
    try {
      return client().send(request, handler);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted");
    }
  }

  private static void refuseBusy(int status) throws Busy {
    if (status >= 500 || status == 429) {
      throw new Busy("the gateway answers HTTP " + status);
    }
  }

  private synchronized HttpClient client() {
    if (client == null) {
      client =
          HttpClient.newBuilder()
              .connectTimeout(Duration.ofSeconds(10))
              .followRedirects(HttpClient.Redirect.NORMAL)
              .build();
    }
    return client;
  }
}
