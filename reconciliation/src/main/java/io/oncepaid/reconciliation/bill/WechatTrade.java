package io.oncepaid.reconciliation.bill;

import java.io.IOException;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;

/** WeChat Pay's trade bill in its variants ALL, SUCCESS and REFUND, and the older 24 columns. */
final class WechatTrade implements BillFormat {
  /** Fees have five decimals. */
  private static final int FEE_DIGITS = 5;

  private static final long FEE_UNIT = 1000;

  @Override
  public String name() {
    return "wechat-trade";
  }

  @Override
  public Dating dating() {
    return Dating.REFUNDS_BY_ACCEPTANCE;
  }

  @Override
  public boolean matches(String head) {
    String first = head.lines().findFirst().orElse("");
    return first.contains("交易时间") && first.contains("微信订单号") && first.contains(",");
  }

  @Override
  public BillSummary read(BillFile file, Expectation expectation, RowSink sink) throws IOException {
    TickedLines lines = new TickedLines(file);
    Columns columns = lines.header(lines.need("the header"));
    WechatTradeRow reader = new WechatTradeRow(columns, expectation);
    Cells cells = new Cells(file.name(), columns);
    Sums sums = new Sums(columns);
    BillSummary summary = new BillSummary();
    if (columns.has("退款申请时间")) {
      summary.lists(EnumSet.of(Movement.REFUND));
    } else if (!columns.has("退款状态")) {
      summary.lists(EnumSet.of(Movement.PAY));
    }
    String text = lines.need("a row or the header of the totals");
    for (; TickedLines.isRow(text); text = lines.need("a row or the header of the totals")) {
      cells.moveTo(lines.line(), lines.values(text));
      sums.add(cells);
      BillRow row = reader.read(cells);
      summary.add(row);
      sink.accept(row);
    }
    checkTotals(file.name(), lines, lines.header(text), sums, summary);
    lines.needEnd();
    return summary;
  }

  private static void checkTotals(
      String file, TickedLines lines, Columns header, Sums sums, BillSummary summary)
      throws IOException {
    Cells told = new Cells(file, header);
    int count = header.need("总交易单数");
    header.need("手续费总金额");
    header.needOneOf("订单总金额", "总交易额", "总金额");
    header.needOneOf("申请退款总金额", "总退款金额", "退款总金额");
    String row = lines.need("the row of the totals");
    told.moveTo(lines.line(), lines.values(row));
    Check.equal(file, lines.line(), "总交易单数", told.amount(count, 0), summary.rows(), 0);
    for (Map.Entry<String, Sum> sum : sums.byTotal.entrySet()) {
      int column = header.find(sum.getKey());
      if (column >= 0) {
        int digits = sum.getValue().digits;
        long value = told.amount(column, digits);
        Check.equal(file, lines.line(), sum.getKey(), value, sum.getValue().value, digits);
        summary.figure(sum.getKey(), digits == 2 ? value : Decimals.round(value, FEE_UNIT));
      }
    }
  }

  /** The sums that the last line repeats, by its names. */
  private static final class Sums {
    private final Map<String, Sum> byTotal = new LinkedHashMap<>();

    Sums(Columns columns) {
      put(columns, "应结订单总金额", "应结订单金额", 2);
      put(columns, "退款总金额", "退款金额", 2);
      put(columns, "充值券退款总金额", "充值券退款金额", 2);
      put(columns, "手续费总金额", "手续费", FEE_DIGITS);
      put(columns, "订单总金额", "订单金额", 2);
      put(columns, "申请退款总金额", "申请退款金额", 2);
      if (columns.has("总金额")) {
        put(columns, "总交易额", "总金额", 2);
        put(columns, "总退款金额", "退款金额", 2);
      }
    }

    private void put(Columns columns, String total, String column, int digits) {
      byTotal.put(total, new Sum(columns.find(column), digits));
    }

    void add(Cells cells) {
      for (Sum sum : byTotal.values()) {
        if (sum.column >= 0) {
          sum.value += cells.amount(sum.column, sum.digits);
        }
      }
    }
  }

  private static final class Sum {
    private final int column;
    private final int digits;
    private long value;

    Sum(int column, int digits) {
      this.column = column;
      this.digits = digits;
    }
  }
}
