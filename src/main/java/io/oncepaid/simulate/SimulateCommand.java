package io.oncepaid.simulate;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/** The command {@code simulate}: development only. */
public final class SimulateCommand {
  static final int CLOSES = 0;
  static final int DEVIATIONS = 1;
  static final int MISUSED = 2;

  private SimulateCommand() {}

  /**
   * @param arguments without the name of the command
   * @return the exit code: 0 the table closes, 1 it does not, 2 nothing was done
   */
  public static int run(List<String> arguments, Clock clock, PrintStream out) {
    if (arguments.contains("--help")) {
      out.print(Options.USAGE);
      return CLOSES;
    }
    try {
      Options options = Options.parse(arguments);
      if (!Shop.exists(options.shop())) {
        return makeShop(options, clock, out);
      }
      Simulation simulation = new Simulation(options, clock, out);
      simulation.greet();
      simulation.fire();
      boolean closes = simulation.check();
      simulation.bill();
      return closes ? CLOSES : DEVIATIONS;
    } catch (Options.Misused e) {
      out.println("simulate: " + e.getMessage() + "; see simulate --help");
      return MISUSED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return DEVIATIONS;
    }
  }

  /** The service must know the public keys first. */
  private static int makeShop(Options options, Clock clock, PrintStream out) {
    Path directory = options.shop();
    Shop.openOrMake(directory, clock, options.everyGateway());
    out.printf(
        "Made a pretend merchant in %s. Start the service with it, then run this again:%n"
            + "  QUARKUS_CONFIG_LOCATIONS=%s/oncepaid.properties ONCEPAID_EMBEDDED_DATABASE=true \\%n"
            + "    java -jar target/quarkus-app/quarkus-run.jar%n",
        directory, directory);
    return MISUSED;
  }
}
