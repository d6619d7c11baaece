package io.oncepaid.reconciliation.report;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Findings as rows of CSV and of the spreadsheet. */
final class Table {

  private Table() {}

  static List<String> heads(Words words) {
    List<String> heads = new ArrayList<>();
    heads.add(words.of("id"));
    heads.add(words.of("DIFFERENCE") + " / " + words.of("EXPLAINED"));
    heads.add(words.of("kind"));
    heads.add(words.of("order"));
    heads.add(words.of("transaction"));
    heads.add(words.of("refund"));
    heads.add(words.of("gateway side") + " " + words.of("amount"));
    heads.add(words.of("gateway side") + " (" + words.of("as of") + ")");
    heads.add(words.of("our side") + " " + words.of("amount"));
    heads.add(words.of("our side") + " (" + words.of("as of") + ")");
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
    cells.add(money(f.billAmount(), f.billCurrency()));
    cells.add(Amounts.time(f.billAt(), zone));
    cells.add(money(f.ourAmount(), f.ourCurrency()));
    cells.add(Amounts.time(f.ourAt(), zone));
    cells.add(f.firstDate().toString());
    cells.add(f.caseId() == null ? "" : f.caseId() + " " + f.caseStatus());
    boolean difference = f.outcome().equals("DIFFERENCE");
    cells.add(difference ? words.of(f.state()) : "");
    cells.add(difference ? words.toDo(f.type()) : "");
    return cells;
  }

  private static String money(Long minor, String currency) {
    return minor == null
        ? ""
        : Amounts.decimal(java.math.BigDecimal.valueOf(minor), currency).toPlainString()
            + " "
            + currency;
  }
}
