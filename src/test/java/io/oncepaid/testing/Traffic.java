package io.oncepaid.testing;

import io.oncepaid.simulate.Callback;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/**
 * Gateways that send and never stop: some senders go round and round the callbacks of many
 * payments, the acknowledged ones too, and note every answer. What breaks is sent again.
 */
public final class Traffic implements AutoCloseable {
  /** How long a sender that was not served leaves the service alone. */
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final IntSupplier port;
  private final Map<String, byte[]> requests = new ConcurrentHashMap<>();
  private final Duration pace;
  private final Deque<String> next = new ConcurrentLinkedDeque<>();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Queue<Answered> answers = new ConcurrentLinkedQueue<>();
  private final List<Thread> senders;
  private volatile boolean closed;

  /** One answer that came, and when, by System.nanoTime(). */
  public record Answered(String outTradeNo, int status, long startNanos, long endNanos) {}

  /**
   * Starts when it is made.
   *
   * @param port asked whenever a sender opens a connection
   * @param pace how long a sender rests after each request
   */
  public Traffic(IntSupplier port, int senders, Duration pace, Map<String, Callback> callbacks) {
    this.port = port;
    this.pace = pace;
    add(callbacks);
    this.senders = IntStream.range(0, senders).mapToObj(i -> new Thread(this::send)).toList();
    this.senders.forEach(Thread::start);
  }

  /** More payments, by out_trade_no; their turn is next. */
  public void add(Map<String, Callback> callbacks) {
    callbacks.forEach((number, callback) -> requests.put(number, Wire.request(callback)));
    callbacks.keySet().forEach(next::addFirst);
  }

  /** The payments that somebody was told success about. */
  public Set<String> acknowledged() {
    return acknowledged;
  }

  public boolean allAcknowledged() {
    return acknowledged.size() == requests.size();
  }

  /** Answers to what was sent after this time. */
  public List<Answered> sentAfter(long nanos) {
    return answers.stream().filter(answer -> answer.startNanos() - nanos > 0).toList();
  }

  public Collection<Answered> answers() {
    return answers;
  }

  private void send() {
    Wire wire = null;
    while (!closed) {
      String number = next.pollFirst();
      boolean served = false;
      if (number != null) {
        try {
          wire = wire == null ? new Wire(port.getAsInt()) : wire;
          served = send(wire, number);
        } catch (IOException broken) {
          wire = null;
        }
        next.addLast(number);
      }
      LockSupport.parkNanos((served ? pace : PAUSE).toNanos());
    }
  }

  private boolean send(Wire wire, String number) throws IOException {
    long start = System.nanoTime();
    int status = wire.send(requests.get(number)).status();
    answers.add(new Answered(number, status, start, System.nanoTime()));
    if (status == 200) {
      acknowledged.add(number);
    }
    return status < 500;
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    for (Thread sender : senders) {
      sender.join();
    }
  }
}
