package io.oncepaid.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Stands between the service and PostgreSQL and, when told so, cuts a connection between a COMMIT
 * that the server has carried out and its answer.
 */
public final class CuttingProxy implements AutoCloseable {
  /** A statement with this comment, sent through the proxy, lets it cut the next commit. */
  public static final String CUT_NEXT_COMMIT = "SELECT 1 /* cut the next commit */";

  /** How PostgreSQL's answer to COMMIT reads; no other answer holds it. */
  private static final byte[] COMMITTED = "COMMIT\0".getBytes(US_ASCII);

  private static final byte[] CUT = "/* cut the next commit */".getBytes(US_ASCII);

  private final ServerSocket listener;
  private final int target;
  private final AtomicBoolean cuts = new AtomicBoolean();

  /**
   * Listens on a free port.
   *
   * @param target the port of PostgreSQL
   */
  public CuttingProxy(int target) {
    this.target = target;
    try {
      listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  public int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        daemon(() -> connect(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void connect(Socket client) {
    try (client;
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      daemon(() -> forward(client, server, false));
      forward(server, client, true);
    } catch (IOException gone) {
      // Closing the client's side tells it.
    }
  }

  private void forward(Socket from, Socket to, boolean answers) {
    byte[] chunk = new byte[65_536];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
        if (answers && cuts.get() && holds(chunk, length, COMMITTED)) {
          cuts.set(false);
          return;
        }
        if (!answers && holds(chunk, length, CUT)) {
          cuts.set(true);
        }
        out.write(chunk, 0, length);
      }
    } catch (IOException gone) {
      // The other side is closed with this one.
    }
  }

  private static boolean holds(byte[] chunk, int length, byte[] wanted) {
    for (int at = 0; at + wanted.length <= length; at++) {
      if (Arrays.equals(chunk, at, at + wanted.length, wanted, 0, wanted.length)) {
        return true;
      }
    }
    return false;
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "cutting-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
