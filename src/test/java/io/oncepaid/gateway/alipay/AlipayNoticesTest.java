package io.oncepaid.gateway.alipay;

import static io.oncepaid.gateway.alipay.AlipayTestSender.fields;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.UnusableCallback.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AlipayNoticesTest {
  private static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");
  private static final Instant PAID_AT = Instant.parse("2026-03-09T02:15:20Z");
  private static final Instant CREATED_AT = Instant.parse("2026-03-09T02:15:01Z");
  private static final Instant CLOSED_AT = Instant.parse("2026-03-09T02:45:01Z");

  private final AlipayTestSender sender = new AlipayTestSender();
  private final Gateway receiver = sender.receiver();
  private final Map<String, String> fields = fields("T1", "42", "10.00", NOW);

  private List<Notice> read() throws UnusableCallback {
    return receiver.read(sender.send(fields, NOW)).notices();
  }

  private void assertRefused(Reason reason) {
    assertThatThrownBy(this::read)
        .isInstanceOfSatisfying(
            UnusableCallback.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  private static Notice paid() {
    return Notice.paid("T1", "42", 1000, "CNY", PAID_AT);
  }

  @Test
  void a_closed_trade_with_refunds_was_paid_and_then_refunded() throws Exception {
    fields.put("trade_status", "TRADE_CLOSED");
    fields.put("refund_fee", "10.00");
    fields.put("gmt_close", "2026-03-09 10:45:01");
    assertThat(read())
        .containsExactly(paid(), Notice.refundedInTotal("T1", "42", 1000, "CNY", CLOSED_AT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0.00", "0"})
  void a_closed_trade_without_refunds_ended_unpaid(String refunds) throws Exception {
    fields.put("trade_status", "TRADE_CLOSED");
    fields.put("refund_fee", refunds);
    fields.put("gmt_close", "2026-03-09 10:45:01");
    assertThat(read()).containsExactly(Notice.closed("T1", "42", CLOSED_AT));
  }

  @Test
  void a_finished_trade_is_paid_like_a_successful_one() throws Exception {
    fields.put("trade_status", "TRADE_FINISHED");
    fields.put("refund_fee", "0.00");
    assertThat(read()).containsExactly(paid());
  }

  @Test
  void a_payment_without_its_time_happened_when_its_trade_was_made() throws Exception {
    fields.remove("gmt_payment");
    assertThat(read()).containsExactly(Notice.paid("T1", "42", 1000, "CNY", CREATED_AT));
    fields.remove("gmt_create");
    assertThat(read()).containsExactly(Notice.paid("T1", "42", 1000, "CNY", NOW));
    fields.remove("notify_time");
    assertRefused(Reason.UNREADABLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-02-30 10:15:20",
        "2026-03-09T10:15:20",
        "2026-03-09 24:00:00",
        "2026-03-09 10:15",
        "2026-03-09 10:15:20.1",
        "+12026-03-09 10:15:20",
        "1969-03-09 10:15:20",
        "٢٠٢٦-03-09 10:15:20"
      })
  void an_impossible_time_is_unreadable(String time) {
    fields.put("gmt_payment", time);
    assertRefused(Reason.UNREADABLE);
  }

  @ParameterizedTest
  @CsvSource({
    "out_trade_no, ''",
    "out_trade_no, has blank",
    "out_trade_no, '数'",
    "trade_no, ''",
    "trade_no, ' '",
    "refund_fee, -1.00",
    "refund_fee, 1.001"
  })
  void an_impossible_field_is_unreadable(String name, String value) {
    fields.put(name, value);
    assertRefused(Reason.UNREADABLE);
  }

  @Test
  void a_control_character_in_an_id_is_left_to_whoever_keeps_it() throws Exception {
    fields.put("trade_no", "4\0002");
    assertThat(read().get(0).transactionId()).isEqualTo("4\0002");
  }

  @Test
  void a_repeat_of_what_is_unreadable_has_the_same_content() {
    fields.put("total_amount", "ten");
    byte[] first = content();
    fields.put("notify_time", "2026-03-09 10:19:30");
    assertThat(content()).isEqualTo(first);
    fields.put("total_amount", "eleven");
    assertThat(content()).isNotEqualTo(first);
  }

  private byte[] content() {
    try {
      throw new AssertionError("was read as " + read());
    } catch (UnusableCallback e) {
      assertThat(e.outTradeNo()).isEqualTo("T1");
      return e.content();
    }
  }

  /** The signed text is the same whether the refund is a field or hidden in the one before it. */
  @Test
  void a_field_hidden_in_another_is_not_overlooked() {
    fields.put("point_amount", "0.00");
    fields.put("refund_fee", "3.00");
    fields.put("sign", sender.sign(fields, StandardCharsets.UTF_8));
    fields.remove("refund_fee");
    fields.put("point_amount", "0.00&refund_fee=3.00");

    assertThatThrownBy(
            () -> receiver.read(AlipayTestSender.post(fields, StandardCharsets.UTF_8, NOW)))
        .isInstanceOfSatisfying(
            UnusableCallback.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNREADABLE));
  }

  /** It cannot be told from a hidden field, so people must look. */
  @Test
  void a_text_that_could_be_a_field_is_not_believed_either() {
    fields.put("passback_params", "x&refund_fee=3.00");
    assertRefused(Reason.UNREADABLE);
  }

  @Test
  void a_message_for_an_app_that_ours_authorised_is_ours() throws Exception {
    fields.put("app_id", "2021000000009999");
    fields.put("auth_app_id", AlipayTestSender.APP);
    assertThat(read()).containsExactly(paid());
  }

  @ParameterizedTest
  @CsvSource({
    "app_id, 2021000000009999",
    "app_id, ''",
    "seller_id, 2088000000000999",
    "seller_id, ''"
  })
  void a_message_for_somebody_else_is_forged(String name, String value) {
    fields.put(name, value);
    assertRefused(Reason.FORGED);
  }
}
