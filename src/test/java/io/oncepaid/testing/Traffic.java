package io.oncepaid.testing;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.oncepaid.simulate.Callback;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
  private static final long PAUSE_NANOS = MILLISECONDS.toNanos(20);

  private final IntSupplier port;
  private final Map<String, byte[]> requests = new ConcurrentHashMap<>();
  private final Queue<String> next = new ConcurrentLinkedQueue<>();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Queue<Answered> answers = new ConcurrentLinkedQueue<>();
  private final List<Thread> senders;
  private volatile boolean closed;

  /** One answer that came, and when, by System.nanoTime(). */
  public record Answered(String outTradeNo, int status, long startNanos, long endNanos) {}

  /** Starts when it is made; asks for the port before it opens a connection. */
  public Traffic(IntSupplier port, int senders, Map<String, Callback> callbacks) {
    this.port = port;
    add(callbacks);
    this.senders = IntStream.range(0, senders).mapToObj(i -> new Thread(this::send)).toList();
    this.senders.forEach(Thread::start);
  }

  /** More payments, by out_trade_no. */
  public void add(Map<String, Callback> callbacks) {
    callbacks.forEach((number, callback) -> requests.put(number, Wire.request(callback)));
    next.addAll(callbacks.keySet());
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
      String number = next.poll();
      boolean served = false;
      if (number != null) {
        try {
          wire = wire == null ? new Wire(port.getAsInt()) : wire;
          served = send(wire, number);
        } catch (IOException broken) {
          wire = null;
        }
        next.add(number);
      }
      if (!served) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
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
