package io.oncepaid.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;

/** The textbook handler of bench/plain-jpa. */
final class PlainJpa implements AutoCloseable {
  private final Postgres postgres;
  private final Callbacks callbacks;
  private final App app;
  private int nextPayment;

  PlainJpa(Plan plan, Postgres postgres, Callbacks callbacks) throws IOException {
    this.postgres = postgres;
    this.callbacks = callbacks;
    Properties configuration = new Properties();
    configuration.setProperty("quarkus.datasource.jdbc.url", postgres.jdbcUrl(Databases.PLAIN_JPA));
    configuration.setProperty("quarkus.datasource.username", Postgres.USER);
    configuration.setProperty("quarkus.datasource.password", Postgres.PASSWORD);
    // It is to be slow under load rather than to fail.
    configuration.setProperty("quarkus.datasource.jdbc.acquisition-timeout", "60s");
    configuration.setProperty("plain.public-key", callbacks.publicKey());
    configuration.setProperty("plain.app-id", Message.APP_ID);
    configuration.setProperty("plain.seller-id", Message.SELLER_ID);
    Path work = plan.work();
    app =
        new App(
            work.resolve("plain-jpa/quarkus-app/quarkus-run.jar"),
            plan.jvmOptions(),
            configuration,
            false,
            work.resolve("run/plain-jpa"));
  }

  void warmUp() throws IOException {
    pay(new Plan.Load(64, Plan.JPA_WARM_UP));
  }

  void turn(Results results) throws IOException {
    for (Plan.Load load : Plan.JPA) {
      results.add(Results.PLAIN_JPA, load.connections(), pay(load));
    }
  }

  /** Payments acknowledged so far: all that were sent, or {@link #pay} would have failed. */
  int acknowledged() {
    return nextPayment;
  }

  private Results.Phase pay(Plan.Load load) throws IOException {
    var requests = callbacks.genuine(nextPayment, load.requests());
    nextPayment += load.requests();
    return new Meter(postgres, app)
        .measure(
            () -> {
              try (Connections connections = new Connections(app.port(), load.connections())) {
                Tally tally = connections.closed(requests);
                tally.mustAllBeAccepted("plain JPA");
                return tally;
              }
            });
  }

  @Override
  public void close() {
    app.close();
  }
}
