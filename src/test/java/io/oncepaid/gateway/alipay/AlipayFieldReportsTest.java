package io.oncepaid.gateway.alipay;

import static io.oncepaid.gateway.alipay.AlipayTestSender.fields;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Callbacks;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.UnusableCallback.Reason;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What went wrong elsewhere with Alipay's notifications, by the number of the report. */
class AlipayFieldReportsTest {
  private static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");
  private static final Charset GBK = Charset.forName("GBK");
  private static final Instant PAID_AT = Instant.parse("2026-03-09T02:15:20Z");
  private static final Notice PAID = Notice.paid("T1", "42", 1000, "CNY", PAID_AT);

  private final AlipayTestSender sender = new AlipayTestSender();
  private final Gateway receiver = sender.receiver();
  private final Map<String, String> fields = fields("T1", "42", "10.00", NOW);

  private void assertPaid(RawCallback callback) throws UnusableCallback {
    assertThat(receiver.read(callback).notices()).containsExactly(PAID);
  }

  private void assertRefused(RawCallback callback, Reason reason) {
    assertThatThrownBy(() -> receiver.read(callback))
        .isInstanceOfSatisfying(
            UnusableCallback.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @ParameterizedTest
  @ValueSource(strings = {"VIP+", "100%2B", "%", "a=b&c", "+ +", "%%32%42"})
  void FR03_decodes_each_value_exactly_once(String subject) throws Exception {
    fields.put("subject", subject);
    assertPaid(sender.send(fields, NOW));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "utf-8", "GBK", "gbk", "GB2312", "GB18030"})
  void FR04_reads_text_in_the_charset_that_the_form_names(String charset) throws Exception {
    fields.put("charset", charset);
    fields.put("subject", "测试");
    assertPaid(sender.send(fields, NOW));
  }

  @Test
  void FR04_refuses_gbk_bytes_that_are_called_utf_8() {
    fields.put("subject", "测试");
    fields.put("sign", sender.sign(fields, GBK));
    assertRefused(AlipayTestSender.post(fields, GBK, NOW), Reason.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "ISO-8859-1", "x", "UTF-7", "测"})
  void FR04_refuses_an_unknown_charset(String charset) {
    fields.put("charset", charset);
    fields.put("sign", "AAAA");
    assertRefused(AlipayTestSender.post(fields, StandardCharsets.UTF_8, NOW), Reason.MALFORMED);
  }

  @Test
  void FR05_keeps_a_trailing_blank_and_skips_an_empty_field() throws Exception {
    fields.put("subject", "foo ");
    fields.put("body", "");
    RawCallback callback = sender.send(fields, NOW);
    assertPaid(callback);

    String trimmed = new String(callback.body(), StandardCharsets.US_ASCII).replace("foo+", "foo");
    assertRefused(
        Callbacks.withBody(callback, trimmed.getBytes(StandardCharsets.US_ASCII)), Reason.FORGED);
  }

  @Test
  void FR06_verifies_over_fields_that_nobody_has_heard_of() throws Exception {
    fields.put("voucher_detail_list", "[{\"name\":\"x\",\"amount\":\"0.10\"}]");
    fields.put("zz_new", "1");
    RawCallback callback = sender.send(fields, NOW);

    assertPaid(callback);
    assertRefused(sender.without(callback, "zz_new"), Reason.FORGED);
  }

  @Test
  void FR07_counts_only_what_was_posted_and_nothing_that_crept_in() throws Exception {
    RawCallback callback = sender.send(fields, NOW);
    ByteArrayOutputStream merged = new ByteArrayOutputStream();
    merged.writeBytes(callback.body());
    merged.writeBytes("&lang=en".getBytes(StandardCharsets.US_ASCII));

    assertPaid(callback);
    assertRefused(Callbacks.withBody(callback, merged.toByteArray()), Reason.FORGED);
  }

  @Test
  void FR19_reads_a_partial_refund_as_the_payment_and_all_refunds_so_far() throws Exception {
    fields.put("refund_fee", "3.00");
    fields.put("gmt_refund", "2026-01-02 03:04:05.678");
    fields.put("out_biz_no", "R1");

    assertThat(receiver.read(sender.send(fields, NOW)).notices())
        .containsExactly(
            PAID,
            Notice.refundedInTotal(
                "T1", "42", 300, "CNY", Instant.parse("2026-01-01T19:04:05.678Z")));
  }

  @Test
  void FR20_says_seven_bytes_and_nothing_else() {
    assertThat(receiver.reply(Answer.ACCEPT, 200, "").body())
        .isEqualTo(new byte[] {0x73, 0x75, 0x63, 0x63, 0x65, 0x73, 0x73});
  }

  @ParameterizedTest
  @ValueSource(strings = {"599.80", "0.29", "19.99"})
  void FR22_reads_a_genuine_amount_exactly(String amount) throws Exception {
    fields.put("total_amount", amount);
    assertThat(receiver.read(sender.send(fields, NOW)).notices().get(0).amount())
        .isEqualTo(Long.parseLong(amount.replace(".", "")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e2", "10.005", "-1", "١٠", "10,00", "0.00", "0", " ", "1.00 "})
  void FR22_calls_a_genuine_but_impossible_amount_unreadable(String amount) {
    fields.put("total_amount", amount);
    assertRefused(sender.send(fields, NOW), Reason.UNREADABLE);
  }
}
