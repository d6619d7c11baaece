package io.oncepaid.outbox;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.database.Transactions;
import io.oncepaid.testing.TestPostgres;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class NotificationsTest {
  @Test
  void a_commit_wakes_the_other_instances_and_not_its_own_again() {
    String url = TestPostgres.newDatabase();
    Wake wake = new Wake();
    Notifications one = instance(url, wake);
    Notifications two = instance(url, new Wake());
    List<Collection<String>> heardByOne = new CopyOnWriteArrayList<>();
    List<Collection<String>> heardByTwo = new CopyOnWriteArrayList<>();
    one.start(Set.of("m", "n"), heardByOne::add);
    two.start(Set.of("m", "n"), heardByTwo::add);
    // The first word of each is "all of them": what was missed before anybody listened.
    await().atMost(ofSeconds(30)).until(() -> heardByOne.size() == 1 && heardByTwo.size() == 1);

    wake.written(Set.of("m", "unserved"));
    await().atMost(ofSeconds(30)).until(() -> heardByTwo.size() == 2);
    wake.written(Set.of("n"));
    await().atMost(ofSeconds(30)).until(() -> heardByTwo.size() == 3);

    assertThat(heardByTwo.subList(1, 3)).containsExactly(Set.of("m"), Set.of("n"));
    assertThat(heardByOne).hasSize(1);
    one.stop();
    two.stop();
  }

  private static Notifications instance(String url, Wake wake) {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(url);
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMapping(OncepaidConfig.class)
            .withDefaultValues(
                Map.of(
                    "oncepaid.outbox.listen-url", url,
                    "quarkus.datasource.username", "postgres",
                    "quarkus.datasource.password", "postgres"))
            .build();
    return new Notifications(
        new Transactions(database), wake, config.getConfigMapping(OncepaidConfig.class), config);
  }
}
