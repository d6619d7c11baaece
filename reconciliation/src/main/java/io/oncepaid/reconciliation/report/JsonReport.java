package io.oncepaid.reconciliation.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The report for machines; amounts in minor units. */
public final class JsonReport {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonReport() {}

  static String render(Report report) {
    ObjectNode root = JSON.createObjectNode();
    root.put("account", report.account());
    root.put("merchant", report.merchant());
    root.put("date", report.date().toString());
    root.put("version", report.version());
    root.put("as_of", report.asOf().toString());
    root.put("balanced", report.balanced());
    root.put("totals_close", report.closes());
    ObjectNode bill = root.putObject("bill");
    bill.put("name", report.billName());
    bill.put("format", report.format());
    bill.put("sha256", report.billSha256());
    bill.put("rows", report.billRows());
    ArrayNode totals = root.putArray("totals");
    report.totals().forEach(total -> total(totals.addObject(), total));
    ObjectNode counts = root.putObject("counts");
    report
        .counts()
        .forEach(
            (outcome, types) -> {
              ObjectNode of = counts.putObject(outcome);
              types.forEach(of::put);
            });
    ArrayNode findings = root.putArray("findings");
    report.findings().forEach(finding -> findings.add(finding(finding)));
    return text(root, true);
  }

  /** One finding on one line. */
  public static String line(Finding finding) {
    return text(finding(finding), false);
  }

  private static String text(ObjectNode node, boolean pretty) {
    try {
      return pretty
          ? JSON.writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n"
          : JSON.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void total(ObjectNode node, Total total) {
    node.put("side", total.side());
    node.put("movement", total.movement());
    node.put("currency", total.currency());
    share(node.putObject("total"), total.total());
    share(node.putObject("matched"), total.matched());
    share(node.putObject("explained"), total.explained());
    share(node.putObject("waiting"), total.waiting());
    share(node.putObject("difference"), total.difference());
    share(node.putObject("remainder"), total.remainder());
    node.put("fee", total.fee());
  }

  private static void share(ObjectNode node, Total.Share share) {
    node.put("rows", share.rows());
    node.put("amount", share.amount());
  }

  private static ObjectNode finding(Finding finding) {
    ObjectNode node = JSON.createObjectNode();
    node.put("id", finding.id());
    node.put("outcome", finding.outcome());
    node.put("type", finding.type());
    node.put("movement", finding.movement());
    node.put("first_date", finding.firstDate().toString());
    node.put("out_trade_no", finding.outTradeNo());
    node.put("transaction_id", finding.transactionId());
    node.put("out_refund_no", finding.outRefundNo());
    if (finding.billAmount() != null) {
      ObjectNode gateway = node.putObject("gateway");
      gateway.put("line", finding.billLine());
      gateway.put("amount", finding.billAmount());
      gateway.put("currency", finding.billCurrency());
      gateway.put("status", finding.billStatus());
      gateway.put("at", String.valueOf(finding.billAt()));
    }
    if (finding.ourAmount() != null) {
      ObjectNode ours = node.putObject("ours");
      ours.put("amount", finding.ourAmount());
      ours.put("currency", finding.ourCurrency());
      ours.put("status", finding.ourStatus());
      ours.put("at", String.valueOf(finding.ourAt()));
    }
    if (finding.caseId() != null) {
      ObjectNode about = node.putObject("case");
      about.put("id", finding.caseId());
      about.put("kind", finding.caseKind());
      about.put("status", finding.caseStatus());
    }
    node.put("state", finding.state());
    if (finding.state().equals("REFUSED")) {
      node.put("verdict", finding.verdict());
    }
    return node;
  }
}
