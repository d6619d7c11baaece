package io.oncepaid.simulate.bill;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.zip.GZIPOutputStream;

/**
 * WeChat Pay's trade bill ALL, gzip: a back-tick before every value, the amounts of refunds
 * positive in columns of their own, their fee negative because it is given back.
 */
final class WechatpayBill implements BillWriter {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.of("Asia/Shanghai"));
  private static final String COLUMNS =
      "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,"
          + "应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,"
          + "商户数据包,手续费,费率,订单金额,申请退款金额,费率备注";
  private static final String TOTALS = "总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额";
  private static final String NONE = "0.00";

  private final BufferedWriter out;
  private final String mchId;
  private final String appId;
  private long rows;
  private long paid;
  private long refunded;
  private long fees;

  /** {@code <merchant>_<date>_tradebill_ALL.csv.gz} in the folder. */
  WechatpayBill(Path folder, String mchId, String appId, LocalDate date) throws IOException {
    this.mchId = mchId;
    this.appId = appId;
    String day = DateTimeFormatter.BASIC_ISO_DATE.format(date);
    Path file = folder.resolve(mchId + "_" + day + "_tradebill_ALL.csv.gz");
    out =
        new BufferedWriter(
            new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8));
    // as the gateway does, with the mark of UTF-8
    out.write('\ufeff');
    line(COLUMNS);
  }

  @Override
  public void add(Movement movement) throws IOException {
    boolean refund = movement.isRefund();
    String money = Bills.decimal(movement.amount());
    long fee = (refund ? -1 : 1) * Bills.fee(movement.amount());
    rows++;
    paid += refund ? 0 : movement.amount();
    refunded += refund ? movement.amount() : 0;
    fees += fee;
    values(
        TIME.format(movement.at()),
        appId,
        mchId,
        "0",
        "",
        movement.transactionId(),
        movement.outTradeNo(),
        "o-simulated",
        "JSAPI",
        refund ? "REFUND" : "SUCCESS",
        "OTHERS",
        movement.currency(),
        refund ? NONE : money,
        NONE,
        refund ? movement.refundId() : "0",
        refund ? movement.refundNo() : "0",
        refund ? money : NONE,
        NONE,
        refund ? "ORIGINAL" : "",
        refund ? "SUCCESS" : "",
        movement.subject(),
        "",
        fiveDecimals(fee),
        "0.60%",
        refund ? NONE : money,
        refund ? money : NONE,
        "");
  }

  @Override
  public void close() throws IOException {
    line(TOTALS);
    values(
        Long.toString(rows),
        Bills.decimal(paid),
        Bills.decimal(refunded),
        NONE,
        fiveDecimals(fees),
        Bills.decimal(paid),
        Bills.decimal(refunded));
    out.close();
  }

  private static String fiveDecimals(long minor) {
    return BigDecimal.valueOf(minor, 2).setScale(5).toPlainString();
  }

  private void values(String... values) throws IOException {
    line("`" + String.join(",`", values));
  }

  private void line(String text) throws IOException {
    out.write(text);
    out.write("\r\n");
  }
}
