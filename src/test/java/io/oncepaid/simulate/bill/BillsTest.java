package io.oncepaid.simulate.bill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is written has the form of the sample bills that reconciliation reads. That its readers take
 * it is proved by both programs together, in reconciliation's DayAndNightIT.
 */
class BillsTest {
  private static final Path SAMPLES = Path.of("../reconciliation/src/test/resources/bills");
  private static final Charset GBK = Charset.forName("GBK");
  private static final LocalDate DAY = LocalDate.of(2026, 3, 9);
  private static final Instant AT = Instant.parse("2026-03-09T12:00:00Z");
  private static final Instant BACK_AT = Instant.parse("2026-03-09T14:30:05Z");
  private static final Map<String, String> SETTINGS =
      Map.of(
          "alipay.seller-id", "2088000000000001",
          "wechatpay.mch-id", "1900000001",
          "wechatpay.app-ids", "wx01",
          "wechatpay-v2.mch-id", "1900000002",
          "wechatpay-v2.app-ids", "wx02",
          "unionpay.mer-id", "777290000000001",
          "adyen.merchant-accounts", "DemoCOM");
  private static final Movement PAYMENT =
      new Movement("101", "ORD1", "a \"b\", 订单", "", "", 8_880, "CNY", AT, AT);
  private static final Movement REFUND =
      new Movement("101", "ORD1", "a \"b\", 订单", "RF1", "201", 3_000, "CNY", AT, BACK_AT);

  @TempDir Path folder;

  @Test
  void stripe_lists_what_is_paid_back_as_negative_and_the_merchants_number_as_a_column()
      throws IOException {
    List<String> lines = written("stripe", PAYMENT, REFUND);

    assertThat(lines.get(0))
        .isEqualTo(
            sample("stripe_balance_change_from_activity_itemized_3.csv").get(0)
                + ",payment_metadata[out_trade_no]");
    assertThat(lines.get(1))
        .contains(",cny,88.80,0.53,88.27,charge,ch_101,\"a \"\"b\"\", 订单\",88.80,cny,")
        .endsWith(",ch_101,101,ORD1");
    assertThat(lines.get(2))
        .startsWith("txn_201,2026-03-09 14:30:05,")
        .contains(",cny,-30.00,0.00,-30.00,refund,201,");
    assertThat(lines).hasSize(3);
  }

  @Test
  void adyens_batch_cancels_out_and_what_ends_below_zero_is_carried_on() throws IOException {
    List<String> lines = written("adyen", PAYMENT, REFUND);

    assertThat(lines.get(0)).isEqualTo(sample("settlement_detail_report_batch_42.csv").get(0));
    assertThat(lines.get(1))
        .contains(",101,ORD1,visa,2026-03-09 13:00:00,CET,Settled,")
        .contains(",CNY,,88.80,1,CNY,,88.27,0.53,");
    assertThat(lines.get(2))
        .contains(",Refunded,201,CNY,30.00,,1,CNY,30.00,,0.00,")
        .contains(",RF1,20260309,");
    assertThat(lines.get(3)).contains(",MerchantPayout,", ",CNY,58.27,,");
    assertThat(lines).hasSize(4);

    assertThat(written("adyen", REFUND).get(2)).contains(",Balancetransfer,", ",CNY,,30.00,");
  }

  @Test
  void unionpays_records_have_the_samples_width_counted_in_bytes() throws IOException {
    List<byte[]> records = records(written("unionpay", PAYMENT, REFUND));
    List<byte[]> samples =
        records(Files.readAllLines(SAMPLES.resolve("INN26030900ZM_777290000000001"), GBK));

    assertThat(records).allSatisfy(record -> assertThat(record).hasSameSizeAs(samples.get(0)));
    assertThat(written("unionpay", PAYMENT, REFUND).get(0))
        .startsWith("S22 ")
        .contains(" 000000008880 ", " 101 ", " ORD1 ", " D000000000053 C000000008827 ");
    assertThat(written("unionpay", PAYMENT, REFUND).get(1))
        .startsWith("S30 ")
        .contains(" RF1 ", " 0309200000 C000000000000 D000000003000 ", " 0309223005 ");
    assertThat(written("unionpay")).isEmpty();
  }

  @Test
  void paypals_sections_are_those_of_the_sample_and_their_totals_fit() throws IOException {
    List<String> lines = written("paypal", PAYMENT, REFUND);
    List<String> sample = sample("STL-20260309.01.009.CSV");

    assertThat(types(lines)).isEqualTo(types(sample));
    assertThat(lines.get(2)).isEqualTo(sample.get(2).replace("TESTACCT00001", "SIMULATED0001"));
    assertThat(lines.get(3)).isEqualTo(sample.get(3));
    assertThat(lines.get(4))
        .startsWith("\"SB\",\"101\",\"ORD1\",\"\",\"\",\"T0006\",2026/03/09 05:00:00 -0700,")
        .contains(",\"CR\",8880,\"CNY\",\"DR\",53,\"CNY\",\"a \"\"b\"\", 订单\",");
    assertThat(lines.get(5))
        .startsWith("\"SB\",\"201\",\"ORD1\",\"101\",\"TXN\",\"T1107\",2026/03/09 07:30:05 -0700,")
        .contains(",\"DR\",3000,\"CNY\",\"\",,\"\",");
    assertThat(lines.get(6)).startsWith("\"SF\",\"CNY\",8880,3000,0,53,\"CR\",0,\"CR\",5827,");
    assertThat(lines.get(7)).isEqualTo("\"SC\",2");
    assertThat(written("paypal")).contains("\"SC\",0");
  }

  @Test
  void alipays_and_wechat_pays_columns_are_those_of_the_samples() throws IOException {
    List<String> alipay =
        Files.readAllLines(SAMPLES.resolve("alipay_trade_20260309.detail.gbk.csv"), GBK);

    assertThat(written("alipay", PAYMENT, REFUND)).contains(alipay.get(4));
    for (String gateway : List.of("wechatpay", "wechatpay-v2")) {
      assertThat(written(gateway, PAYMENT, REFUND).get(0))
          .isEqualTo(sample("wechat_tradebill_ALL_20260309.csv").get(0));
    }
  }

  @Test
  void every_file_is_named_by_its_day() throws IOException {
    for (String gateway : List.of("alipay", "wechatpay", "unionpay", "stripe", "adyen", "paypal")) {
      written(gateway, PAYMENT);
      assertThat(file(gateway).getFileName().toString()).contains("20260309");
    }
  }

  private List<String> written(String gateway, Movement... movements) throws IOException {
    try (BillWriter bill = Bills.open(gateway, SETTINGS::get, folder.resolve(gateway), DAY)) {
      for (Movement movement : movements) {
        bill.add(movement);
      }
    }
    InputStream content = new ByteArrayInputStream(Files.readAllBytes(file(gateway)));
    return switch (gateway) {
      case "alipay" -> lines(firstEntry(content), GBK);
      case "wechatpay", "wechatpay-v2" ->
          lines(new GZIPInputStream(content), StandardCharsets.UTF_8);
      case "unionpay" ->
          lines(firstEntry(new InflaterInputStream(Base64.getDecoder().wrap(content))), GBK);
      default -> lines(content, StandardCharsets.UTF_8);
    };
  }

  private Path file(String gateway) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(gateway))) {
      return files.toList().get(0);
    }
  }

  private static InputStream firstEntry(InputStream archive) throws IOException {
    ZipInputStream zip = new ZipInputStream(archive, GBK);
    assertThat(zip.getNextEntry()).isNotNull();
    return zip;
  }

  private static List<String> sample(String name) throws IOException {
    return lines(Files.newInputStream(SAMPLES.resolve(name)), StandardCharsets.UTF_8);
  }

  private static List<String> lines(InputStream content, Charset charset) throws IOException {
    return new String(content.readAllBytes(), charset).lines().toList();
  }

  private static List<byte[]> records(List<String> lines) {
    return lines.stream().map(line -> line.getBytes(GBK)).toList();
  }

  /** The record types in order, each once, with the number of commas outside of quotes. */
  private static List<String> types(List<String> lines) {
    return lines.stream()
        .map(line -> line.replace("\ufeff", ""))
        .map(
            line ->
                line.substring(1, 3)
                    + line.replaceAll("\"[^\"]*\"", "").chars().filter(c -> c == ',').count())
        .distinct()
        .toList();
  }
}
