package io.oncepaid;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;

/** The command line: without arguments the service, otherwise the command named first. */
@QuarkusMain
public class Main {
  /** Runs one command; {@code args[0]} names it, the rest belongs to it. */
  public static void main(String... args) {
    String command = args.length == 0 ? "serve" : args[0];
    switch (command) {
      case "serve" -> serve(args);
      default -> fail("unknown command " + command + "; known: serve");
    }
  }

  private static void serve(String... args) {
    Quarkus.run(args);
  }

  private static void fail(String line) {
    System.err.println("oncepaid: " + line);
    System.exit(1);
  }
}
