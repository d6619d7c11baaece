package io.oncepaid.reconciliation.bill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Aim: a damaged byte never passes unseen. Method: every byte of every sample is flipped, taken
 * out, and the file is cut there. Each time the reading must fail with a BillError, give exactly
 * the rows of the undamaged file, or give rows that differ in what is matched, which the comparison
 * then finds. A flip inside a matched or summed field must not give the undamaged rows; a flip in
 * any other field must not give different ones.
 */
class DamagedBillsTest {
  private static final boolean THOROUGH = System.getenv("ONCEPAID_THOROUGH") != null;

  @TempDir Path folder;

  static List<String> plain() {
    return List.of(
        Samples.ALIPAY_CSV,
        Samples.ALIPAY_LEDGER_CSV,
        Samples.WECHAT_ALL,
        Samples.WECHAT_SUCCESS,
        Samples.WECHAT_REFUND,
        Samples.WECHAT_FUNDS,
        Samples.UNIONPAY,
        Samples.STRIPE_PAYOUT,
        Samples.STRIPE_ACTIVITY,
        Samples.ADYEN,
        Samples.PAYPAL);
  }

  static List<String> packed() {
    return List.of(Samples.ALIPAY, Samples.ALIPAY_LEDGER, Samples.WECHAT_GZ, Samples.UNIONPAY_B64);
  }

  @ParameterizedTest
  @MethodSource("plain")
  void a_flipped_byte_never_passes_unseen(String sample) throws IOException {
    byte[] bytes = Files.readAllBytes(Samples.path(sample));
    Samples.Read undamaged = Samples.read(sample);
    List<String> whole = matched(undamaged);
    MatchedBytes fields = MatchedBytes.of(sample, bytes, undamaged);
    for (int at = 0; at < bytes.length; at += step()) {
      for (int flip : flips(at)) {
        byte[] damaged = bytes.clone();
        damaged[at] ^= (byte) flip;
        List<String> rows = read(sample, damaged);
        boolean same = whole.equals(rows);
        if (fields.isMatched(at) && same) {
          fail("%s: flip %02x at %d (%s) passed", sample, flip, at, around(bytes, at));
        }
        if (fields.isOther(at) && rows != null && !same) {
          fail("%s: flip %02x at %d (%s) changed rows", sample, flip, at, around(bytes, at));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("plain")
  void a_cut_never_passes_unseen(String sample) throws IOException {
    byte[] bytes = Files.readAllBytes(Samples.path(sample));
    Samples.Read undamaged = Samples.read(sample);
    List<String> whole = matched(undamaged);
    MatchedBytes fields = MatchedBytes.of(sample, bytes, undamaged);
    for (int at = 0; at < bytes.length; at += step()) {
      byte[] without = new byte[bytes.length - 1];
      System.arraycopy(bytes, 0, without, 0, at);
      System.arraycopy(bytes, at + 1, without, at, bytes.length - at - 1);
      if (fields.isMatched(at) && !fields.isPadding(at) && whole.equals(read(sample, without))) {
        fail("%s: byte %d (%s) may be missing", sample, at, around(bytes, at));
      }
      List<String> cut = read(sample, Arrays.copyOf(bytes, at));
      if (at < fields.end() && whole.equals(cut)) {
        fail("%s: may be cut at %d (%s)", sample, at, around(bytes, at));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("packed")
  void a_damaged_archive_is_refused_or_unchanged(String sample) throws IOException {
    byte[] bytes = Files.readAllBytes(Samples.path(sample));
    List<String> whole = matched(Samples.read(sample));
    for (int at = 0; at < bytes.length; at += step()) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 0x10;
      List<String> rows = read(sample, damaged);
      assertThat(rows == null || rows.equals(whole)).as("flip at %d", at).isTrue();
      List<String> cut = read(sample, Arrays.copyOf(bytes, at));
      assertThat(cut == null || cut.equals(whole)).as("cut at %d", at).isTrue();
    }
  }

  /** Every byte in the thorough run (ONCEPAID_THOROUGH=yes), every eleventh otherwise. */
  private static int step() {
    return THOROUGH ? 1 : 11;
  }

  /** All bits in the thorough run, one by turns otherwise. */
  private static int[] flips(int at) {
    return THOROUGH ? new int[] {1, 2, 4, 8, 16, 32, 64, 128} : new int[] {1 << (at % 8)};
  }

  /** The matched content of the rows; null when the bill is refused. */
  private List<String> read(String sample, byte[] bytes) throws IOException {
    Path file = folder.resolve("bill");
    Files.write(file, bytes);
    try {
      return matched(Samples.read(file, sample));
    } catch (BillError refused) {
      assertThat(refused.getMessage()).startsWith(sample);
      return null;
    }
  }

  private static List<String> matched(Samples.Read read) {
    return read.rows().stream()
        .map(
            row ->
                String.join(
                    "|",
                    row.movement().name(),
                    row.outTradeNo(),
                    row.transactionId(),
                    row.outRefundNo(),
                    row.movement() == Movement.OTHER ? "" : row.gatewayRefundId(),
                    "" + row.amount(),
                    row.currency(),
                    row.status().name()))
        .toList();
  }

  private static String around(byte[] bytes, int at) {
    return new String(
        bytes,
        Math.max(0, at - 12),
        Math.min(24, bytes.length - Math.max(0, at - 12)),
        java.nio.charset.StandardCharsets.ISO_8859_1);
  }
}
