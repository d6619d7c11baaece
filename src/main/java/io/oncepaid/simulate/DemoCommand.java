package io.oncepaid.simulate;

import io.oncepaid.start.DefaultDatabase;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.configuration.ConfigUtils;
import io.smallrye.config.SmallRyeConfig;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/**
 * The command {@code demo}: starts the service on its embedded database with a pretend merchant,
 * runs the simulation against it over HTTP and leaves it running. For development only: it refuses
 * where a database is configured.
 */
public final class DemoCommand {
  static final String ONCE = "--once";

  private DemoCommand() {}

  /**
   * Returns when the service has ended, or at once when it refuses.
   *
   * @param arguments those of {@code simulate}; {@code --once} ends the service after the run, with
   *     its exit code
   * @return the exit code
   */
  public static int run(List<String> arguments, Clock clock, PrintStream out) {
    Options options;
    try {
      options = Options.parse(arguments.stream().filter(each -> !each.equals(ONCE)).toList());
    } catch (Options.Misused e) {
      out.println("demo: " + e.getMessage() + "; see simulate --help");
      return SimulateCommand.MISUSED;
    }
    SmallRyeConfig config = ConfigUtils.configBuilder().build();
    if (config.getOptionalValue("quarkus.datasource.jdbc.url", String.class).isPresent()) {
      out.println("demo: uses the embedded database only; unset quarkus.datasource.jdbc.url");
      return SimulateCommand.MISUSED;
    }
    String dataDirectory =
        config.getOptionalValue("oncepaid.data-dir", String.class).orElse(".oncepaid");
    Path directory = Path.of(dataDirectory, "demo");
    Shop.openOrMake(directory, clock, options.everyGateway()).settings().forEach(DemoCommand::set);
    Map.of(
            "oncepaid.embedded-database", "true",
            "quarkus.http.host", "127.0.0.1",
            "quarkus.management.host", "127.0.0.1",
            "quarkus.log.console.level", "ERROR",
            "quarkus.log.console.json.enabled", "false",
            "quarkus.log.file.enabled", "true",
            "quarkus.log.file.json.enabled", "false",
            "quarkus.log.file.path", directory.resolve("service.log").toString())
        .forEach(DemoCommand::set);
    out.println("Starting the service on its embedded database; log in " + directory + ".");
    DefaultDatabase.provide();
    Quarkus.run(DemoApplication.class, arguments.toArray(String[]::new));
    return SimulateCommand.CLOSES;
  }

  private static void set(String name, String value) {
    System.getProperties().putIfAbsent(name, value);
  }
}
