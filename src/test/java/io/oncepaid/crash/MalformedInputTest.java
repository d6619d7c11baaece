package io.oncepaid.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.testing.Wire;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.SocketException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Whatever a stranger sends, it is refused as a mistake of his, and nothing of it stays. */
@QuarkusTest
@TestProfile(CrashProfile.class)
class MalformedInputTest extends CrashTest {
  private static final int ROUNDS = 6;
  private static final double HEAP_TOLERANCE = 1.05;

  @Test
  void malformed_input_of_every_kind_is_answered_4xx_and_never_5xx() throws Exception {
    Map<String, Integer> wrong = new TreeMap<>();
    for (Map.Entry<String, byte[]> request : requests().entrySet()) {
      int status = status(request.getValue());
      boolean cutOff = status == 0 && request.getKey().equals("no chunk size");
      if (!cutOff && (status < 400 || status > 499)) {
        wrong.put(request.getKey(), status);
      }
    }

    assertThat(wrong).isEmpty();
    assertStillServes();
  }

  @Test
  void malformed_input_leaves_nothing_on_the_heap() throws Exception {
    Map<String, byte[]> requests = requests();
    send(requests, 2);
    long before = liveHeap();

    send(requests, ROUNDS);

    assertThat(liveHeap()).isLessThan((long) (before * HEAP_TOLERANCE));
    assertStillServes();
  }

  private Map<String, byte[]> requests() {
    return new MalformedRequests(alipay.paid(registered(), 0), wechat.paid(registered(), 0)).all();
  }

  private void send(Map<String, byte[]> requests, int rounds) throws IOException {
    for (int round = 0; round < rounds; round++) {
      for (byte[] request : requests.values()) {
        status(request);
      }
    }
  }

  /** 0 when the connection was closed without an answer. */
  private int status(byte[] request) throws IOException {
    try (Wire wire = new Wire(port())) {
      try {
        wire.start(request);
      } catch (IOException refusedEarly) {
        // The answer may have come before all was sent.
      }
      return wire.answer().status();
    } catch (EOFException | SocketException closed) {
      return 0;
    }
  }

  private static long liveHeap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }

  private void assertStillServes() throws IOException {
    assertThat(send(alipay.paid(registered(), 0)).text()).isEqualTo("success");
  }
}
