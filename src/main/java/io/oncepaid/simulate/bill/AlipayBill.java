package io.oncepaid.simulate.bill;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Alipay's trade bill: a zip whose names and texts are GBK, with the details and, behind them,
 * their summary. Refunds are negative; so is the fee, which is not given back.
 */
final class AlipayBill implements BillWriter {
  private static final Charset GBK = Charset.forName("GBK");
  private static final ZoneId CHINA = ZoneId.of("Asia/Shanghai");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(CHINA);
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy年MM月dd日");
  private static final String COLUMNS =
      "支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,"
          + "订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,"
          + "券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,"
          + "分润（元）,备注";
  private static final String SUMMARY_COLUMNS =
      "门店编号,门店名称,交易订单总笔数,退款订单总笔数,订单金额（元）,商家实收（元）,支付宝优惠（元）,"
          + "商家优惠（元）,卡消费金额（元）,服务费（元）,分润（元）,实收净额（元）";
  private static final String RULE = "-".repeat(40);

  private final ZipOutputStream zip;
  private final BufferedWriter out;
  private final String owner;
  private final LocalDate date;
  private long payments;
  private long paid;
  private long refunds;
  private long refunded;
  private long fees;

  /** {@code <seller>0156_<date>.csv.zip} in the folder. */
  AlipayBill(Path folder, String sellerId, LocalDate date) throws IOException {
    this.owner = sellerId + "0156";
    this.date = date;
    Path file = folder.resolve(owner + "_" + day() + ".csv.zip");
    zip = new ZipOutputStream(Files.newOutputStream(file), GBK);
    out = new BufferedWriter(new OutputStreamWriter(zip, GBK));
    begin("业务明细", "业务明细", COLUMNS);
  }

  @Override
  public void add(Movement movement) throws IOException {
    boolean refund = movement.isRefund();
    long amount = refund ? -movement.amount() : movement.amount();
    long fee = refund ? 0 : -Bills.fee(amount);
    payments += refund ? 0 : 1;
    paid += refund ? 0 : amount;
    refunds += refund ? 1 : 0;
    refunded += refund ? amount : 0;
    fees += fee;
    String money = Bills.decimal(amount);
    String time = TIME.format(movement.at());
    line(
        String.join(
            ",",
            movement.transactionId() + "\t",
            movement.outTradeNo() + "\t",
            refund ? "退款" : "交易",
            movement.subject(),
            time,
            time,
            "\t,\t,\t,\t",
            "*测(188****0001)\t",
            money,
            money,
            "0.00,0.00,0.00,0.00,0.00,,0.00\t,0.00",
            movement.refundNo() + "\t",
            Bills.decimal(fee),
            "0.00",
            ""));
  }

  @Override
  public void close() throws IOException {
    line("#" + RULE + "业务明细列表结束" + RULE);
    line("#交易合计：%d笔，商家实收共%s元，商家优惠共0.00元".formatted(payments, Bills.decimal(paid)));
    line("#退款合计：%d笔，商家实收退款共%s元，商家优惠退款共0.00元".formatted(refunds, Bills.decimal(refunded)));
    end();
    begin("业务明细(汇总)", "业务汇总", SUMMARY_COLUMNS);
    String sum = Bills.decimal(paid + refunded);
    String totals =
        String.join(
            ",",
            Long.toString(payments),
            Long.toString(refunds),
            sum,
            sum,
            "0.00,0.00,0.00",
            Bills.decimal(fees),
            "0.00",
            Bills.decimal(paid + refunded + fees));
    line("\t,\t," + totals);
    line("合计,," + totals);
    line("#" + RULE + "业务汇总列表结束" + RULE);
    end();
    zip.close();
  }

  private void begin(String name, String title, String columns) throws IOException {
    zip.putNextEntry(new ZipEntry(owner + "_" + day() + "_" + name + ".csv"));
    line("#支付宝" + title + "查询");
    line("#账号：[" + owner + "]");
    line(
        "#起始日期：[%s 00:00:00]   终止日期：[%s 00:00:00]"
            .formatted(DAY.format(date), DAY.format(date.plusDays(1))));
    line("#" + RULE + title + "列表" + RULE);
    line(columns);
  }

  private void end() throws IOException {
    line("#导出时间：[" + DAY.format(date.plusDays(1)) + " 07:27:37]");
    out.flush();
    zip.closeEntry();
  }

  private String day() {
    return DateTimeFormatter.BASIC_ISO_DATE.format(date);
  }

  private void line(String text) throws IOException {
    out.write(text);
    out.write("\r\n");
  }
}
