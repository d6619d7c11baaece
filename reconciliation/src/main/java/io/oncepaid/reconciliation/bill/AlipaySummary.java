package io.oncepaid.reconciliation.bill;

import java.io.IOException;
import java.io.InputStream;

/** The summary entries of Alipay's archives: a row of totals that the details must add up to. */
final class AlipaySummary {
  private AlipaySummary() {}

  /**
   * @param sums of payments, then of refunds: count, 商家实收, 商家优惠
   * @param net over all rows: 订单金额, 支付宝优惠, 服务费, 分润, 卡消费
   */
  static void checkTrade(
      BillFile file, InputStream content, Expectation expectation, long[][] sums, long[] net)
      throws IOException {
    String name = file.name() + " (汇总)";
    AlipayArchive archive =
        new AlipayArchive(name, Texts.csv(file, content, Texts.GBK), "支付宝业务汇总查询", expectation);
    Columns columns = archive.columns();
    boolean[] seen = new boolean[1];
    archive.rows(
        cells -> {
          if (cells.text(0).equals("合计")) {
            seen[0] = true;
            Total total = new Total(name, columns, cells);
            total.is("交易订单总笔数", 0, sums[0][0]);
            total.is("退款订单总笔数", 0, sums[1][0]);
            total.is("订单金额（元）", 2, net[0]);
            total.is("商家实收（元）", 2, sums[0][1] + sums[1][1]);
            total.is("支付宝优惠（元）", 2, net[1]);
            total.is("商家优惠（元）", 2, sums[0][2] + sums[1][2]);
            total.is("卡消费金额（元）", 2, net[4]);
            total.is("服务费（元）", 2, net[2]);
            total.is("分润（元）", 2, net[3]);
            total.is("实收净额（元）", 2, sums[0][1] + sums[1][1] + net[2] + net[3]);
          }
        });
    needTotal(name, seen[0]);
  }

  /**
   * @param counts of income and of expense rows
   * @param amounts of income and of expense, the expense negative
   */
  static void checkLedger(
      BillFile file, InputStream content, Expectation expectation, long[] counts, long[] amounts)
      throws IOException {
    String name = file.name() + " (汇总)";
    AlipayArchive archive =
        new AlipayArchive(name, Texts.csv(file, content, Texts.GBK), "支付宝账务汇总查询", expectation);
    Columns columns = archive.columns();
    boolean[] seen = new boolean[1];
    archive.rows(
        cells -> {
          if (cells.text(0).equals("合计")) {
            seen[0] = true;
            Total total = new Total(name, columns, cells);
            total.is("收入笔数", 0, counts[0]);
            total.is("收入金额（+元）", 2, amounts[0]);
            total.is("支出笔数", 0, counts[1]);
            total.is("支出金额（-元）", 2, amounts[1]);
            total.is("总金额（元）", 2, amounts[0] + amounts[1]);
          }
        });
    needTotal(name, seen[0]);
  }

  private static void needTotal(String name, boolean seen) {
    if (!seen) {
      throw new BillError(name, 0, "", "has no row 合计");
    }
  }

  private record Total(String name, Columns columns, Cells cells) {
    void is(String column, int digits, long counted) {
      int place = columns.find(column);
      if (place >= 0) {
        Check.equal(name, cells.line(), column, cells.amount(place, digits), counted, digits);
      }
    }
  }
}
