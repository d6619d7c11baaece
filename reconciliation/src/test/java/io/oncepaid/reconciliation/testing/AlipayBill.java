package io.oncepaid.reconciliation.testing;

import java.io.BufferedWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** Writes an Alipay trade bill as Alipay does, for tests and the benchmark. */
public final class AlipayBill implements AutoCloseable {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy年MM月dd日");

  private final BufferedWriter out;
  private final long[] counts = new long[2];
  private final long[] sums = new long[2];

  public AlipayBill(Path file, LocalDate date) throws IOException {
    out = Files.newBufferedWriter(file, Charset.forName("GBK"));
    line("#支付宝业务明细查询");
    line("#账号：[20880000000000010156]");
    line(
        "#起始日期：["
            + DAY.format(date)
            + " 00:00:00]   终止日期：["
            + DAY.format(date.plusDays(1))
            + " 00:00:00]");
    line("#-----------------------------------------业务明细列表-------------------------");
    line(
        "支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,"
            + "订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,"
            + "券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,"
            + "分润（元）,备注");
  }

  public AlipayBill pay(String tradeNo, String outTradeNo, long amount, LocalDateTime at)
      throws IOException {
    row(tradeNo, outTradeNo, "交易", amount, at, "", 0);
    return this;
  }

  public AlipayBill refund(
      String tradeNo, String outTradeNo, String refundNo, long amount, LocalDateTime at)
      throws IOException {
    row(tradeNo, outTradeNo, "退款", -amount, at, refundNo, 1);
    return this;
  }

  private void row(
      String tradeNo,
      String outTradeNo,
      String type,
      long amount,
      LocalDateTime at,
      String refundNo,
      int side)
      throws IOException {
    counts[side]++;
    sums[side] += amount;
    String money = plain(amount);
    String time = TIME.format(at);
    line(
        tradeNo
            + "\t,"
            + outTradeNo
            + "\t,"
            + type
            + "\t,会员季卡,"
            + time
            + ","
            + time
            + ",\t,\t,\t,\t,*测(188****0001)\t,"
            + money
            + ","
            + money
            + ",0.00,0.00,0.00,0.00,0.00,,0.00\t,0.00,"
            + refundNo
            + "\t,"
            + (side == 0 ? "-0.01" : "0.00")
            + ",0.00,会员季卡");
  }

  @Override
  public void close() throws IOException {
    line("#-----------------------------------------业务明细列表结束-------------------------");
    line("#交易合计：" + counts[0] + "笔，商家实收共" + plain(sums[0]) + "元，商家优惠共0.00元");
    line("#退款合计：" + counts[1] + "笔，商家实收退款共" + plain(sums[1]) + "元，商家优惠退款共0.00元");
    line("#导出时间：[2026年03月10日 07:27:37]");
    out.close();
  }

  private void line(String text) throws IOException {
    out.write(text);
    out.write("\r\n");
  }

  private static String plain(long minor) {
    return BigDecimal.valueOf(minor, 2).toPlainString();
  }
}
