package io.oncepaid.bench;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Sends prepared HTTP requests over N connections from one thread. It shares the cores with what it
 * measures, so it does as little as can be: bytes made beforehand, one write and one read for each
 * request, and of the answer only the status and the body are looked at.
 */
final class Connections implements AutoCloseable {
  private final Selector selector;
  private final ArrayDeque<Connection> idle = new ArrayDeque<>();

  Connections(int port, int count) throws IOException {
    selector = Selector.open();
    for (int i = 0; i < count; i++) {
      SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      Connection connection = new Connection(channel);
      channel.register(selector, SelectionKey.OP_READ, connection);
      idle.add(connection);
    }
  }

  /** Closed loop: every connection sends its next request as soon as it has its answer. */
  Tally closed(List<byte[]> requests) throws IOException {
    return send(requests, 0);
  }

  /**
   * Open loop: requests leave at a fixed rate, whatever the answers do. Time counts from when a
   * request should have left, so a stall is charged to everybody who waited for it.
   */
  Tally open(List<byte[]> requests, double perSecond) throws IOException {
    return send(requests, (long) (1e9 / perSecond));
  }

  private Tally send(List<byte[]> requests, long gapNanos) throws IOException {
    Tally tally = new Tally(requests.size());
    long start = System.nanoTime();
    int sent = 0;
    while (!tally.isComplete()) {
      long now = System.nanoTime();
      while (sent < requests.size()
          && !idle.isEmpty()
          && (gapNanos == 0 || now - start >= sent * gapNanos)) {
        long due = gapNanos == 0 ? System.nanoTime() : start + sent * gapNanos;
        idle.poll().send(requests.get(sent), due);
        sent++;
      }
      // Waking once a millisecond is exact enough for an open loop; spinning would take a core.
      selector.select(key -> receive((Connection) key.attachment(), tally), gapNanos == 0 ? 0 : 1);
    }
    tally.took(System.nanoTime() - start);
    return tally;
  }

  private void receive(Connection connection, Tally tally) {
    try {
      if (connection.hasWholeAnswer()) {
        tally.add(connection.status(), connection.saysSuccess(), connection.nanosSinceDue());
        idle.add(connection);
      }
    } catch (IOException e) {
      throw new IllegalStateException("the server closed a connection", e);
    }
  }

  @Override
  public void close() throws IOException {
    for (SelectionKey key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }

  /** One connection: one request under way at a time. */
  private static final class Connection {
    private static final byte[] LENGTH = "content-length:".getBytes();
    private static final byte[] SUCCESS = "success".getBytes();

    private final SocketChannel channel;
    private final ByteBuffer out = ByteBuffer.allocateDirect(8_192);
    private final ByteBuffer in = ByteBuffer.allocateDirect(8_192);
    private final byte[] answer = new byte[8_192];
    private int received;
    private int bodyAt;
    private long due;

    Connection(SocketChannel channel) {
      this.channel = channel;
    }

    void send(byte[] request, long due) throws IOException {
      this.due = due;
      received = 0;
      out.clear().put(request).flip();
      while (out.hasRemaining()) {
        channel.write(out);
      }
    }

    boolean hasWholeAnswer() throws IOException {
      in.clear();
      int count = channel.read(in);
      if (count < 0) {
        throw new EOFException();
      }
      in.flip().get(answer, received, count);
      received += count;
      bodyAt = endOfHead();
      return bodyAt > 0 && received >= bodyAt + contentLength();
    }

    int status() {
      return (answer[9] - '0') * 100 + (answer[10] - '0') * 10 + answer[11] - '0';
    }

    boolean saysSuccess() {
      return received - bodyAt == SUCCESS.length && matches(SUCCESS, bodyAt);
    }

    long nanosSinceDue() {
      return System.nanoTime() - due;
    }

    private int endOfHead() {
      for (int i = 3; i < received; i++) {
        if (answer[i] == '\n' && answer[i - 1] == '\r' && answer[i - 2] == '\n') {
          return i + 1;
        }
      }
      return 0;
    }

    private int contentLength() {
      for (int i = 0; i < bodyAt - LENGTH.length; i++) {
        if (answer[i] == '\n' && matches(LENGTH, i + 1)) {
          int length = 0;
          for (int j = i + 1 + LENGTH.length; answer[j] != '\r'; j++) {
            length = answer[j] == ' ' ? length : length * 10 + answer[j] - '0';
          }
          return length;
        }
      }
      throw new IllegalStateException("an answer without Content-Length");
    }

    /** Lower-cases the answer's letters; what is looked for is lower case already. */
    private boolean matches(byte[] expected, int at) {
      for (int i = 0; i < expected.length; i++) {
        byte got = answer[at + i];
        if (expected[i] != (got >= 'A' && got <= 'Z' ? got + 32 : got)) {
          return false;
        }
      }
      return true;
    }
  }
}
