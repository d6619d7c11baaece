package io.oncepaid.reconciliation.bill;

import java.io.IOException;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** WeChat Pay's fund-flow bill: a row per movement of one balance; fees are rows of their own. */
final class WechatFundFlow implements BillFormat {
  private static final Pattern REFUND_REMARK =
      Pattern.compile("退款总金额([0-9.]+)元(?:;含手续费([0-9.]+)元)?");

  @Override
  public String name() {
    return "wechat-fundflow";
  }

  @Override
  public Dating dating() {
    return Dating.REFUNDS_BY_ACCEPTANCE;
  }

  @Override
  public boolean matches(String head) {
    String first = head.lines().findFirst().orElse("");
    return first.contains("记账时间") && first.contains("资金流水单号");
  }

  @Override
  public BillSummary read(BillFile file, Expectation expectation, RowSink sink) throws IOException {
    TickedLines lines = new TickedLines(file);
    Columns columns = lines.header(lines.need("the header"));
    Reading reading = new Reading(file.name(), columns, expectation);
    Cells cells = new Cells(file.name(), columns);
    String text = lines.need("a row or the header of the totals");
    for (; TickedLines.isRow(text); text = lines.need("a row or the header of the totals")) {
      cells.moveTo(lines.line(), lines.values(text));
      BillRow row = reading.row(cells);
      reading.summary.add(row);
      sink.accept(row);
    }
    reading.checkTotals(lines, lines.header(text));
    lines.needEnd();
    return reading.summary;
  }

  /** One reading of one file. */
  private static final class Reading {
    private final String file;
    private final Columns columns;
    private final Expectation expectation;
    private final BillSummary summary = new BillSummary();
    private final long[] counts = new long[2];
    private final long[] amounts = new long[2];
    private Long balance;
    private long opening;

    Reading(String file, Columns columns, Expectation expectation) {
      this.file = file;
      this.columns = columns;
      this.expectation = expectation;
    }

    BillRow row(Cells cells) {
      int sideColumn = columns.need("收支类型");
      int amountColumn = columns.need("收支金额(元)");
      String sideText = cells.text(sideColumn);
      if (!sideText.equals("收入") && !sideText.equals("支出")) {
        throw cells.error(sideColumn, "neither 收入 nor 支出: " + Cells.printable(sideText));
      }
      int side = sideText.equals("收入") ? 0 : 1;
      long amount = cells.positive(amountColumn, 2);
      long signed = side == 0 ? amount : -amount;
      counts[side]++;
      amounts[side] += amount;
      long now = cells.amount(columns.need("账户结余(元)"), 2);
      if (balance == null) {
        opening = now - signed;
      } else {
        Check.equal(file, cells.line(), "账户结余(元)", now, balance + signed, 2);
      }
      balance = now;
      Instant at = cells.timeOfDay(columns.need("记账时间"), expectation);
      String name = cells.text(columns.need("业务名称"));
      if (name.equals("交易") && side == 0) {
        return payment(cells, amount, at);
      }
      if (name.equals("退款") && side == 1) {
        return refund(cells, amount, at);
      }
      return other(cells, signed, name.equals("扣除交易手续费") ? -signed : 0, at);
    }

    private BillRow payment(Cells cells, long amount, Instant at) {
      return new BillRow(
          cells.line(),
          Movement.PAY,
          cells.id(columns.need("业务凭证号")),
          cells.neededId(columns.need("微信支付业务单号")),
          "",
          "",
          amount,
          "CNY",
          0,
          "CNY",
          RowStatus.DONE,
          at);
    }

    /** The row is net of the fee that was handed back; the remark tells the whole refund. */
    private BillRow refund(Cells cells, long net, Instant at) {
      int column = columns.need("备注");
      Matcher remark = REFUND_REMARK.matcher(cells.text(column));
      if (!remark.matches()) {
        throw cells.error(column, "must be 退款总金额…元;含手续费…元");
      }
      long total;
      long fee;
      try {
        total = Decimals.parse(remark.group(1), 2);
        fee = remark.group(2) == null ? 0 : Decimals.parse(remark.group(2), 2);
      } catch (NumberFormatException e) {
        throw cells.error(column, "not an amount");
      }
      Check.equal(file, cells.line(), "收支金额(元)", net, total - fee, 2);
      return new BillRow(
          cells.line(),
          Movement.REFUND,
          "",
          "",
          cells.neededId(columns.need("业务凭证号")),
          cells.neededId(columns.need("微信支付业务单号")),
          total,
          "CNY",
          -fee,
          "CNY",
          RowStatus.DONE,
          at);
    }

    private BillRow other(Cells cells, long signed, long fee, Instant at) {
      String id = cells.neededId(columns.need("资金流水单号"));
      return new BillRow(
          cells.line(),
          Movement.OTHER,
          "",
          "",
          "",
          id,
          signed,
          "CNY",
          fee,
          "CNY",
          RowStatus.DONE,
          at);
    }

    void checkTotals(TickedLines lines, Columns header) throws IOException {
      Cells told = new Cells(file, header);
      header.need("资金流水总笔数");
      String row = lines.need("the row of the totals");
      told.moveTo(lines.line(), lines.values(row));
      check(told, header, "资金流水总笔数", 0, summary.rows());
      check(told, header, "收入笔数", 0, counts[0]);
      check(told, header, "收入金额", 2, amounts[0]);
      check(told, header, "支出笔数", 0, counts[1]);
      check(told, header, "支出金额", 2, amounts[1]);
      summary.figure("income_rows", counts[0]);
      summary.figure("income", amounts[0]);
      summary.figure("expense_rows", counts[1]);
      summary.figure("expense", amounts[1]);
      if (balance != null) {
        summary.figure("opening_balance", opening);
        summary.figure("closing_balance", balance);
      }
    }

    private void check(Cells told, Columns header, String column, int digits, long counted) {
      int place = header.need(column);
      Check.equal(file, told.line(), column, told.amount(place, digits), counted, digits);
    }
  }
}
