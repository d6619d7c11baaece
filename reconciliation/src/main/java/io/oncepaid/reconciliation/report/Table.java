package io.oncepaid.reconciliation.report;

import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Findings as rows of CSV and of the spreadsheet. */
final class Table {
  /** Where the amounts stand. */
  static final int GATEWAY_AMOUNT = 6;

  static final int OUR_AMOUNT = 9;

  private Table() {}

  static List<String> heads(Words words) {
    List<String> heads = new ArrayList<>();
    heads.add(words.of("id"));
    heads.add(words.of("outcome"));
    heads.add(words.of("kind"));
    heads.add(words.of("order"));
    heads.add(words.of("transaction"));
    heads.add(words.of("refund"));
    for (String side : List.of("gateway side", "our side")) {
      for (String what : List.of("amount", "currency", "time")) {
        heads.add(words.of(side) + ": " + words.of(what));
      }
    }
    heads.add(words.of("waits since"));
    heads.add(words.of("case"));
    heads.add(words.of("state"));
    heads.add(words.of("to do"));
    return heads;
  }

  static List<String> cells(Finding f, ZoneId zone, Words words) {
    List<String> cells = new ArrayList<>();
    cells.add(f.id());
    cells.add(words.of(f.outcome()));
    cells.add(words.type(f.type()));
    cells.add(f.outTradeNo());
    cells.add(f.transactionId());
    cells.add(f.outRefundNo());
    cells.add(amount(f.billAmount(), f.billCurrency()));
    cells.add(f.billCurrency() == null ? "" : f.billCurrency());
    cells.add(Amounts.time(f.billAt(), zone));
    cells.add(amount(f.ourAmount(), f.ourCurrency()));
    cells.add(f.ourCurrency() == null ? "" : f.ourCurrency());
    cells.add(Amounts.time(f.ourAt(), zone));
    cells.add(f.firstDate().toString());
    cells.add(f.caseId() == null ? "" : f.caseId() + " " + f.caseStatus());
    boolean difference = f.outcome().equals("DIFFERENCE");
    cells.add(difference ? words.of(f.state()) : "");
    cells.add(difference ? words.toDo(f.type()) : "");
    return cells;
  }

  private static String amount(Long minor, String currency) {
    return minor == null
        ? ""
        : Amounts.decimal(BigDecimal.valueOf(minor), currency).toPlainString();
  }
}
