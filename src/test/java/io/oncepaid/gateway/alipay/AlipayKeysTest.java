package io.oncepaid.gateway.alipay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestAccount.TestAlipay;
import io.oncepaid.gateway.TestKeys;
import io.oncepaid.gateway.TestKeys.Issuer;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.UnusableCallback.Reason;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which keys and algorithms an Alipay account takes, and what it says about its settings. */
class AlipayKeysTest {
  private static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");
  private static final Issuer ROOT = new Issuer("root", TestKeys.other());
  private static final AlipayTestSender OLD = new AlipayTestSender();
  private static final AlipayTestSender NEW = new AlipayTestSender(TestKeys.other());

  @TempDir Path folder;

  private static RawCallback paid(AlipayTestSender sender) {
    return sender.paid("T1", "42", 1000, NOW);
  }

  private static void assertTaken(Gateway gateway, RawCallback callback) throws Exception {
    assertThat(gateway.read(callback).notices()).hasSize(1);
  }

  private static void assertForged(Gateway gateway, RawCallback callback) {
    assertThatThrownBy(() -> gateway.read(callback))
        .isInstanceOfSatisfying(
            UnusableCallback.class, e -> assertThat(e.reason()).isEqualTo(Reason.FORGED));
  }

  private static TestAlipay account(String... keys) {
    return TestAlipay.of(AlipayTestSender.APP, AlipayTestSender.SELLER, keys);
  }

  private static String certificate(AlipayTestSender sender, Instant around) {
    return ROOT.issue("alipay", sender.keys().getPublic(), BigInteger.ONE, false, around);
  }

  private static RawCallback signedAs(String type, AlipayTestSender sender) {
    Map<String, String> fields = AlipayTestSender.fields("T1", "42", "10.00", NOW);
    fields.put("sign_type", type);
    return sender.send(fields, NOW);
  }

  @Test
  void old_and_new_keys_are_taken_side_by_side() throws Exception {
    Gateway both =
        AlipayTestSender.receiver(
            account(TestKeys.base64(OLD.keys().getPublic()), TestKeys.pem(NEW.keys().getPublic())));
    assertTaken(both, paid(OLD));
    assertTaken(both, paid(NEW));
    assertForged(both, paid(new AlipayTestSender(TestKeys.rsa(2048))));
  }

  @Test
  void a_certificate_and_a_key_are_taken_side_by_side_until_the_certificate_expires()
      throws Exception {
    TestAlipay mixed = account(TestKeys.base64(NEW.keys().getPublic()));
    Gateway valid =
        AlipayTestSender.receiver(mixed.withChains(List.of(certificate(OLD, NOW)), List.of()));
    Gateway expired =
        AlipayTestSender.receiver(
            mixed.withChains(
                List.of(certificate(OLD, NOW.minus(Duration.ofDays(181)))), List.of()));
    assertTaken(valid, paid(OLD));
    assertTaken(valid, paid(NEW));
    assertForged(expired, paid(OLD));
    assertTaken(expired, paid(NEW));
  }

  @Test
  void a_certificate_must_chain_to_a_root_when_there_are_roots() throws Exception {
    String root = ROOT.issue("root", ROOT.keys().getPublic(), BigInteger.TWO, true, NOW);
    Issuer stranger = new Issuer("root", TestKeys.one());
    String strange = stranger.issue("alipay", OLD.keys().getPublic(), BigInteger.ONE, false, NOW);

    assertTaken(
        AlipayTestSender.receiver(
            account().withChains(List.of(certificate(OLD, NOW)), List.of(root))),
        paid(OLD));
    assertThatThrownBy(
            () -> AlipayTestSender.receiver(account().withChains(List.of(strange), List.of(root))))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageStartingWith("oncepaid.accounts.test.alipay.certificates: ");
  }

  @Test
  void the_message_chooses_only_among_the_sign_types_of_the_account() throws Exception {
    String key = TestKeys.base64(OLD.keys().getPublic());
    Gateway usual = AlipayTestSender.receiver(account(key));
    Gateway weak = AlipayTestSender.receiver(account(key).withSignTypes("RSA2", "RSA"));

    assertForged(usual, signedAs("RSA", OLD));
    assertForged(usual, signedAs("SM2", OLD));
    assertTaken(weak, signedAs("RSA", OLD));
    assertTaken(weak, signedAs("RSA2", OLD));
  }

  @Test
  void sm2_is_taken_where_the_account_says_so() throws Exception {
    AlipayTestSender sm2 = new AlipayTestSender(TestKeys.sm2());
    TestAlipay account =
        account(TestKeys.base64(sm2.keys().getPublic()), TestKeys.base64(OLD.keys().getPublic()));
    Gateway both = AlipayTestSender.receiver(account.withSignTypes("RSA2", "SM2"));

    assertTaken(both, signedAs("SM2", sm2));
    assertTaken(both, paid(OLD));
    assertForged(AlipayTestSender.receiver(account), signedAs("SM2", sm2));
  }

  @Test
  void a_key_file_is_read_again_without_a_restart() throws Exception {
    Path file = Files.writeString(folder.resolve("key"), TestKeys.base64(OLD.keys().getPublic()));
    Gateway gateway = AlipayTestSender.receiver(account("file:" + file));
    assertTaken(gateway, paid(OLD));

    Files.writeString(file, TestKeys.pem(NEW.keys().getPublic()));
    Awaitility.await().ignoreExceptions().untilAsserted(() -> assertTaken(gateway, paid(NEW)));
    assertForged(gateway, paid(OLD));

    Files.writeString(file, "half a ke");
    Thread.sleep(1_100);
    assertTaken(gateway, paid(NEW));
  }

  @Test
  void a_setting_that_cannot_work_is_named_with_its_remedy() {
    String key = TestKeys.base64(OLD.keys().getPublic());
    assertInvalid(account(), "public-keys", "give Alipay's public key");
    assertInvalid(account("changeme"), "public-keys", "X.509");
    assertInvalid(account(key).withSignTypes("RSA3"), "sign-types", "RSA2, SM2");
    assertInvalid(account(key).withSignTypes("SM2"), "sign-types", "key of each kind");
    assertInvalid(account(key).withDefaultCharset("UTF-7"), "default-charset", "GBK");
    assertInvalid(TestAlipay.of(" ", null, key), "app-id", "blank");
    assertThatThrownBy(
            () ->
                new AlipayType()
                    .open(
                        TestAccount.PROPERTY,
                        new TestAccount("alipay", Optional.empty(), Optional.empty())))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageStartingWith("oncepaid.accounts.test.alipay.app-id: ");
  }

  private static void assertInvalid(TestAlipay account, String property, String remedy) {
    assertThatThrownBy(() -> AlipayTestSender.receiver(account))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageStartingWith("oncepaid.accounts.test.alipay." + property + ": ")
        .hasMessageContaining(remedy);
  }
}
