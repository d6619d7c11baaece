package io.oncepaid.reconciliation.command;

import io.oncepaid.reconciliation.report.Report;
import io.oncepaid.reconciliation.run.Night;
import java.io.PrintWriter;

/** Says how a run of an account and day came out, and what is left to do. */
final class Telling {
  private final PrintWriter out;

  Telling(PrintWriter out) {
    this.out = out;
  }

  void result(String account, Night.Result result, Report report) {
    out.printf(
        "%s %s version %d: %d rows, %s%s%n",
        account,
        report.date(),
        result.version(),
        result.rows(),
        result.balanced() ? "balanced" : "NOT balanced",
        result.closes() ? "" : "; the control totals do not close");
    if (report.count("DIFFERENCE") > 0) {
      out.printf("%s: %d differences%s%n", account, report.count("DIFFERENCE"), kinds(report));
    }
    if (result.repairs().sent() > 0) {
      out.printf(
          "%s: %d repairs sent, %d booked, %d not delivered%n",
          account,
          result.repairs().sent(),
          result.repairs().booked(),
          result.repairs().undelivered());
    }
    long proposed = report.states().getOrDefault("PROPOSED", 0L);
    if (proposed > 0) {
      out.printf("%s: %d repairs wait for the command approve%n", account, proposed);
    }
    out.flush();
  }

  private static String kinds(Report report) {
    StringBuilder kinds = new StringBuilder();
    report
        .counts()
        .get("DIFFERENCE")
        .forEach(
            (kind, count) ->
                kinds.append(kinds.isEmpty() ? ": " : ", ").append(count).append(' ').append(kind));
    return kinds.toString();
  }
}
