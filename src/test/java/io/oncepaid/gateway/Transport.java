package io.oncepaid.gateway;

import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;

/** A transport that keeps the requests and brings prepared answers, in order, the last for ever. */
public final class Transport implements Inquiry.Exchange {
  public final List<HttpRequest> requests = new ArrayList<>();
  private final Deque<Inquiry.Response> answers = new ArrayDeque<>();

  public Transport answer(int status, Map<String, List<String>> headers, byte[] body) {
    answers.add(
        new Inquiry.Response(status, new RawCallback(headers, body, Clock.systemUTC().instant())));
    return this;
  }

  public Transport answer(int status, String body) {
    return answer(status, Map.of(), body.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Inquiry.Response send(Inquiry.Request request) {
    requests.add(request.make());
    return answers.size() > 1 ? answers.remove() : answers.element();
  }

  /** The body of a request as text. */
  public static String body(HttpRequest request) {
    StringBuilder text = new StringBuilder();
    request
        .bodyPublisher()
        .ifPresent(
            publisher ->
                publisher.subscribe(
                    new Flow.Subscriber<>() {
                      @Override
                      public void onSubscribe(Flow.Subscription subscription) {
                        subscription.request(Long.MAX_VALUE);
                      }

                      @Override
                      public void onNext(ByteBuffer bytes) {
                        text.append(StandardCharsets.UTF_8.decode(bytes));
                      }

                      @Override
                      public void onError(Throwable error) {
                        throw new AssertionError(error);
                      }

                      @Override
                      public void onComplete() {}
                    }));
    return text.toString();
  }
}
