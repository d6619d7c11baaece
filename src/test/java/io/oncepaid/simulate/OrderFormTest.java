package io.oncepaid.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.testing.Books;
import io.oncepaid.testing.Chromium;
import io.oncepaid.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The order form in a real browser. */
@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class OrderFormTest {
  private static final String BUTTON = "button[type=submit]";
  private static final String ORDERS = "SELECT count(*) FROM payment WHERE merchant = 'other'";
  private static final String NUMBER = "document.querySelector('#number').textContent";
  private static final String CLICKS = "document.querySelectorAll('#clicks li[data-number]')";

  @TestHTTPResource("/order-form")
  URI page;

  @Inject DataSource database;

  @Test
  void two_fast_clicks_are_one_order_and_show_the_same_number() throws Exception {
    Books books = new Books(database);
    try (Chromium browser = Chromium.start()) {
      long before = books.number(ORDERS);
      browser.open(page);
      browser.type("#quantity", "3");
      browser.doubleClick(BUTTON);
      browser.await(CLICKS + ".length === 2");

      assertThat(books.number(ORDERS)).isEqualTo(before + 1);
      String number = browser.evaluate(NUMBER).asText();
      assertThat(browser.evaluate("[..." + CLICKS + "].map(click => click.dataset.number)"))
          .extracting(click -> click.asText())
          .containsExactly(number, number);
      assertThat(books.number("SELECT amount FROM payment WHERE out_trade_no = ?", number))
          .isEqualTo(26_400);
      browser.picture(Path.of("../target/order-form.png"));

      // Later clicks on the same form are the same order, too; a new form is another one.
      browser.doubleClick(BUTTON);
      browser.await(CLICKS + ".length === 4");
      assertThat(books.number(ORDERS)).isEqualTo(before + 1);
      browser.open(page);
      browser.doubleClick(BUTTON);
      browser.await(CLICKS + ".length === 2");
      assertThat(books.number(ORDERS)).isEqualTo(before + 2);
      assertThat(browser.evaluate(NUMBER).asText()).isNotEqualTo(number);
    }
  }
}
