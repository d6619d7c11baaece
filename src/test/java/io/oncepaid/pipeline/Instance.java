package io.oncepaid.pipeline;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.exceptionsorter.PostgreSQLExceptionSorter;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncepaid.OncepaidConfig;
import io.oncepaid.database.Transactions;
import io.oncepaid.outbox.Outbox;
import io.oncepaid.outbox.OutboxByHand;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One instance of the service without its HTTP interface: the same objects in the same order as in
 * production, with a pool, a queue and two writers of its own.
 */
final class Instance implements AutoCloseable {
  static final int MERCHANTS = 4;

  final Accounts accounts;
  final SettlementQueue queue;
  final CallbackPipeline pipeline;
  final CaseSweep sweep;
  final CaseResolution resolution;
  private final AgroalDataSource pool;

  Instance(String name, String jdbcUrl, CarryingGateway gateway) {
    OncepaidConfig config = config();
    Clock clock = Clock.systemUTC();
    MeterRegistry meters = new SimpleMeterRegistry();
    FaultPoint.Listener faults = new NoFaults();
    pool = pool(name, jdbcUrl, 8);
    accounts = new Accounts(config, List.of(gateway));
    Transactions transactions = new Transactions(pool);
    Outbox outbox = OutboxByHand.with(clock, transactions);
    Cases cases = new Cases(outbox);
    CaseAlarm alarm = new CaseAlarm(meters);
    IdempotencyLayer idempotency = new IdempotencyLayer();
    UnreadableKeeper unreadable =
        new UnreadableKeeper(transactions, idempotency, cases, alarm, config);
    queue = new SettlementQueue(config);
    pipeline =
        new CallbackPipeline(
            new SignatureLayer(),
            new RefusedCallbacks(meters),
            unreadable,
            queue,
            idempotency,
            new TransitionLayer(),
            new FlowLayer(),
            new LookForWhy(),
            new Consequences(outbox, new History(), cases),
            faults);
    sweep =
        new CaseSweep(transactions, queue, accounts, cases, new CaseAnnouncement(outbox), clock);
    resolution = new CaseResolution(transactions, pipeline, accounts, outbox, sweep, clock);
    new GroupSettler(
            queue,
            pipeline,
            idempotency,
            new PaymentOfTransaction(),
            transactions,
            unreadable,
            alarm,
            sweep,
            new SettlementMetrics(meters, queue),
            faults)
        .start(null);
  }

  /** A pool as the service's own: by its name the backends can be found and killed. */
  static AgroalDataSource pool(String name, String jdbcUrl, int size) {
    AgroalDataSourceConfigurationSupplier supplier =
        new AgroalDataSourceConfigurationSupplier()
            .connectionPoolConfiguration(
                pool ->
                    pool.maxSize(size)
                        .acquisitionTimeout(Duration.ofSeconds(10))
                        .exceptionSorter(new PostgreSQLExceptionSorter())
                        .connectionFactoryConfiguration(
                            factory ->
                                factory
                                    .jdbcUrl(jdbcUrl)
                                    .connectionProviderClassName("org.postgresql.Driver")
                                    .jdbcProperty("ApplicationName", name)
                                    .principal(new NamePrincipal("postgres"))
                                    .credential(new SimplePassword("postgres"))));
    try {
      return AgroalDataSource.from(supplier);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static String account(String merchant, int which) {
    return (which == 0 ? "totals-" : "singles-") + merchant;
  }

  private static OncepaidConfig config() {
    Map<String, String> settings = new HashMap<>();
    for (int i = 0; i < MERCHANTS; i++) {
      for (int which = 0; which < 2; which++) {
        String prefix = "oncepaid.accounts." + account("m" + i, which);
        settings.put(prefix + ".merchant", "m" + i);
        settings.put(prefix + ".gateway", "carrying");
      }
    }
    return new SmallRyeConfigBuilder()
        .addDiscoveredConverters()
        .withMapping(OncepaidConfig.class)
        .withDefaultValues(settings)
        .build()
        .getConfigMapping(OncepaidConfig.class);
  }

  @Override
  public void close() {
    queue.stop(null);
    pool.close();
  }
}
