package io.oncepaid.simulate;

import io.oncepaid.simulate.Life.Ending;

/** What the service and its database must hold when all lives of a plan have ended. */
record ExpectedBooks(Books service, Books tables) {
  private static final String REFUND_ROWS = "flow REFUND, rows";

  static ExpectedBooks of(Plan plan) {
    ExpectedBooks books = new ExpectedBooks(new Books(), new Books());
    for (int i = 0; i < plan.size(); i++) {
      books.add(plan.life(i));
    }
    return books;
  }

  /**
   * The tables' lines. How many rows the running totals of Alipay leave depends on which came
   * first; there is one event for each of them.
   */
  Books database(Books found) {
    Books all = new Books();
    tables.lines().forEach(all::add);
    all.add(REFUND_ROWS, found.get(REFUND_ROWS));
    all.add("events payment.refunded", found.get(REFUND_ROWS));
    return all;
  }

  private void add(Life life) {
    Ending ending = life.ending();
    for (Books books : new Books[] {service, tables}) {
      books.add("payments " + ending.status(), 1);
      books.add("payments, minor units refunded", ending.refunded());
      ending.cases().forEach(each -> books.add("cases " + each, 1));
    }
    if (ending.paid() > 0) {
      service.add("paid through " + ending.account(), 1);
    }
    // The business is told of an unknown payment only when it stays unknown.
    for (String each : ending.cases()) {
      if (!each.startsWith("UNKNOWN_PAYMENT")) {
        tables.add("events case.opened", 1);
        tables.add("events case.closed", each.endsWith(" CLOSED") ? 1 : 0);
      }
    }
    ending
        .takenBack()
        .forEach(
            (kind, sum) -> {
              boolean refund = kind.equals("REFUND_FAILED");
              tables.add("flow " + kind + ", rows", 1);
              tables.add("flow " + kind + ", minor units", sum);
              tables.add("events payment." + (refund ? "refund_failed" : "disputed"), 1);
            });
    tables.add("flow PAY, rows", ending.paid() > 0 ? 1 : 0);
    tables.add("flow PAY, minor units", ending.paid());
    tables.add("flow REFUND, minor units", ending.flowedBack());
    tables.add("events payment.paid", ending.paid() > 0 ? 1 : 0);
    tables.add("events payment.closed", "CLOSED".equals(ending.status()) ? 1 : 0);
    tables.add("events payment.shipped", "DONE".equals(ending.status()) ? 1 : 0);
    tables.add("events payment.done", "DONE".equals(ending.status()) ? 1 : 0);
  }
}
