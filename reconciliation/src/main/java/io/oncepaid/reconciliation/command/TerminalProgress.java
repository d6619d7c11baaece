package io.oncepaid.reconciliation.command;

import io.oncepaid.reconciliation.run.Progress;
import java.io.PrintWriter;
import java.util.Locale;

/** A bar on a terminal, plain lines otherwise. */
final class TerminalProgress implements Progress {
  private static final int WIDTH = 30;

  private final PrintWriter out;
  private final boolean terminal;
  private final String account;
  private String step = "";
  private boolean open;

  TerminalProgress(PrintWriter out, boolean terminal, String account) {
    this.out = out;
    this.terminal = terminal;
    this.account = account;
  }

  @Override
  public void step(String what) {
    end();
    step = what;
    if (terminal) {
      out.print("\r\u001b[K" + account + "  " + what);
      open = true;
    } else {
      out.println(account + ": " + what);
    }
    out.flush();
  }

  @Override
  public void rows(long count, double fraction) {
    if (!terminal) {
      return;
    }
    String bar = "";
    if (fraction >= 0) {
      int done = (int) Math.round(Math.min(1, fraction) * WIDTH);
      bar = "[" + "#".repeat(done) + ".".repeat(WIDTH - done) + "] ";
    }
    out.print(
        String.format(Locale.ROOT, "\r\u001b[K%s  %s  %s%,d rows", account, step, bar, count));
    out.flush();
    open = true;
  }

  /** Leaves the line of the bar. */
  void end() {
    if (open) {
      out.println();
      out.flush();
      open = false;
    }
  }
}
