package io.oncepaid.reconciliation.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The report for finance people: one file, no script, nothing loaded from elsewhere. */
final class HtmlReport {
  private static final List<String> STATES =
      List.of("PROPOSED", "APPROVED", "BOOKED", "REFUSED", "UNDELIVERED");

  private final Report report;
  private final HtmlPage page;

  private HtmlReport(Report report, Words words) {
    this.report = report;
    this.page = new HtmlPage(words);
  }

  static String render(Report report, Words words) {
    return new HtmlReport(report, words).render();
  }

  private String render() {
    Words words = page.words();
    page.add("<!doctype html>\n<html lang=\"" + words.code() + "\"><head>");
    page.add("<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">");
    page.add("<title>").say("title").text(" " + report.account() + " " + report.date());
    page.add("</title><style>" + HtmlStyle.CSS + "</style></head><body>\n");
    head();
    verdict();
    cards();
    new HtmlTotals(page, report).write();
    charts(words);
    new HtmlFindings(page, report).write();
    return page.add("</body></html>\n").toString();
  }

  private void head() {
    page.add("<h1>").say("title").text(" · " + report.account() + " · " + report.date());
    page.add("</h1><p class=\"facts\">");
    fact("merchant", report.merchant());
    fact("bill", report.billName() + " (" + report.format() + ")");
    fact("version", "" + report.version());
    fact("as of", Amounts.time(report.asOf(), report.zone()) + " " + report.zone());
    page.add("<br>SHA-256 ").text(report.billSha256()).add("</p>");
  }

  private void fact(String key, String value) {
    page.say(key).add(" <b>").text(value).add("</b> &nbsp; ");
  }

  /** The answer first, then what has become of the repairs. */
  private void verdict() {
    boolean good = report.balanced();
    page.add("<span class=\"verdict " + (good ? "good" : "bad") + "\">");
    page.say(good ? "balanced" : "not balanced").add("</span><span>");
    page.say(report.closes() ? "totals close" : "totals open").add("</span>\n");
    String separator = "<p class=\"note\">";
    for (String state : STATES) {
      if (report.states().containsKey(state)) {
        page.add(separator).say(state).add(": " + HtmlPage.count(report.states().get(state)));
        separator = " · ";
      }
    }
    page.add(separator.equals(" · ") ? "</p>\n" : "");
  }

  private void cards() {
    page.add("<div class=\"cards\">");
    card(HtmlPage.count(report.billRows()), "rows in the bill");
    for (String outcome : List.of("DIFFERENCE", "EXPLAINED", "WAITING", "RESOLVED")) {
      card(HtmlPage.count(report.count(outcome)), outcome);
    }
    page.add("</div>\n");
  }

  private void card(String value, String key) {
    page.add("<div class=\"card\"><b>" + value + "</b><span>").say(key).add("</span></div>");
  }

  private void charts(Words words) {
    page.add("<div class=\"charts\"><div>").heading("ageing");
    page.add(Charts.bars(ages(words))).add("</div><div>").heading("trend");
    page.add(Charts.trend(report, words)).add("</div></div>\n");
  }

  private Map<String, Long> ages(Words words) {
    Map<String, Long> bars = new LinkedHashMap<>();
    report
        .ages()
        .forEach((age, count) -> bars.put(age + " " + words.of(age == 1 ? "day" : "days"), count));
    return bars;
  }
}
