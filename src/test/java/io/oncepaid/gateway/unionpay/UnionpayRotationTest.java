package io.oncepaid.gateway.unionpay;

import static io.oncepaid.gateway.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.RotationContract;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestKeys;
import io.oncepaid.gateway.TestKeys.Issuer;
import io.oncepaid.gateway.UnusableCallback.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The roots change; the certificates come with the messages. */
class UnionpayRotationTest extends RotationContract {
  private static final Issuer AUTHORITY = new Issuer("root", TestKeys.one());
  private static final UnionpayTestSender ONE = new UnionpayTestSender();
  private static final UnionpayTestSender OTHER =
      new UnionpayTestSender(
          new Issuer("other root", TestKeys.other()),
          TestKeys.one(),
          UnionpayTestSender.HOLDER,
          NOW);

  @Override
  protected Trusted one() {
    return new Trusted(ONE, ONE.root());
  }

  @Override
  protected Trusted other() {
    return new Trusted(OTHER, OTHER.root());
  }

  @Override
  protected Gateway receiver(List<String> keys) {
    return UnionpayTestSender.receiver(
        Map.of("unionpay.root-certificates", TestAccount.list(keys)));
  }

  @ParameterizedTest
  @ValueSource(ints = {-371, 371})
  void a_certificate_is_refused_before_and_after_its_time(int days) {
    UnionpayTestSender sender =
        new UnionpayTestSender(
            AUTHORITY,
            TestKeys.other(),
            UnionpayTestSender.HOLDER,
            NOW.plus(Duration.ofDays(days)));

    assertRefused(ONE.receiver(), sender.paid("T1", "42", 100, NOW), Reason.FORGED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "041@8310000000000000@some merchant@00000001",
        "041@中国银联股份有限公司@8310000000000000@00000001",
        "中国银联股份有限公司",
        "041@8310000000000000@中国银联股份有限公司x@00000001"
      })
  void a_certificate_of_another_holder_is_refused(String holder) {
    UnionpayTestSender merchant = new UnionpayTestSender(AUTHORITY, TestKeys.other(), holder, NOW);

    assertRefused(ONE.receiver(), merchant.paid("T1", "42", 100, NOW), Reason.FORGED);
  }

  @Test
  void a_certificate_issued_by_a_holder_is_refused() {
    UnionpayTestSender holder =
        new UnionpayTestSender(
            new Issuer(UnionpayTestSender.HOLDER, TestKeys.other()),
            TestKeys.one(),
            UnionpayTestSender.HOLDER,
            NOW);

    assertRefused(ONE.receiver(), holder.paid("T1", "42", 100, NOW), Reason.FORGED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s%s", "x%s", "%s\r\nx", "-----BEGIN CERTIFICATE-----", "%1.100s"})
  void exactly_one_certificate_is_taken(String form) {
    Map<String, String> fields = UnionpayTestSender.fields("T1", "42", "100");
    String certificate = ONE.certificate();
    fields.put("signPubKeyCert", form.formatted(certificate, certificate));
    fields.put("signature", "AAAA");

    assertRefused(ONE.receiver(), UnionpayTestSender.post(fields, NOW), Reason.FORGED);
  }

  @Test
  void a_certificate_that_was_seen_before_is_still_judged_by_its_time() throws Exception {
    Gateway gateway = ONE.receiver();
    assertThat(gateway.read(ONE.paid("T1", "42", 100, NOW)).notices()).hasSize(1);
    assertRefused(
        gateway, ONE.paid("T1", "42", 100, NOW.plus(Duration.ofDays(371))), Reason.FORGED);
  }
}
