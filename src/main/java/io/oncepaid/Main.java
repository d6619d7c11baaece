package io.oncepaid;

import io.oncepaid.simulate.DemoCommand;
import io.oncepaid.simulate.SimulateCommand;
import io.oncepaid.start.DefaultDatabase;
import io.oncepaid.start.Migrated;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;

/** The command line: without arguments the service, otherwise the command named first. */
@QuarkusMain
public class Main {
  /** Runs one command; {@code args[0]} names it, the rest belongs to it. */
  public static void main(String... args) {
    String command = args.length == 0 ? "serve" : args[0];
    List<String> rest = Arrays.asList(args).subList(Math.min(1, args.length), args.length);
    try {
      switch (command) {
        case "serve" -> serve(args);
        case "migrate" -> migrate();
        case "demo" -> System.exit(DemoCommand.run(rest, Clock.systemUTC(), System.out));
        case "simulate" -> System.exit(SimulateCommand.run(rest, Clock.systemUTC(), System.out));
        default -> fail("unknown command " + command + "; known: serve, migrate, demo, simulate");
      }
    } catch (CannotStart e) {
      fail(e.getMessage());
    }
  }

  private static void serve(String... args) {
    DefaultDatabase.provide();
    Quarkus.run(args);
  }

  /** Ends before anything but the schema is touched. */
  private static void migrate() {
    System.setProperty("oncepaid.database.migrate", "only");
    DefaultDatabase.provide();
    Quarkus.run(null, (code, end) -> migrated(end));
  }

  private static void migrated(Throwable end) {
    Throwable cause = end;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (!(cause instanceof Migrated)) {
      fail(cause.getMessage());
    }
    System.out.println(cause.getMessage());
    System.exit(0);
  }

  private static void fail(String lines) {
    System.err.println(lines);
    System.exit(1);
  }
}
