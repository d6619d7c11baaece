package io.oncepaid.reconciliation.bill;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Alipay 业务明细: a row per payment and per refund, with its service fee. */
final class AlipayTrade implements BillFormat {
  private static final String TITLE = "支付宝业务明细查询";
  private static final Pattern PAYMENTS =
      Pattern.compile("交易合计：([0-9]+)笔，商家实收共(-?[0-9.]+)元，商家优惠共(-?[0-9.]+)元");
  private static final Pattern REFUNDS =
      Pattern.compile("退款合计：([0-9]+)笔，商家实收退款共(-?[0-9.]+)元，商家优惠退款共(-?[0-9.]+)元");

  @Override
  public String name() {
    return "alipay-trade";
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
    // Of payments, then of refunds: count, 商家实收, 商家优惠.
    private final long[][] sums = new long[2][3];
    // 订单金额, 支付宝优惠, 服务费, 分润, 卡消费 over all rows, for the summary.
    private final long[] net = new long[5];
    private Place place;

    Reading(BillFile file, Expectation expectation, RowSink sink) {
      this.file = file;
      this.expectation = expectation;
      this.sink = sink;
    }

    void run() throws IOException {
      AlipayArchive archive =
          new AlipayArchive(
              file.name(), Texts.csv(file, file.content(), Texts.GBK), TITLE, expectation);
      place = new Place(archive.columns());
      List<CsvRecord> footer = archive.rows(this::row);
      compare(archive.footerLine(footer, PAYMENTS, "交易合计"), "交易合计", sums[0]);
      compare(archive.footerLine(footer, REFUNDS, "退款合计"), "退款合计", sums[1]);
      if (file.summary() != null) {
        try (InputStream content = file.summary().open()) {
          AlipaySummary.checkTrade(file, content, expectation, sums, net);
        }
      }
    }

    private void row(Cells cells) throws IOException {
      String type = cells.text(place.type);
      boolean refund = type.equals("退款");
      if (!refund && !type.equals("交易")) {
        throw cells.error(place.type, "neither 交易 nor 退款: " + Cells.printable(type));
      }
      long amount = cells.amount(place.amount, 2);
      long fee = cells.amount(place.fee, 2);
      long[] sum = sums[refund ? 1 : 0];
      sum[0]++;
      sum[1] += cells.amount(place.received, 2);
      sum[2] += cells.amount(place.merchantDiscount, 2);
      net[0] += amount;
      net[1] += cells.amountOrZero(place.alipayDiscount, 2);
      net[2] += fee;
      net[3] += cells.amountOrZero(place.share, 2);
      net[4] += cells.amountOrZero(place.card, 2);
      Instant time = cells.timeOfDay(place.finished, expectation);
      BillRow row =
          new BillRow(
              cells.line(),
              refund ? Movement.REFUND : Movement.PAY,
              cells.id(place.outTradeNo),
              cells.neededId(place.tradeNo),
              refund ? cells.neededId(place.refundNo) : "",
              "",
              cells.positive(place.amount, refund ? -amount : amount),
              "CNY",
              -fee,
              "CNY",
              RowStatus.DONE,
              time);
      summary.add(row);
      sink.accept(row);
    }

    private void compare(Matcher told, String line, long[] counted) {
      try {
        Check.equal(file.name(), 0, line + " 笔", Long.parseLong(told.group(1)), counted[0], 0);
        long received = Decimals.parse(told.group(2), 2);
        Check.equal(file.name(), 0, line + " 商家实收", received, counted[1], 2);
        long discount = Decimals.parse(told.group(3), 2);
        Check.equal(file.name(), 0, line + " 商家优惠", Math.abs(discount), Math.abs(counted[2]), 2);
      } catch (NumberFormatException | ArithmeticException e) {
        throw new BillError(file.name(), 0, line, "not an amount: " + told.group());
      }
    }
  }

  /** Where the columns stand in this file. */
  private static final class Place {
    final int tradeNo;
    final int outTradeNo;
    final int type;
    final int finished;
    final int amount;
    final int received;
    final int alipayDiscount;
    final int merchantDiscount;
    final int card;
    final int refundNo;
    final int fee;
    final int share;

    Place(Columns columns) {
      tradeNo = columns.need("支付宝交易号");
      outTradeNo = columns.need("商户订单号");
      type = columns.need("业务类型");
      finished = columns.need("完成时间");
      amount = columns.need("订单金额（元）");
      received = columns.need("商家实收（元）");
      alipayDiscount = columns.find("支付宝优惠（元）");
      merchantDiscount = columns.need("商家优惠（元）");
      card = columns.find("卡消费金额（元）");
      refundNo = columns.need("退款批次号/请求号");
      fee = columns.need("服务费（元）");
      share = columns.find("分润（元）");
    }
  }
}
