package io.oncepaid.gateway.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Inquiry;
import io.oncepaid.gateway.Inquiry.NoAnswer;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Standing;
import io.oncepaid.gateway.Standing.Kind;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.Transport;
import io.oncepaid.gateway.UnusableCallback;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Questions to Stripe, object by object. */
class StripeInquiryTest {
  private final Map<String, String> settings =
      new HashMap<>(
          Map.of(
              "stripe.secrets", "whsec_9f2c4e6a8b0d1f3e5a7c9b1d",
              "stripe.api-key", "rk_test_51MtwBwLkdIwHu7ix28a3tqPa"));

  @Test
  void of_several_intents_only_those_that_wait_for_the_payer_are_cancelled() throws Exception {
    Transport transport =
        found("pi_1", "pi_2", "pi_3")
            .answer(200, intent("pi_1", "canceled"))
            .answer(200, intent("pi_2", "requires_action"))
            .answer(200, intent("pi_3", "processing"));
    Standing standing = inquiry().ask("T1", transport);
    assertThat(standing.kind()).isEqualTo(Kind.OPEN);
    assertThat(standing.orders()).containsExactly("pi_2");

    inquiry().close("T1", standing, transport);
    assertThat(transport.requests.get(4).uri().getPath())
        .isEqualTo("/v1/payment_intents/pi_2/cancel");
    assertThat(transport.requests).hasSize(5);
    assertThat(transport.requests)
        .allMatch(
            request ->
                request
                    .headers()
                    .firstValue("Authorization")
                    .orElse("")
                    .equals("Bearer rk_test_51MtwBwLkdIwHu7ix28a3tqPa"));
    assertThat(transport.requests.get(0).uri().getQuery())
        .isEqualTo("limit=100&query=metadata['out_trade_no']:'T1'");
  }

  @Test
  void one_that_succeeded_is_enough_and_a_second_one_is_told_too() throws Exception {
    Transport transport =
        found("pi_1", "pi_2", "pi_3")
            .answer(200, intent("pi_1", "succeeded"))
            .answer(200, intent("pi_2", "requires_payment_method"))
            .answer(200, intent("pi_3", "succeeded"));
    Standing standing = inquiry().ask("T1", transport);
    assertThat(standing.kind()).isEqualTo(Kind.PAID);
    assertThat(standing.notices())
        .extracting(Notice::transactionId)
        .containsExactly("pi_1", "pi_3");
    assertThat(standing.notices())
        .allMatch(paid -> paid.amount() == 8880 && paid.currency().equals("JPY"));
  }

  @Test
  void none_is_not_found_and_all_cancelled_is_closed() throws Exception {
    assertThat(inquiry().ask("T1", found()).kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(inquiry().ask("T1", found("pi_1").answer(200, intent("pi_1", "canceled"))).kind())
        .isEqualTo(Kind.CLOSED);
  }

  @Test
  void what_is_not_about_this_order_or_not_all_of_it_proves_nothing() {
    assertUnusable(found("pi_1").answer(200, intent("pi_2", "succeeded")));
    assertUnusable(
        found("pi_1").answer(200, intent("pi_1", "succeeded").replace("\"T1\"", "\"T2\"")));
    assertUnusable(found("pi_1").answer(200, intent("pi_1", "new_status")));
    assertUnusable(found("pi_1/../../refunds"));
    assertThatThrownBy(
            () ->
                inquiry().ask("T1", new Transport().answer(200, "{\"data\":[],\"has_more\":true}")))
        .isInstanceOf(NoAnswer.class);
    assertThatThrownBy(() -> inquiry().ask("T1", new Transport().answer(401, "{}")))
        .isInstanceOf(NoAnswer.class)
        .hasMessageContaining("401");
  }

  @Test
  void the_key_is_not_sent_in_the_clear_to_another_machine() {
    settings.put("stripe.base-url", "http://127.0.0.1:12111");
    inquiry();
    settings.put("stripe.base-url", "http://api.stripe.com");
    assertThatThrownBy(this::inquiry)
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("stripe.base-url");
  }

  private void assertUnusable(Transport transport) {
    assertThatThrownBy(() -> inquiry().ask("T1", transport)).isInstanceOf(UnusableCallback.class);
  }

  private Inquiry inquiry() {
    return new StripeType()
        .inquiry(
            TestAccount.PROPERTY, TestAccount.configured("stripe", settings), Clock.systemUTC())
        .orElseThrow();
  }

  private static Transport found(String... ids) {
    List<String> objects = List.of(ids).stream().map(id -> "{\"id\":\"" + id + "\"}").toList();
    return new Transport()
        .answer(200, "{\"data\":[" + String.join(",", objects) + "],\"has_more\":false}");
  }

  private static String intent(String id, String status) {
    return "{\"id\":\""
        + id
        + "\",\"status\":\""
        + status
        + "\",\"amount_received\":8880,\"currency\":\"jpy\",\"created\":1773028800,"
        + "\"latest_charge\":\"ch_1\",\"metadata\":{\"out_trade_no\":\"T1\"}}";
  }
}
