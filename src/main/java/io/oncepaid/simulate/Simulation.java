package io.oncepaid.simulate;

import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Optional;

/** One run against a running service: fire everything, then compare with what must be there. */
public final class Simulation {
  private final Options options;
  private final Plan plan;
  private final Tally tally = new Tally();
  private final ServiceClient service;
  private final Optional<String> jdbcUrl;
  private final BillFolder bills;
  private final LocalDate day;
  private final PrintStream out;
  private Duration duration = Duration.ZERO;

  Simulation(Options options, Clock clock, PrintStream out) {
    this.options = options;
    this.out = out;
    Shop shop = Shop.openOrMake(options.shop(), clock);
    this.bills = new BillFolder(shop);
    this.day = bills.nextDay(clock.instant());
    this.plan =
        new Plan(shop, options.payments(), options.shares(), options.seed(), clock.instant(), day);
    this.service = new ServiceClient(options.url(), shop.apiKey(), options.patience(), tally);
    this.jdbcUrl =
        options
            .jdbcUrl()
            .or(() -> DatabaseBooks.urlIn(options.shop().toAbsolutePath().getParent()));
  }

  /** The beginning of every out_trade_no of this run. */
  String prefix() {
    return plan.prefix();
  }

  /**
   * Looks whether there is a service that knows the merchant, before anything is sent.
   *
   * @throws Options.Misused saying what is missing
   */
  void greet() {
    int status;
    try {
      status = service.payment(plan.prefix() + "none").status();
    } catch (ServiceClient.ServiceIsGone e) {
      throw new Options.Misused(e.getMessage());
    }
    if (status != 404) {
      throw new Options.Misused(
          "the service answers %d to the key of merchant %s: start it with %s"
              .formatted(status, Shop.MERCHANT, options.shop().resolve(Shop.SETTINGS)));
    }
  }

  void fire() throws InterruptedException {
    bills.take(day);
    out.printf(
        "%,d payments, each callback %,d times, %,d at once, seed %d; numbers begin with %s%n",
        plan.size(), options.duplicates(), options.threads(), options.seed(), plan.prefix());
    for (Story story : Story.values()) {
      out.printf("  %,10d  %s%n", plan.count(story), story.description());
    }
    out.println();
    Firing firing = new Firing(plan, service, tally, options.duplicates(), options.threads());
    long start = System.nanoTime();
    try (Progress progress =
        new Progress(out, () -> "fired %,d of %,d".formatted(firing.ended(), plan.size()))) {
      firing.run();
    }
    duration = Duration.ofNanos(System.nanoTime() - start);
  }

  /**
   * @return whether the table closes
   */
  boolean check() throws InterruptedException {
    ServiceBooks reading = new ServiceBooks(plan, service, tally, options.threads());
    Books found;
    try (Progress progress =
        new Progress(out, () -> "read %,d of %,d".formatted(reading.read(), plan.size()))) {
      found = reading.run();
    }
    ExpectedBooks expected = ExpectedBooks.of(plan);
    Report report = new Report(out);
    report.answers(tally);
    report.books("the service holds", expected.service(), found);
    if (jdbcUrl.isPresent()) {
      countInDatabase(jdbcUrl.get(), expected, report);
    }
    report.speed(tally.latencies(), duration);
    report.end(tally);
    return report.closes();
  }

  /** Leaves the bill that each gateway gives of the day. */
  void bill() {
    bills.write(plan, day);
    out.printf(
        """

          The gateways' bills of %1$s are in %2$s. The night's run of reconciliation:
            export QUARKUS_CONFIG_LOCATIONS=%3$s
            java -jar reconciliation/target/quarkus-app/quarkus-run.jar run --all --date %1$s
        """,
        day, bills.folder(), options.shop().resolve(Shop.SETTINGS));
  }

  private void countInDatabase(String url, ExpectedBooks expected, Report report) {
    try {
      Books found = DatabaseBooks.read(url, plan.prefix());
      report.books("the tables hold", expected.database(found), found);
    } catch (SQLException e) {
      tally.deviation("the database could not be counted: " + e.getMessage());
    }
  }
}
