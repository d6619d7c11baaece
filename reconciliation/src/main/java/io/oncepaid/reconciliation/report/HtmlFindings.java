package io.oncepaid.reconciliation.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The lists: differences with both sides and what to do, explained rows, and waiting ones. */
final class HtmlFindings {
  private static final int LISTED = 500;

  private final HtmlPage page;
  private final Report report;
  private final Words words;

  HtmlFindings(HtmlPage page, Report report) {
    this.page = page;
    this.report = report;
    this.words = page.words();
  }

  void write() {
    differences();
    explained();
    waiting();
  }

  private void differences() {
    page.heading("differences");
    List<Finding> all = report.of("DIFFERENCE");
    if (all.isEmpty()) {
      page.add("<p>").say("none").add("</p>");
      return;
    }
    page.table("long", 6, "kind", "order", "gateway side", "our side", "to do", "state");
    for (Finding finding : shown(all)) {
      page.add("<tr><td>").text(words.type(finding.type()));
      page.add("<small>").text(finding.id()).add("</small></td>");
      ids(finding);
      gatewaySide(finding);
      ourSide(finding);
      page.add("<td>").text(words.toDo(finding.type())).add("</td><td>").say(finding.state());
      if (finding.state().equals("REFUSED")) {
        page.add("<small>").say(finding.verdict()).add("</small>");
      }
      page.add("</td></tr>\n");
    }
    end(all, report.count("DIFFERENCE"));
  }

  private void explained() {
    List<Finding> all = report.of("EXPLAINED");
    if (all.isEmpty()) {
      return;
    }
    page.heading("EXPLAINED").table("long", 4, "case", "order", "gateway side", "state");
    for (Finding finding : shown(all)) {
      page.add("<tr><td>").text(words.type(finding.type())).add("<small>").say("case");
      page.text(" " + finding.caseId()).add("</small></td>");
      ids(finding);
      gatewaySide(finding);
      page.add("<td>").say("case " + finding.caseStatus()).add("</td></tr>\n");
    }
    end(all, report.count("EXPLAINED"));
  }

  private void waiting() {
    List<Finding> all = new ArrayList<>(report.of("WAITING"));
    all.addAll(report.of("RESOLVED"));
    all.addAll(report.of("CROSSED"));
    if (all.isEmpty()) {
      return;
    }
    page.heading("WAITING");
    page.table("long", 6, "state", "order", "gateway side", "our side", "waits since", "expires");
    for (Finding finding : shown(all)) {
      String why = finding.type().equals("BOOKED") ? "BOOKED_SINCE" : finding.type();
      page.add("<tr><td>").say(finding.outcome()).add("<small>").say(why).add("</small></td>");
      ids(finding);
      gatewaySide(finding);
      ourSide(finding);
      page.add("<td>").text(finding.firstDate().toString()).add("</td><td>");
      boolean waits = finding.outcome().equals("WAITING");
      page.text(waits ? String.valueOf(finding.expiresOn()) : "").add("</td></tr>\n");
    }
    end(all, report.count("WAITING") + report.count("RESOLVED") + report.count("CROSSED"));
  }

  private static List<Finding> shown(List<Finding> all) {
    return all.subList(0, Math.min(LISTED, all.size()));
  }

  private void end(List<Finding> all, long count) {
    page.endTable();
    int shown = shown(all).size();
    if (shown < count) {
      page.add("<p class=\"note\">");
      page.text(words.of("listed").formatted(HtmlPage.count(shown), HtmlPage.count(count)));
      page.add("</p>");
    }
  }

  private void ids(Finding finding) {
    page.add("<td class=\"id\">").text(finding.outTradeNo()).add("<small>");
    page.text(finding.transactionId());
    if (!finding.outRefundNo().isEmpty()) {
      page.add("<br>").text(finding.outRefundNo());
    }
    page.add("</small></td>");
  }

  private void gatewaySide(Finding finding) {
    side(
        finding.billAmount(),
        finding.billCurrency(),
        finding.billAt(),
        ", " + words.of("line") + " " + finding.billLine(),
        finding.billStatus());
  }

  private void ourSide(Finding finding) {
    side(finding.ourAmount(), finding.ourCurrency(), finding.ourAt(), "", finding.ourStatus());
  }

  private void side(Long amount, String currency, Instant at, String where, String status) {
    page.add("<td>");
    if (amount == null) {
      page.add("<span class=\"dim\">").say("no row").add("</span></td>");
      return;
    }
    boolean plain = status == null || status.equals("DONE") || status.equals("BOOKED");
    page.add(Amounts.text(amount, currency) + "&nbsp;" + currency + "<small>");
    page.text(Amounts.time(at, report.zone()) + where);
    page.add(plain ? "" : "<br><b>").say(plain ? "" : "is " + status).add(plain ? "" : "</b>");
    page.add("</small></td>");
  }
}
