package io.oncepaid.api;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.stream.Stream;

/** Gives the times of callbacks, and of nothing else, the buckets that percentiles are made of. */
@ApplicationScoped
class CallbackTimes {
  private static final Tag CALLBACKS = Tag.of("uri", "/callbacks/{account}");
  private static final double[] BUCKETS_NS =
      Stream.of(2, 5, 10, 20, 50, 100, 200, 500, 1000, 2500)
          .mapToDouble(millis -> Duration.ofMillis(millis).toNanos())
          .toArray();

  @Produces
  @Singleton
  MeterFilter buckets() {
    return new MeterFilter() {
      @Override
      public DistributionStatisticConfig configure(
          Meter.Id id, DistributionStatisticConfig otherwise) {
        boolean callbacks =
            id.getName().equals("http.server.requests") && id.getTags().contains(CALLBACKS);
        return callbacks
            ? DistributionStatisticConfig.builder()
                .serviceLevelObjectives(BUCKETS_NS)
                .build()
                .merge(otherwise)
            : otherwise;
      }
    };
  }
}
