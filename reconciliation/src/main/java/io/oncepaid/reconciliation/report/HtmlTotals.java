package io.oncepaid.reconciliation.report;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The tables that must add up: the control totals, and the differences by kind. */
final class HtmlTotals {
  private static final int COLUMNS = 8;

  private final HtmlPage page;
  private final Report report;

  HtmlTotals(HtmlPage page, Report report) {
    this.page = page;
    this.report = report;
  }

  void write() {
    page.heading("control totals").add("<p class=\"note\">").say("how to read").add("</p>");
    page.table(
        "", 1, "", "TOTAL", "MATCHED", "EXPLAINED", "WAITING", "DIFFERENCE", "remainder", "fee");
    String side = "";
    for (Total total : report.totals()) {
      if (!total.side().equals(side)) {
        side = total.side();
        page.section(side, COLUMNS);
      }
      line(total);
    }
    net();
    page.endTable();
    kinds();
  }

  private void line(Total total) {
    String currency = total.currency();
    page.add("<tr><td>").say(total.movement()).text(" " + currency).add("</td>");
    for (Total.Share share :
        List.of(
            total.total(),
            total.matched(),
            total.explained(),
            total.waiting(),
            total.difference())) {
      share(share, currency, "");
    }
    share(total.remainder(), currency, total.closes() ? "zero" : "off");
    number(total.fee().signum() == 0 ? "" : Amounts.text(total.fee(), currency), "");
    page.add("</tr>\n");
  }

  /** What the gateway has more than the books, the figure that a ledger's balance shows. */
  private void net() {
    page.section("net", COLUMNS);
    Map<String, BigDecimal> nets = new TreeMap<>();
    for (Total total : report.totals()) {
      if (!total.side().equals("CARRIED") && !total.movement().equals("OTHER")) {
        BigDecimal amount = total.total().amount();
        nets.merge(
            total.movement() + " " + total.currency(),
            total.side().equals("BILL") ? amount : amount.negate(),
            BigDecimal::add);
      }
    }
    nets.forEach(
        (key, amount) -> {
          String movement = key.substring(0, key.indexOf(' '));
          String currency = key.substring(key.indexOf(' ') + 1);
          page.add("<tr><td>").say(movement).text(" " + currency).add("</td>");
          number(Amounts.text(amount, currency), amount.signum() == 0 ? "zero" : "");
          page.add("<td colspan=\"" + (COLUMNS - 2) + "\"></td></tr>\n");
        });
  }

  private void kinds() {
    page.heading("by kind");
    if (report.kinds().isEmpty()) {
      page.add("<p>").say("none").add("</p>");
      return;
    }
    long most = report.kinds().get(0).rows();
    page.table("", 2, "kind", "", "rows", "gateway side", "our side", "net");
    for (Report.Kind kind : report.kinds()) {
      page.add("<tr><td>").text(page.words().type(kind.type()));
      page.add("</td><td class=\"bars\"><span class=\"bar\" style=\"width:");
      page.add(kind.rows() * 100 / most + "%\"></span></td>");
      number(HtmlPage.count(kind.rows()), "");
      money(kind.atGateway(), kind.currency());
      money(kind.ours(), kind.currency());
      money(kind.atGateway().subtract(kind.ours()), kind.currency());
      page.add("</tr>\n");
    }
    page.endTable();
  }

  private void share(Total.Share share, String currency, String style) {
    boolean none = share.rows() == 0 && share.amount().signum() == 0;
    String amount = Amounts.text(share.amount(), currency);
    number(
        none ? "0" : amount + "<small>" + HtmlPage.count(share.rows()) + "</small>",
        none && style.isEmpty() ? "dim" : style);
  }

  private void money(BigDecimal minor, String currency) {
    number(Amounts.text(minor, currency) + " " + currency, minor.signum() == 0 ? "dim" : "");
  }

  private void number(String text, String style) {
    page.add("<td class=\"n " + style + "\">" + text + "</td>");
  }
}
