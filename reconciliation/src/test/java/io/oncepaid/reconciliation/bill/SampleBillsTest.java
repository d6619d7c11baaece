package io.oncepaid.reconciliation.bill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every sample gives the counts and totals that expected.json holds. */
class SampleBillsTest {
  private static final JsonNode EXPECTED = expected();

  @ParameterizedTest
  @CsvSource({
    "alipay_trade_20260309.zip, alipay_trade_20260309.zip, alipay-trade",
    "alipay_trade_20260309.zip, alipay_trade_20260309.detail.gbk.csv, alipay-trade",
    "INN26030900ZM_777290000000001, INN26030900ZM_777290000000001, unionpay",
    "INN26030900ZM_777290000000001, unionpay_fileContent_20260309.b64.txt, unionpay",
  })
  void payments_refunds_and_fees_add_up(String key, String sample, String format) {
    JsonNode told = EXPECTED.get(key);
    Samples.Read read = Samples.read(sample);
    assertThat(read.format()).isEqualTo(format);
    assertThat(read.summary().rows()).isEqualTo(told.get("rows").asLong());
    assertThat(count(read, Movement.PAY)).isEqualTo(told.get("payments").asLong());
    assertThat(count(read, Movement.REFUND)).isEqualTo(told.get("refunds").asLong());
    long paid = sum(read, Movement.PAY);
    long refunded = sum(read, Movement.REFUND);
    assertThat(paid).isEqualTo(told.get("payment_total_minor").asLong());
    assertThat(refunded).isEqualTo(told.get("refund_total_minor").asLong());
    assertThat(fees(read)).isEqualTo(told.get("fee_total_minor").asLong());
    assertThat(paid - refunded - fees(read)).isEqualTo(told.get("net_minor").asLong());
  }

  @ParameterizedTest
  @CsvSource({
    "alipay_signcustomer_20260309.zip, alipay_signcustomer_20260309.zip",
    "alipay_signcustomer_20260309.zip, alipay_signcustomer_20260309.detail.gbk.csv",
    "wechat_fundflow_BASIC_20260309.csv, wechat_fundflow_BASIC_20260309.csv",
  })
  void ledgers_carry_their_balance(String key, String sample) {
    JsonNode told = EXPECTED.get(key);
    Samples.Read read = Samples.read(sample);
    Map<String, Long> figures = read.summary().figures();
    assertThat(read.summary().rows()).isEqualTo(told.get("rows").asLong());
    assertThat(figures.get("income_rows")).isEqualTo(told.get("income_rows").asLong());
    assertThat(figures.get("income")).isEqualTo(told.get("income_minor").asLong());
    assertThat(figures.get("expense_rows")).isEqualTo(told.get("expense_rows").asLong());
    assertThat(figures.get("expense")).isEqualTo(told.get("expense_minor").asLong());
    assertThat(figures.get("opening_balance"))
        .isEqualTo(told.get("opening_balance_minor").asLong());
    assertThat(figures.get("closing_balance"))
        .isEqualTo(told.get("closing_balance_minor").asLong());
  }

  @ParameterizedTest
  @CsvSource({
    "wechat_tradebill_ALL_20260309.csv, wechat_tradebill_ALL_20260309.csv",
    "wechat_tradebill_ALL_20260309.csv, wechat_tradebill_ALL_20260309.csv.gz",
    "wechat_tradebill_SUCCESS_20260309.csv, wechat_tradebill_SUCCESS_20260309.csv",
    "wechat_tradebill_REFUND_20260309.csv, wechat_tradebill_REFUND_20260309.csv",
  })
  void wechat_totals_are_repeated_in_the_last_line(String key, String sample) {
    JsonNode told = EXPECTED.get(key);
    Samples.Read read = Samples.read(sample);
    Map<String, Long> figures = read.summary().figures();
    assertThat(read.summary().rows()).isEqualTo(told.get("rows").asLong());
    assertThat(fees(read)).isEqualTo(told.get("fee_total_minor").asLong());
    assertThat(figures.get("手续费总金额")).isEqualTo(told.get("fee_total_minor").asLong());
    assertThat(figures.get("应结订单总金额")).isEqualTo(told.get("settle_total_minor").asLong());
    assertThat(figures.get("订单总金额")).isEqualTo(told.get("order_total_minor").asLong());
    assertThat(figures.get("退款总金额")).isEqualTo(told.get("refund_total_minor").asLong());
    assertThat(figures.get("充值券退款总金额")).isEqualTo(told.get("coupon_refund_total_minor").asLong());
    assertThat(figures.get("申请退款总金额")).isEqualTo(told.get("refund_applied_total_minor").asLong());
    assertThat(sum(read, Movement.PAY)).isEqualTo(told.get("order_total_minor").asLong());
    assertThat(sum(read, Movement.REFUND))
        .isEqualTo(told.get("refund_applied_total_minor").asLong());
  }

  @Test
  void stripe_nets_to_its_payout_and_matches_what_the_customer_was_shown() {
    Samples.Read payout = Samples.read(Samples.STRIPE_PAYOUT);
    JsonNode told = EXPECTED.get(Samples.STRIPE_PAYOUT);
    assertThat(payout.format()).isEqualTo("stripe-payout");
    assertThat(payout.summary().rows()).isEqualTo(told.get("rows").asLong());
    Map<String, Long> figures = payout.summary().figures();
    assertThat(figures.get("gross")).isEqualTo(told.get("gross_minor").asLong());
    assertThat(figures.get("fee")).isEqualTo(told.get("fee_minor").asLong());
    assertThat(figures.get("net")).isEqualTo(told.get("payout_minor").asLong());
    BillRow yen = payout.rows().get(6);
    assertThat(yen.currency()).isEqualTo("JPY");
    assertThat(yen.amount()).isEqualTo(1500);
    assertThat(yen.feeCurrency()).isEqualTo("USD");
    assertThat(yen.outTradeNo()).isEqualTo("ORD20260309300007");
    Samples.Read activity = Samples.read(Samples.STRIPE_ACTIVITY);
    assertThat(activity.format()).isEqualTo("stripe-activity");
    assertThat(activity.summary().figures().get("net"))
        .isEqualTo(EXPECTED.get(Samples.STRIPE_ACTIVITY).get("net_minor").asLong());
    assertThat(count(activity, Movement.CHARGEBACK)).isEqualTo(1);
    assertThat(count(activity, Movement.REFUND_FAILED)).isEqualTo(1);
  }

  @Test
  void adyen_batch_cancels_out_with_its_payout() {
    Samples.Read read = Samples.read(Samples.ADYEN);
    JsonNode told = EXPECTED.get(Samples.ADYEN);
    assertThat(read.summary().rows()).isEqualTo(told.get("rows").asLong());
    assertThat(read.summary().figures().get("payout")).isEqualTo(told.get("payout_minor").asLong());
    BillRow refund = read.rows().get(8);
    assertThat(refund.outRefundNo()).isEqualTo("RF202603094001");
    assertThat(refund.gatewayRefundId()).isEqualTo("MODR7K2M4N8PB301");
    assertThat(refund.transactionId()).isEqualTo("QX7K2M4N8PB3TZ01");
  }

  @Test
  void paypal_sections_add_up() {
    Samples.Read read = Samples.read(Samples.PAYPAL);
    JsonNode told = EXPECTED.get(Samples.PAYPAL);
    Map<String, Long> figures = read.summary().figures();
    assertThat(read.summary().rows()).isEqualTo(told.get("rows").asLong());
    assertThat(figures.get("gross credits USD")).isEqualTo(told.get("gross_credit_minor").asLong());
    assertThat(figures.get("gross debits USD")).isEqualTo(told.get("gross_debit_minor").asLong());
    assertThat(figures.get("fee credits USD")).isEqualTo(told.get("fee_credit_minor").asLong());
    assertThat(figures.get("fee debits USD")).isEqualTo(told.get("fee_debit_minor").asLong());
    assertThat(count(read, Movement.PAY)).isEqualTo(8);
    assertThat(read.rows().get(8).transactionId()).isEqualTo("8MC5852001K746392");
  }

  @Test
  void wechat_states_are_told_apart() {
    List<BillRow> rows = Samples.read(Samples.WECHAT_ALL).rows();
    assertThat(rows).filteredOn(r -> r.status() == RowStatus.REVOKED).hasSize(1);
    assertThat(rows).filteredOn(r -> r.status() == RowStatus.PROCESSING).hasSize(1);
  }

  private static long count(Samples.Read read, Movement movement) {
    return read.rows().stream().filter(r -> r.movement() == movement).count();
  }

  private static long sum(Samples.Read read, Movement movement) {
    return read.rows().stream()
        .filter(r -> r.movement() == movement)
        .mapToLong(BillRow::amount)
        .sum();
  }

  private static long fees(Samples.Read read) {
    return read.rows().stream().mapToLong(BillRow::fee).sum();
  }

  private static JsonNode expected() {
    try {
      return new ObjectMapper().readTree(Samples.path("expected.json").toFile()).get("files");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
