package io.oncepaid.reconciliation.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.reconciliation.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PayPal's day in New York, which has 23 hours in March and 25 in November. */
@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class DaylightSavingTest extends CommandTest {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss xx");

  private static final List<String> SPRING =
      List.of(
          "2026-03-08T00:00:00-05:00",
          "2026-03-08T01:59:59-05:00",
          "2026-03-08T03:00:00-04:00",
          "2026-03-08T23:59:59-04:00");
  private static final List<String> AUTUMN =
      List.of(
          "2026-11-01T00:00:00-04:00",
          "2026-11-01T01:30:00-04:00",
          "2026-11-01T01:30:00-05:00",
          "2026-11-01T23:59:59-05:00");

  @ParameterizedTest
  @ValueSource(strings = {"2026-03-08", "2026-11-01"})
  void the_first_and_the_last_second_belong_to_the_day_and_their_neighbours_do_not(LocalDate date)
      throws Exception {
    List<String> times = date.getMonthValue() == 3 ? SPRING : AUTUMN;
    for (int i = 0; i < times.size(); i++) {
      booked("P" + i, OffsetDateTime.parse(times.get(i)).toInstant());
    }
    booked("BEFORE", OffsetDateTime.parse(times.get(0)).toInstant().minusSeconds(1));
    booked("AFTER", OffsetDateTime.parse(times.get(3)).toInstant().plusSeconds(1));
    books.write();

    assertThat(run("run", "--account", "paypal-1", "--date", date, "--bill", paypal(times)))
        .as(out.toString())
        .isZero();
    assertThat(outcomes()).isEmpty();
    assertThat(
            books.list(
                "SELECT side || ' ' || rows FROM reconciliation_total WHERE share = 'TOTAL'"
                    + " ORDER BY 1"))
        .containsExactly("BILL 4", "OURS 4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-03-08", "2026-11-01"})
  void a_row_of_the_next_day_makes_it_another_days_bill(LocalDate date) throws Exception {
    List<String> times = date.getMonthValue() == 3 ? SPRING : AUTUMN;
    String next = OffsetDateTime.parse(times.get(3)).plusSeconds(1).toString();
    Path bill = paypal(List.of(times.get(0), next));

    assertThat(run("run", "--account", "paypal-1", "--date", date, "--bill", bill)).isEqualTo(2);
    assertThat(out.toString()).contains("is not of the bill's business day " + date);
  }

  private void booked(String transaction, Instant at) {
    books.flow("paypal-1", "PAY", "ORD-" + transaction, transaction, "", "", 1000, "USD", null, at);
  }

  private Path paypal(List<String> times) throws Exception {
    StringBuilder text = new StringBuilder();
    String first = TIME.format(OffsetDateTime.parse(times.get(0)));
    text.append("\"RH\"," + first + ",\"A\",\"SHOP\",009,\n\"FH\",01\n");
    text.append("\"SH\"," + first + "," + first + ",\"SHOP\",\"\"\n");
    text.append(
        """
        "CH","Transaction ID","Invoice ID","PayPal Reference ID","PayPal Reference ID Type",\
        "Transaction Event Code","Transaction Initiation Date","Transaction Completion Date",\
        "Transaction Debit or Credit","Gross Transaction Amount","Gross Transaction Currency",\
        "Fee Debit or Credit","Fee Amount","Fee Currency"
        """);
    for (int i = 0; i < times.size(); i++) {
      String time = TIME.format(OffsetDateTime.parse(times.get(i)));
      text.append(
          "\"SB\",\"P" + i + "\",\"ORD-P" + i + "\",\"\",\"\",\"T0006\"," + time + "," + time);
      text.append(",\"CR\",1000,\"USD\",\"DR\",30,\"USD\"\n");
    }
    int rows = times.size();
    text.append("\"SF\",\"USD\"," + rows * 1000 + ",0,0," + rows * 30 + ",\"CR\",0," + rows + "\n");
    text.append("\"SC\"," + rows + "\n\"RF\"\n\"RC\"," + rows + "\n\"FF\"," + rows + "\n");
    return Files.writeString(folder.resolve("STL-paypal.CSV"), text);
  }
}
