package io.oncepaid.reconciliation.bill;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Alipay 账务明细: a row per movement of the balance; fees are rows of their own. */
final class AlipayLedger implements BillFormat {
  private static final String TITLE = "支付宝账务明细查询";
  private static final Pattern INCOME = Pattern.compile("收入合计：([0-9]+)笔，共(-?[0-9.]+)元");
  private static final Pattern EXPENSE = Pattern.compile("支出合计：([0-9]+)笔，共(-?[0-9.]+)元");
  private static final Set<String> PAYMENTS = Set.of("在线支付", "交易付款");
  private static final Set<String> REFUNDS = Set.of("退款", "交易退款");
  private static final Set<String> FEES = Set.of("收费");

  @Override
  public String name() {
    return "alipay-ledger";
  }

  @Override
  public Dating dating() {
    return Dating.BY_DAY;
  }

  @Override
  public boolean matches(String head) {
    return head.startsWith("#" + TITLE);
  }

  @Override
  public BillSummary read(BillFile file, Expectation expectation, RowSink sink) throws IOException {
    Reading reading = new Reading(file, expectation, sink);
    reading.run();
    return reading.summary;
  }

  /** One reading of one file. */
  private static final class Reading {
    private final BillFile file;
    private final Expectation expectation;
    private final RowSink sink;
    private final BillSummary summary = new BillSummary();
    private final long[] counts = new long[2];
    private final long[] amounts = new long[2];
    private Columns columns;
    private Long balance;

    Reading(BillFile file, Expectation expectation, RowSink sink) {
      this.file = file;
      this.expectation = expectation;
      this.sink = sink;
    }

    void run() throws IOException {
      AlipayArchive archive =
          new AlipayArchive(
              file.name(), Texts.csv(file, file.content(), Texts.GBK), TITLE, expectation);
      columns = archive.columns();
      List<CsvRecord> footer = archive.rows(this::row);
      compare(archive.footerLine(footer, INCOME, "收入合计"), "收入合计", 0);
      compare(archive.footerLine(footer, EXPENSE, "支出合计"), "支出合计", 1);
      summary.figure("income_rows", counts[0]);
      summary.figure("income", amounts[0]);
      summary.figure("expense_rows", counts[1]);
      summary.figure("expense", -amounts[1]);
      if (balance != null) {
        summary.figure("opening_balance", balance - amounts[0] - amounts[1]);
        summary.figure("closing_balance", balance);
      }
      if (file.summary() != null) {
        try (InputStream content = file.summary().open()) {
          AlipaySummary.checkLedger(file, content, expectation, counts, amounts);
        }
      }
    }

    private void row(Cells cells) throws IOException {
      int incomeColumn = columns.need("收入金额（+元）");
      int expenseColumn = columns.need("支出金额（-元）");
      long income = cells.amountOrZero(incomeColumn, 2);
      long expense = cells.amountOrZero(expenseColumn, 2);
      if (income < 0 || expense > 0 || (income == 0) == (expense == 0)) {
        throw cells.error(incomeColumn, "income must be positive or expense negative, one of them");
      }
      int side = income > 0 ? 0 : 1;
      counts[side]++;
      amounts[side] += income + expense;
      checkBalance(cells, income + expense);
      BillRow row = row(cells, income, expense);
      summary.add(row);
      sink.accept(row);
    }

    private void checkBalance(Cells cells, long change) {
      int column = columns.need("账户余额（元）");
      long now = cells.amount(column, 2);
      if (balance != null) {
        Check.equal("" + file.name(), cells.line(), "账户余额（元）", now, balance + change, 2);
      }
      balance = now;
    }

    private BillRow row(Cells cells, long income, long expense) {
      String type = cells.text(columns.need("业务类型"));
      Instant time = cells.timeOfDay(columns.need("发生时间"), expectation);
      Movement movement = Movement.OTHER;
      if (PAYMENTS.contains(type) && income > 0) {
        movement = Movement.PAY;
      } else if (REFUNDS.contains(type) && expense < 0) {
        movement = Movement.REFUND;
      }
      long fee = FEES.contains(type) ? -(income + expense) : 0;
      boolean other = movement == Movement.OTHER;
      return new BillRow(
          cells.line(),
          movement,
          cells.id(columns.need("商户订单号")),
          other ? "" : cells.neededId(columns.need("业务流水号")),
          movement == Movement.REFUND ? cells.neededId(columns.need("备注")) : "",
          other ? cells.neededId(columns.need("账务流水号")) : "",
          other ? income + expense : Math.abs(income + expense),
          "CNY",
          fee,
          "CNY",
          RowStatus.DONE,
          time);
    }

    private void compare(Matcher told, String line, int side) {
      try {
        Check.equal(file.name(), 0, line + " 笔", Long.parseLong(told.group(1)), counts[side], 0);
        // Whether the expense carries its minus here is not documented.
        long amount = Math.abs(Decimals.parse(told.group(2), 2));
        Check.equal(file.name(), 0, line + " 共", amount, Math.abs(amounts[side]), 2);
      } catch (NumberFormatException | ArithmeticException e) {
        throw new BillError(file.name(), 0, line, "not an amount: " + told.group());
      }
    }
  }
}
