package io.oncepaid.simulate;

import java.io.PrintStream;
import java.util.function.Supplier;

/** A line that says how far a long run is: rewritten in place on a terminal. */
final class Progress implements AutoCloseable {
  private static final long FIRST_MILLIS = 2_000;
  private static final long ON_TERMINAL_MILLIS = 500;
  private static final long IN_A_FILE_MILLIS = 5_000;

  private final Thread printer;
  private final boolean terminal = System.console() != null;

  /**
   * @param line the current state in words
   */
  Progress(PrintStream out, Supplier<String> line) {
    printer = new Thread(() -> print(out, line), "progress");
    printer.setDaemon(true);
    printer.start();
  }

  private void print(PrintStream out, Supplier<String> line) {
    boolean printed = false;
    try {
      Thread.sleep(FIRST_MILLIS);
      while (true) {
        out.print(terminal ? "\r  " + line.get() + "    " : "  " + line.get() + "\n");
        out.flush();
        printed = true;
        Thread.sleep(terminal ? ON_TERMINAL_MILLIS : IN_A_FILE_MILLIS);
      }
    } catch (InterruptedException ended) {
      if (printed && terminal) {
        out.print("\r" + " ".repeat(78) + "\r");
      }
    }
  }

  @Override
  public void close() throws InterruptedException {
    printer.interrupt();
    printer.join();
  }
}
