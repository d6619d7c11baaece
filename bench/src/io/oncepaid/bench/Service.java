package io.oncepaid.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/** The packaged service. */
final class Service implements AutoCloseable {
  private final Plan plan;
  private final Postgres postgres;
  private final Callbacks callbacks;
  private App app;
  private int nextPayment;

  Service(Plan plan, Postgres postgres, Callbacks callbacks) {
    this.plan = plan;
    this.postgres = postgres;
    this.callbacks = callbacks;
  }

  /** Starts the process, or another one in its place. */
  App start(boolean backgroundJobs) throws IOException {
    close();
    Properties configuration = new Properties();
    configuration.setProperty("quarkus.datasource.jdbc.url", postgres.jdbcUrl(Databases.SERVICE));
    configuration.setProperty("quarkus.datasource.username", Databases.ROLE);
    configuration.setProperty("quarkus.datasource.password", Postgres.PASSWORD);
    configuration.setProperty("quarkus.scheduler.enabled", "" + backgroundJobs);
    configuration.setProperty("oncepaid.operator.api-key", "operator-0123456789abcdef0123456789");
    configuration.setProperty(
        "oncepaid.merchants." + Message.MERCHANT + ".api-key",
        "merchant-0123456789abcdef0123456789");
    String account = "oncepaid.accounts." + Message.ACCOUNT + ".";
    configuration.setProperty(account + "merchant", Message.MERCHANT);
    configuration.setProperty(account + "gateway", "alipay");
    configuration.setProperty(account + "alipay.app-id", Message.APP_ID);
    configuration.setProperty(account + "alipay.seller-id", Message.SELLER_ID);
    configuration.setProperty(account + "alipay.public-keys", callbacks.publicKey());
    Path jar = plan.root().resolve("target/quarkus-app/quarkus-run.jar");
    Path directory = plan.work().resolve("run/service");
    app = new App(jar, plan.jvmOptions(), configuration, true, directory);
    return app;
  }

  App app() {
    return app;
  }

  /**
   * Lets the JVM compile, with genuine, repeated and forged callbacks: until then its compiler
   * takes as much of the processor as the callbacks do.
   */
  void warmUp() throws IOException {
    List<byte[]> requests = takeNew(Plan.WARM_UP);
    send(64, requests).tally().mustAllBeAccepted("new callbacks while warming up");
    for (int i = 0; i < Plan.WARM_UP_REPEATS; i++) {
      send(64, requests).tally().mustAllBeAccepted("replays while warming up");
      refuse(new Plan.Load(64, Plan.WARM_UP));
    }
  }

  void turn(Results results) throws IOException {
    List<byte[]> paid = new ArrayList<>();
    for (Plan.Load load : Plan.NEW) {
      List<byte[]> requests = takeNew(load.requests());
      Results.Phase phase = send(load.connections(), requests);
      phase.tally().mustAllBeAccepted("new callbacks");
      results.add(Results.NEW, load.connections(), phase);
      paid.addAll(requests);
    }
    for (Plan.Load load : Plan.REPLAYS) {
      Results.Phase phase = send(load.connections(), paid.subList(0, load.requests()));
      phase.tally().mustAllBeAccepted("replays");
      if (phase.cost().commits() > load.requests() / 100) {
        throw new IllegalStateException(
            phase.cost().commits() + " write transactions during replays");
      }
      results.add(Results.REPLAYS, load.connections(), phase);
    }
    for (Plan.Load load : Plan.FORGED) {
      results.add(Results.FORGED, load.connections(), refuse(load));
    }
  }

  /** New callbacks at a fixed rate. */
  Tally atRate(double perSecond) throws IOException {
    int count = (int) Math.min(Plan.HALF_RATE_MOST, perSecond * Plan.HALF_RATE_SECONDS);
    List<byte[]> requests = takeNew(count);
    try (Connections connections = new Connections(app.port(), Plan.HALF_RATE_CONNECTIONS)) {
      Tally tally = connections.open(requests, perSecond);
      tally.mustAllBeAccepted("new callbacks at a fixed rate");
      return tally;
    }
  }

  /** Payments acknowledged so far: all that were sent, or sending would have failed. */
  int acknowledged() {
    return nextPayment;
  }

  /** Sends forged callbacks for payments that stay unpaid; every one must be told failure. */
  Results.Phase refuse(Plan.Load load) throws IOException {
    Results.Phase phase =
        send(load.connections(), callbacks.forged(plan.callbacks(), load.requests()));
    if (!phase.tally().byStatus().keySet().equals(Set.of(401))) {
      throw new IllegalStateException("forged callbacks were told " + phase.tally().byStatus());
    }
    return phase;
  }

  private List<byte[]> takeNew(int count) {
    List<byte[]> requests = callbacks.genuine(nextPayment, count);
    nextPayment += count;
    return requests;
  }

  private Results.Phase send(int count, List<byte[]> requests) throws IOException {
    return new Meter(postgres, app)
        .measure(
            () -> {
              try (Connections connections = new Connections(app.port(), count)) {
                return connections.closed(requests);
              }
            });
  }

  @Override
  public void close() {
    if (app != null) {
      app.close();
    }
  }
}
