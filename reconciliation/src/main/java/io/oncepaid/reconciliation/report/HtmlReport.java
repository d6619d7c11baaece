package io.oncepaid.reconciliation.report;

import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The report for finance people: one file, no script, nothing loaded from elsewhere. */
final class HtmlReport {
  private static final int LISTED = 500;
  private static final String STYLE =
      """
      :root{--ink:#1c2430;--soft:#5c6878;--line:#dfe4ea;--good:#1a7f4b;--bad:#b42318;--wait:#9a6700}
      *{box-sizing:border-box}
      body{font:15px/1.5 system-ui,"Noto Sans SC","Microsoft YaHei",sans-serif;color:var(--ink);
      margin:0 auto;max-width:1240px;padding:28px 32px 60px;background:#fff}
      h1{font-size:25px;margin:0 0 2px}h2{font-size:18px;margin:36px 0 10px}
      .facts{color:var(--soft);margin:0 0 18px}.facts b{color:var(--ink);font-weight:600}
      .verdict{display:inline-block;padding:5px 14px;border-radius:6px;color:#fff;font-weight:600}
      .good{background:var(--good)}.bad{background:var(--bad)}
      .cards{display:flex;gap:12px;flex-wrap:wrap;margin:20px 0}
      .card{border:1px solid var(--line);border-radius:8px;padding:10px 18px;min-width:150px}
      .card b{display:block;font-size:22px;font-variant-numeric:tabular-nums}
      .card span{color:var(--soft)}
      table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
      th,td{padding:6px 10px;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
      th{color:var(--soft);font-weight:600;font-size:13px;border-bottom:2px solid var(--line)}
      td.n,th.n{text-align:right;white-space:nowrap}td.id{min-width:235px;font-family:ui-monospace,monospace;
      font-size:12.5px;overflow-wrap:anywhere}
      tr.side td{background:#f5f7f9;font-weight:600}small{color:var(--soft);display:block}
      .zero{color:var(--good)}.off{color:var(--bad);font-weight:700}.dim{color:#a5adb8}
      .charts{display:flex;gap:40px;flex-wrap:wrap}.charts>div{flex:1 1 340px}
      svg{width:100%;height:auto}svg text{font:12px system-ui,sans-serif;fill:#5c6878}
      .state{white-space:nowrap}details{margin-top:8px}summary{cursor:pointer;color:var(--soft)}
      @media print{body{padding:0;font-size:12px}h2{break-after:avoid}tr{break-inside:avoid}}
      """;

  private final Report report;
  private final Words words;
  private final StringBuilder html = new StringBuilder(1 << 16);

  private HtmlReport(Report report, Words words) {
    this.report = report;
    this.words = words;
  }

  static String render(Report report, Words words) {
    return new HtmlReport(report, words).render();
  }

  private String render() {
    html.append("<!doctype html>\n<html lang=\"").append(words.code()).append("\"><head>");
    html.append("<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">");
    html.append("<title>").append(w("title")).append(' ').append(esc(report.account()));
    html.append(' ').append(report.date()).append("</title><style>").append(STYLE);
    html.append("</style></head><body>\n");
    head();
    cards();
    totals();
    html.append("<div class=\"charts\"><div><h2>").append(w("by kind")).append("</h2>");
    html.append(Charts.bars(byKind())).append("</div><div><h2>").append(w("ageing"));
    html.append("</h2>").append(Charts.bars(ages())).append("</div><div><h2>");
    html.append(w("trend")).append("</h2>").append(Charts.trend(report, words));
    html.append("</div></div>\n");
    differences();
    explained();
    waiting();
    html.append("</body></html>\n");
    return html.toString();
  }

  private void head() {
    html.append("<h1>").append(w("title")).append(" · ").append(esc(report.account()));
    html.append(" · ").append(report.date()).append("</h1><p class=\"facts\">");
    fact("merchant", esc(report.merchant()));
    fact("bill", esc(report.billName()) + " (" + esc(report.format()) + ")");
    fact("version", "" + report.version());
    fact("as of", Amounts.time(report.asOf(), report.zone()) + " " + report.zone());
    html.append("<br>SHA-256 ").append(report.billSha256()).append("</p>");
    boolean good = report.balanced();
    html.append("<span class=\"verdict ").append(good ? "good" : "bad").append("\">");
    html.append(w(good ? "balanced" : "not balanced")).append("</span> ");
    html.append(w(report.closes() ? "totals close" : "totals open")).append("\n");
  }

  private void fact(String key, String value) {
    html.append(w(key)).append(" <b>").append(value).append("</b> &nbsp; ");
  }

  private void cards() {
    html.append("<div class=\"cards\">");
    card(rows(report.billRows()), w("bill") + " · " + w("rows"));
    for (String outcome : List.of("DIFFERENCE", "EXPLAINED", "WAITING", "RESOLVED")) {
      card(rows(report.count(outcome)), w(outcome));
    }
    amountsOf("DIFFERENCE")
        .forEach(
            (currency, sum) ->
                card(
                    Amounts.text(sum, currency) + " " + currency,
                    w("DIFFERENCE") + " · " + w("amount")));
    html.append("</div>\n");
  }

  private void card(String value, String name) {
    html.append("<div class=\"card\"><b>").append(value).append("</b><span>").append(name);
    html.append("</span></div>");
  }

  private void totals() {
    html.append("<h2>").append(w("control totals")).append("</h2><table><tr><th></th>");
    for (String head :
        List.of("TOTAL", "MATCHED", "EXPLAINED", "WAITING", "DIFFERENCE", "remainder", "fee")) {
      html.append("<th class=\"n\">").append(w(head)).append("</th>");
    }
    html.append("</tr>");
    String side = "";
    for (Total total : report.totals()) {
      if (!total.side().equals(side)) {
        side = total.side();
        html.append("<tr class=\"side\"><td colspan=\"8\">").append(w(side)).append("</td></tr>");
      }
      html.append("<tr><td>").append(w(total.movement())).append(' ').append(total.currency());
      html.append("</td>");
      for (Total.Share share :
          List.of(
              total.total(),
              total.matched(),
              total.explained(),
              total.waiting(),
              total.difference())) {
        share(share, total.currency(), "");
      }
      share(total.remainder(), total.currency(), total.closes() ? "zero" : "off");
      html.append("<td class=\"n\">");
      html.append(total.fee().signum() == 0 ? "" : Amounts.text(total.fee(), total.currency()));
      html.append("</td></tr>");
    }
    net();
    html.append("</table>\n");
  }

  /** What the gateway has more than the books, the figure that a ledger's balance shows. */
  private void net() {
    html.append("<tr class=\"side\"><td colspan=\"8\">").append(w("net")).append("</td></tr>");
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
          html.append("<tr><td>").append(w(movement)).append(' ').append(currency);
          html.append("</td><td class=\"n\">").append(Amounts.text(amount, currency));
          html.append("</td><td colspan=\"6\"></td></tr>");
        });
  }

  private void share(Total.Share share, String currency, String style) {
    boolean none = share.rows() == 0 && share.amount().signum() == 0;
    html.append("<td class=\"n ").append(none && style.isEmpty() ? "dim" : style).append("\">");
    html.append(none ? "0" : Amounts.text(share.amount(), currency));
    html.append(none ? "" : "<small>" + rows(share.rows()) + "</small>").append("</td>");
  }

  private void differences() {
    html.append("<h2>").append(w("differences")).append("</h2>");
    List<Finding> all = report.of("DIFFERENCE");
    if (all.isEmpty()) {
      html.append("<p>").append(w("none")).append("</p>");
      return;
    }
    heads("kind", "order", "gateway side", "our side", "to do", "state");
    for (Finding finding : all.subList(0, Math.min(LISTED, all.size()))) {
      html.append("<tr><td>").append(esc(words.type(finding.type())));
      html.append("<small>").append(finding.id()).append("</small></td>");
      ids(finding);
      html.append("<td>").append(gatewaySide(finding)).append("</td><td>");
      html.append(ourSide(finding)).append("</td><td>").append(w2(words.toDo(finding.type())));
      html.append("</td><td>").append(w(state(finding))).append("<small>");
      html.append(finding.state().equals("REFUSED") ? esc(finding.verdict()) : "");
      html.append("</small></td></tr>\n");
    }
    html.append("</table>");
    listed(Math.min(LISTED, all.size()), report.count("DIFFERENCE"));
  }

  /** An open repair waits for somebody's word. */
  private static String state(Finding finding) {
    return finding.state().equals("OPEN") && finding.type().endsWith("MISSING_HERE")
        ? "PROPOSED"
        : finding.state();
  }

  private void explained() {
    List<Finding> all = report.of("EXPLAINED");
    if (all.isEmpty()) {
      return;
    }
    html.append("<h2>").append(w("EXPLAINED")).append("</h2>");
    heads("case", "order", "gateway side", "state");
    for (Finding finding : all.subList(0, Math.min(LISTED, all.size()))) {
      html.append("<tr><td>").append(esc(words.type(finding.type()))).append("<small>");
      html.append(w("case")).append(' ').append(esc(finding.caseId())).append("</small></td>");
      ids(finding);
      html.append("<td>").append(gatewaySide(finding)).append("</td><td>");
      html.append(esc(finding.caseStatus())).append("</td></tr>\n");
    }
    html.append("</table>");
    listed(Math.min(LISTED, all.size()), report.count("EXPLAINED"));
  }

  private void waiting() {
    List<Finding> all = new java.util.ArrayList<>(report.of("WAITING"));
    all.addAll(report.of("RESOLVED"));
    all.addAll(report.of("CROSSED"));
    if (all.isEmpty()) {
      return;
    }
    html.append("<h2>").append(w("WAITING")).append("</h2>");
    heads("state", "order", "gateway side", "our side", "waits since", "expires");
    for (Finding finding : all.subList(0, Math.min(LISTED, all.size()))) {
      html.append("<tr><td>").append(w(finding.outcome())).append("<small>");
      String why = finding.type().equals("BOOKED") ? "BOOKED_SINCE" : finding.type();
      html.append(w(why)).append("</small></td>");
      ids(finding);
      html.append("<td>").append(gatewaySide(finding)).append("</td><td>");
      html.append(ourSide(finding)).append("</td><td>").append(finding.firstDate());
      html.append("</td><td>");
      html.append(finding.outcome().equals("WAITING") ? finding.expiresOn() : "");
      html.append("</td></tr>\n");
    }
    html.append("</table>");
    listed(
        Math.min(LISTED, all.size()),
        report.count("WAITING") + report.count("RESOLVED") + report.count("CROSSED"));
  }

  private void heads(String... keys) {
    html.append("<table><tr>");
    for (String key : keys) {
      html.append("<th>").append(w(key)).append("</th>");
    }
    html.append("</tr>");
  }

  private void listed(long shown, long all) {
    if (shown < all) {
      html.append("<p>").append(shown).append(" / ").append(all).append(' ');
      html.append(w("listed")).append("</p>");
    }
  }

  private void ids(Finding finding) {
    html.append("<td class=\"id\">").append(esc(finding.outTradeNo())).append("<small>");
    html.append(esc(finding.transactionId()));
    html.append(finding.outRefundNo().isEmpty() ? "" : "<br>" + esc(finding.outRefundNo()));
    html.append("</small></td>");
  }

  private String gatewaySide(Finding finding) {
    if (finding.billAmount() == null) {
      return "<span class=\"dim\">" + w("no row") + "</span>";
    }
    return side(finding.billAmount(), finding.billCurrency())
        + "<small>"
        + Amounts.time(finding.billAt(), report.zone())
        + ", "
        + w("line")
        + " "
        + finding.billLine()
        + (finding.billStatus() == null || finding.billStatus().equals("DONE")
            ? ""
            : ", " + finding.billStatus())
        + "</small>";
  }

  private String ourSide(Finding finding) {
    if (finding.ourAmount() == null) {
      return "<span class=\"dim\">" + w("no row") + "</span>";
    }
    return side(finding.ourAmount(), finding.ourCurrency())
        + "<small>"
        + Amounts.time(finding.ourAt(), report.zone())
        + (finding.ourStatus() == null || finding.ourStatus().equals("BOOKED")
            ? ""
            : ", " + finding.ourStatus())
        + "</small>";
  }

  private static String side(long amount, String currency) {
    return Amounts.text(amount, currency) + "&nbsp;" + currency;
  }

  private Map<String, Long> byKind() {
    Map<String, Long> bars = new LinkedHashMap<>();
    report
        .counts()
        .getOrDefault("DIFFERENCE", Map.of())
        .forEach((type, count) -> bars.put(words.type(type), count));
    return bars;
  }

  private Map<String, Long> ages() {
    Map<Long, Long> days = new TreeMap<>();
    report.findings().stream()
        .filter(f -> f.outcome().equals("DIFFERENCE") || f.outcome().equals("WAITING"))
        .map(f -> ChronoUnit.DAYS.between(f.firstDate(), report.date()))
        .forEach(age -> days.merge(age, 1L, Long::sum));
    Map<String, Long> bars = new LinkedHashMap<>();
    days.forEach((age, count) -> bars.put(age + " " + words.of("days"), count));
    return bars;
  }

  private Map<String, BigDecimal> amountsOf(String outcome) {
    Map<String, BigDecimal> sums = new TreeMap<>();
    report
        .of(outcome)
        .forEach(f -> sums.merge(f.currency(), BigDecimal.valueOf(f.amount()), BigDecimal::add));
    return sums;
  }

  private String w(String key) {
    return esc(words.of(key));
  }

  private static String rows(long count) {
    return Amounts.text(count, "JPY");
  }

  private static String w2(String text) {
    return esc(text);
  }

  static String esc(String text) {
    return text == null
        ? ""
        : text.replace("&", "&amp;")
            .replace("<", "&lt;")
            .replace(">", "&gt;")
            .replace("\"", "&quot;");
  }
}
