package io.oncepaid.reconciliation.bill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The sample bills and how they are read in tests. */
public final class Samples {
  public static final LocalDate DATE = LocalDate.of(2026, 3, 9);
  public static final String ALIPAY = "alipay_trade_20260309.zip";
  public static final String ALIPAY_CSV = "alipay_trade_20260309.detail.gbk.csv";
  public static final String ALIPAY_LEDGER = "alipay_signcustomer_20260309.zip";
  public static final String ALIPAY_LEDGER_CSV = "alipay_signcustomer_20260309.detail.gbk.csv";
  public static final String WECHAT_ALL = "wechat_tradebill_ALL_20260309.csv";
  public static final String WECHAT_GZ = "wechat_tradebill_ALL_20260309.csv.gz";
  public static final String WECHAT_SUCCESS = "wechat_tradebill_SUCCESS_20260309.csv";
  public static final String WECHAT_REFUND = "wechat_tradebill_REFUND_20260309.csv";
  public static final String WECHAT_FUNDS = "wechat_fundflow_BASIC_20260309.csv";
  public static final String UNIONPAY = "INN26030900ZM_777290000000001";
  public static final String UNIONPAY_B64 = "unionpay_fileContent_20260309.b64.txt";
  public static final String STRIPE_PAYOUT = "stripe_payout_reconciliation_itemized_5.csv";
  public static final String STRIPE_ACTIVITY = "stripe_balance_change_from_activity_itemized_3.csv";
  public static final String ADYEN = "settlement_detail_report_batch_42.csv";
  public static final String PAYPAL = "STL-20260309.01.009.CSV";

  private static final Set<String> OWNERS =
      Set.of(
          "20880000000000010156", "1900000001", "777290000000001", "ExampleCOM", "TESTACCT00001");

  private Samples() {}

  /** What a reading of a file came to. */
  record Read(String format, BillSummary summary, List<BillRow> rows) {}

  public static Path path(String sample) {
    try {
      return Path.of(Samples.class.getResource("/bills/" + sample).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static Read read(String sample) {
    return read(path(sample), sample);
  }

  static Read read(Path path, String name) {
    return read(path, name, expectation(name));
  }

  static Read read(Path path, String name, Expectation expectation) {
    try (BillOpener bill = BillOpener.open(path, name, Optional.empty())) {
      List<BillRow> rows = new ArrayList<>();
      BillSummary summary = bill.read(expectation, rows::add);
      return new Read(bill.format().name(), summary, rows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The day of the samples in the zone of the file's gateway. */
  static Expectation expectation(String name) {
    ZoneId zone =
        name.startsWith("STL")
            ? ZoneId.of("America/Los_Angeles")
            : name.startsWith("stripe") ? ZoneId.of("UTC") : ZoneId.of("Asia/Shanghai");
    BusinessDay day = new BusinessDay(DATE, zone, LocalTime.MIDNIGHT);
    return new Expectation(OWNERS, DATE, day, zone);
  }
}
