package io.oncepaid.reconciliation.bill;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which bytes of a sample lie in fields that are matched or summed, and which in other fields. It
 * knows the samples' layout by itself, so that it is a second opinion on the readers.
 */
final class MatchedBytes {
  private static final Set<String> MATCHED =
      Set.of(
          "支付宝交易号",
          "商户订单号",
          "业务类型",
          "订单金额（元）",
          "商家实收（元）",
          "商家优惠（元）",
          "退款批次号/请求号",
          "业务流水号",
          "收入金额（+元）",
          "支出金额（-元）",
          "账户余额（元）",
          "微信订单号",
          "交易状态",
          "货币种类",
          "应结订单金额",
          "微信退款单号",
          "商户退款单号",
          "退款金额",
          "充值券退款金额",
          "退款状态",
          "手续费",
          "订单金额",
          "申请退款金额",
          "微信支付业务单号",
          "收支类型",
          "收支金额(元)",
          "账户结余(元)",
          "业务凭证号",
          "currency",
          "gross",
          "fee",
          "net",
          "reporting_category",
          "source_id",
          "customer_facing_amount",
          "customer_facing_currency",
          "payment_intent_id",
          "payment_metadata[out_trade_no]",
          "Psp Reference",
          "Merchant Reference",
          "Type",
          "Gross Currency",
          "Gross Debit (GC)",
          "Gross Credit (GC)",
          "Net Currency",
          "Net Debit (NC)",
          "Net Credit (NC)",
          "Transaction ID",
          "Invoice ID",
          "Transaction Debit or Credit",
          "Gross Transaction Amount",
          "Gross Transaction Currency",
          "Fee Debit or Credit",
          "Fee Amount",
          "Fee Currency",
          "PayPal Reference ID");

  /** Columns that decide what a row is or are matched in some rows only: neither of the two. */
  private static final Set<String> DECIDING =
      Set.of(
          "业务名称",
          "备注",
          "Transaction Event Code",
          "PayPal Reference ID",
          "source_id",
          "Modification Reference",
          "Modification Merchant Reference",
          "charge_id",
          "payment_intent_id",
          "微信退款单号",
          "商户退款单号",
          "退款状态",
          "退款批次号/请求号",
          "customer_facing_amount",
          "customer_facing_currency");

  /** UnionPay's fields, counted from 1. */
  private static final Set<Integer> UNIONPAY = Set.of(7, 10, 12, 16, 20, 33);

  private static final int UNIONPAY_ORIGINAL = 27;

  /** Ids are matched in rows of payments and refunds only. */
  private static final Set<String> IDS =
      Set.of(
          "商户订单号",
          "业务流水号",
          "业务类型",
          "微信支付业务单号",
          "业务凭证号",
          "Psp Reference",
          "Merchant Reference",
          "Type",
          "Gross Currency",
          "Gross Debit (GC)",
          "Gross Credit (GC)",
          "Transaction ID",
          "Invoice ID",
          "payment_metadata[out_trade_no]",
          "reporting_category");

  private static final int[] WIDTHS = {
    3, 11, 11, 6, 10, 19, 12, 4, 2, 21, 2, 32, 2, 6, 10, 13, 13, 4, 15, 2, 2, 6, 2, 4, 32, 1, 21,
    15, 1, 15, 32, 13, 13, 8, 32, 13, 13, 12, 2, 1, 32, 98
  };

  private final byte[] bytes;
  private final Charset charset;
  private final BitSet matched = new BitSet();
  private final BitSet other = new BitSet();
  private final Map<Long, Movement> movements = new HashMap<>();
  private int end;

  private MatchedBytes(byte[] bytes, Charset charset) {
    this.bytes = bytes;
    this.charset = charset;
    this.end = bytes.length;
  }

  static MatchedBytes of(String sample, byte[] bytes, Samples.Read read) {
    MatchedBytes fields =
        new MatchedBytes(
            bytes, sample.contains("gbk") ? Charset.forName("GBK") : StandardCharsets.UTF_8);
    for (BillRow row : read.rows()) {
      fields.movements.put(row.line(), row.movement());
    }
    if (sample.equals(Samples.UNIONPAY)) {
      fields.fixedWidth();
    } else {
      fields.separated(sample);
    }
    return fields;
  }

  boolean isMatched(int at) {
    return matched.get(at);
  }

  boolean isOther(int at) {
    return other.get(at);
  }

  /** Zeros before or after the digits that count, blanks, doubled letters: gone without effect. */
  boolean isPadding(int at) {
    return bytes[at] == '0' || bytes[at] == '\t' || bytes[at] == ' ';
  }

  /** From here on a cut takes away nothing that the bill says: the last byte that counts. */
  int end() {
    return end;
  }

  private void fixedWidth() {
    int line = 0;
    while (line < bytes.length) {
      int at = line;
      for (int field = 1; field <= WIDTHS.length; field++) {
        BitSet into = UNIONPAY.contains(field) ? matched : other;
        if (field != UNIONPAY_ORIGINAL) {
          into.set(at, at + WIDTHS[field - 1]);
        }
        at += WIDTHS[field - 1] + 1;
      }
      line = at + 1;
    }
    end = bytes.length;
  }

  private void separated(String sample) {
    List<String> header = null;
    int line = 0;
    long number = 0;
    while (line < bytes.length) {
      number++;
      int next = line;
      while (next < bytes.length && bytes[next] != '\n') {
        next++;
      }
      String text = new String(bytes, line, next - line, charset).strip();
      boolean isHeader =
          text.startsWith("支付宝交易号")
              || text.startsWith("账务流水号")
              || text.replace("\ufeff", "").startsWith("交易时间")
              || text.startsWith("记账时间")
              || text.startsWith("automatic_payout_id,")
              || text.startsWith("balance_transaction_id,")
              || text.startsWith("Company Account,")
              || text.startsWith("\"CH\",");
      if (isHeader) {
        header = List.of(text.replace("\ufeff", "").replace("\"", "").split(",", -1));
      } else if (header != null && isRow(sample, text)) {
        row(header, line, next, movements.get(number));
      } else if (text.startsWith("`")) {
        matched.set(line, line + text.length());
      }
      if (text.startsWith("#导出时间")) {
        end = line + 30;
      } else if (sample.startsWith("wechat") && text.startsWith("`")) {
        // The last amount may lose the zeros of its fraction.
        end = line + text.length() - 3;
      } else if (text.startsWith("\"FF\"")) {
        end = line + 4;
      } else if (sample.startsWith("stripe") || sample.startsWith("settlement")) {
        end = next - 8;
      }
      line = next + 1;
    }
  }

  private static boolean isRow(String sample, String text) {
    if (sample.startsWith("wechat")) {
      return text.startsWith("`") && !text.startsWith("`1") || text.startsWith("`2026");
    }
    if (sample.startsWith("STL")) {
      return text.startsWith("\"SB\"");
    }
    return !text.startsWith("#") && !text.isEmpty();
  }

  private void row(List<String> header, int from, int to, Movement movement) {
    List<int[]> cells = new ArrayList<>();
    boolean quoted = false;
    int start = from;
    int lineEnd = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    for (int at = from; at < lineEnd; at++) {
      if (bytes[at] == '"') {
        quoted = !quoted;
      } else if (bytes[at] == ',' && !quoted && (bytes[from] != '`' || bytes[at + 1] == '`')) {
        cells.add(new int[] {start, at});
        start = at + 1;
      }
    }
    cells.add(new int[] {start, lineEnd});
    for (int i = 0; i < cells.size(); i++) {
      int first = cells.get(i)[0];
      int last = cells.get(i)[1];
      while (first < last && (bytes[first] == '`' || bytes[first] == '"')) {
        first++;
      }
      while (last > first && (bytes[last - 1] == '"' || bytes[last - 1] == '\t')) {
        last--;
      }
      String name = header.get(i);
      boolean unused = name.equals("业务类型") && header.contains("业务名称");
      boolean open =
          unused || DECIDING.contains(name) || movement == Movement.OTHER && IDS.contains(name);
      if (!open) {
        (MATCHED.contains(name) ? matched : other).set(first, last);
      }
    }
  }
}
