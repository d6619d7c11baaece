package io.oncepaid.reconciliation.bill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What gateways change in their bills gives the same rows; what damages a bill, or makes it another
 * one, is refused with the file, the line and the column.
 */
class ChangedBillsTest {
  @TempDir Path folder;

  static List<String> withNamedColumns() {
    return List.of(
        Samples.ALIPAY_CSV,
        Samples.WECHAT_ALL,
        Samples.STRIPE_PAYOUT,
        Samples.STRIPE_ACTIVITY,
        Samples.ADYEN);
  }

  @ParameterizedTest
  @MethodSource("withNamedColumns")
  void columns_in_another_order_are_found_by_their_names(String sample) throws IOException {
    // but for Stripe's first one, by which its two reports are told apart
    int kept = sample.equals(Samples.STRIPE_PAYOUT) ? 1 : 0;
    Path changed =
        changed(
            sample,
            values -> {
              List<String> reversed = new ArrayList<>(values.subList(kept, values.size()));
              Collections.reverse(reversed);
              reversed.addAll(0, values.subList(0, kept));
              return reversed;
            });

    assertThat(Samples.read(changed, sample).rows()).isEqualTo(Samples.read(sample).rows());
  }

  @ParameterizedTest
  @MethodSource("withNamedColumns")
  void a_column_that_is_new_is_passed_over(String sample) throws IOException {
    Path changed =
        changed(
            sample,
            values -> {
              List<String> more = new ArrayList<>(values);
              more.add(values.size() / 2, values.get(0).matches(".*[0-9]{6}.*") ? "1.00" : "新");
              return more;
            });

    assertThat(Samples.read(changed, sample).rows()).isEqualTo(Samples.read(sample).rows());
  }

  @ParameterizedTest
  @CsvSource({
    Samples.ALIPAY_CSV + ",订单金额（元）",
    Samples.WECHAT_ALL + ",商户订单号",
    Samples.WECHAT_FUNDS + ",收支类型",
    Samples.STRIPE_PAYOUT + ",payment_intent_id",
    Samples.ADYEN + ",Gross Currency",
    Samples.PAYPAL + ",Transaction Event Code"
  })
  void a_needed_column_of_another_name_is_named(String sample, String column) throws IOException {
    Path changed = replaced(sample, column, "x" + column.substring(1));

    refused(changed, sample, column + ": the column is missing");
  }

  @ParameterizedTest
  @CsvSource({
    Samples.ALIPAY_CSV + ",2026030922001400010000000003,支付宝交易号,8",
    Samples.WECHAT_ALL + ",4200000000202603090000000003,微信订单号,4",
    Samples.WECHAT_FUNDS + ",4200000000202603090000000003,微信支付业务单号,",
    Samples.ADYEN + ",ORD20260309400003,Merchant Reference,4"
  })
  void an_id_that_a_spreadsheet_has_rounded_is_refused(
      String sample, String id, String column, Integer line) throws IOException {
    Path changed = replaced(sample, id, "2.02603E+27");

    refused(changed, sample, column + ": 2.02603E+27 was damaged by a spreadsheet program");
    if (line != null) {
      refused(changed, sample, "line " + line);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {Samples.STRIPE_PAYOUT, Samples.STRIPE_ACTIVITY, Samples.ADYEN, Samples.PAYPAL})
  void the_mark_of_utf_8_may_stand_at_the_beginning_or_not(String sample) throws IOException {
    String text = text(sample);
    Path other = written(sample, text.startsWith("\ufeff") ? text.substring(1) : "\ufeff" + text);

    assertThat(Samples.read(other, sample).rows()).isEqualTo(Samples.read(sample).rows());
  }

  @ParameterizedTest
  @CsvSource({
    Samples.WECHAT_ALL + ",`4200000000202603090000000003",
    Samples.ADYEN + ",QX7K2M4N8PB3TZ03",
    Samples.STRIPE_PAYOUT + ",pi_TEST00000000000000000003",
    Samples.PAYPAL + ",8MC5852003K746392"
  })
  void the_mark_of_utf_8_in_the_middle_is_refused(String sample, String before) throws IOException {
    boolean ticked = before.startsWith("`");
    Path changed =
        replaced(sample, before, ticked ? "`\ufeff" + before.substring(1) : "\ufeff" + before);

    refused(changed, sample, "not an id");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        Samples.ALIPAY_CSV,
        Samples.WECHAT_ALL,
        Samples.WECHAT_FUNDS,
        Samples.STRIPE_PAYOUT,
        Samples.ADYEN,
        Samples.UNIONPAY,
        Samples.PAYPAL
      })
  void both_ends_of_lines_are_read(String sample) throws IOException {
    String text = text(sample);
    boolean crlf = text.contains("\r\n");
    Path other = written(sample, crlf ? text.replace("\r\n", "\n") : text.replace("\n", "\r\n"));

    assertThat(Samples.read(other, sample).rows()).isEqualTo(Samples.read(sample).rows());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        Samples.ALIPAY,
        Samples.ALIPAY_LEDGER,
        Samples.WECHAT_GZ,
        Samples.UNIONPAY,
        Samples.ADYEN,
        Samples.PAYPAL
      })
  void a_bill_of_another_account_is_refused(String sample) {
    Expectation ours = Samples.expectation(sample);
    Expectation others =
        new Expectation(Set.of("another", "2088999"), ours.date(), ours.day(), ours.zone());

    assertThatThrownBy(() -> Samples.read(Samples.path(sample), sample, others))
        .isInstanceOf(BillError.class)
        .hasMessageContaining("the bill is of ")
        .hasMessageContaining("another");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        Samples.ALIPAY,
        Samples.ALIPAY_LEDGER,
        Samples.WECHAT_GZ,
        Samples.UNIONPAY,
        Samples.STRIPE_ACTIVITY,
        Samples.PAYPAL
      })
  void a_bill_of_another_day_is_refused(String sample) {
    Expectation day = Samples.expectation(sample);
    BusinessDay next = new BusinessDay(day.date().plusDays(1), day.zone(), day.day().cutOff());
    Expectation tomorrow = new Expectation(day.owners(), next.date(), next, day.zone());

    assertThatThrownBy(() -> Samples.read(Samples.path(sample), sample, tomorrow))
        .isInstanceOf(BillError.class)
        .hasMessageContaining("2026-03-10");
  }

  /** Its flow file has neither header nor totals, so that only the archive can be found whole. */
  @Test
  void a_bill_without_bytes_is_taken_in_unionpays_packing_only() throws IOException {
    Path packed = folder.resolve("bill");
    try (ZipOutputStream zip =
        new ZipOutputStream(
            new DeflaterOutputStream(Base64.getEncoder().wrap(Files.newOutputStream(packed))))) {
      zip.putNextEntry(new ZipEntry(Samples.UNIONPAY));
    }
    Samples.Read read = Samples.read(packed, Samples.UNIONPAY_B64);

    assertThat(read.format()).isEqualTo("unionpay");
    assertThat(read.rows()).isEmpty();
    refused(written(Samples.UNIONPAY, ""), Samples.UNIONPAY, "the file is empty");
  }

  private void refused(Path changed, String sample, String words) {
    assertThatThrownBy(() -> Samples.read(changed, sample))
        .isInstanceOf(BillError.class)
        .hasMessageStartingWith(sample)
        .hasMessageContaining(words);
  }

  /** The sample with every header and row changed alike; other lines as they are. */
  private Path changed(String sample, UnaryOperator<List<String>> change) throws IOException {
    String text = text(sample);
    String end = text.contains("\r\n") ? "\r\n" : "\n";
    boolean marked = text.startsWith("\ufeff");
    List<String> lines = new ArrayList<>();
    for (String line : text.substring(marked ? 1 : 0).split(end)) {
      boolean row = line.startsWith("`2026-");
      if (row) {
        lines.add(
            "`" + String.join(",`", change.apply(List.of(line.substring(1).split(",`", -1)))));
      } else if (line.startsWith("#") || line.startsWith("`") || line.startsWith("总交易单数")) {
        lines.add(line);
      } else {
        lines.add(csv(change.apply(fields(line))));
      }
    }
    return written(
        sample,
        (marked ? "\ufeff" : "") + lines.stream().map(l -> l + end).collect(Collectors.joining()));
  }

  private static List<String> fields(String line) {
    return CsvReader.builder().ofCsvRecord(line).stream().findFirst().orElseThrow().getFields();
  }

  private static String csv(List<String> values) throws IOException {
    StringWriter line = new StringWriter();
    try (CsvWriter writer = CsvWriter.builder().build(line)) {
      writer.writeRecord(values);
    }
    return line.toString().replace("\r\n", "");
  }

  private Path replaced(String sample, String what, String by) throws IOException {
    String text = text(sample);
    assertThat(text).contains(what);
    return written(sample, text.replaceFirst(Pattern.quote(what), by));
  }

  private static String text(String sample) throws IOException {
    return Files.readString(Samples.path(sample), charset(sample));
  }

  private Path written(String sample, String text) throws IOException {
    return Files.writeString(folder.resolve("bill"), text, charset(sample));
  }

  private static Charset charset(String sample) {
    return Arrays.asList(Samples.ALIPAY_CSV, Samples.UNIONPAY).contains(sample)
        ? Charset.forName("GBK")
        : StandardCharsets.UTF_8;
  }
}
