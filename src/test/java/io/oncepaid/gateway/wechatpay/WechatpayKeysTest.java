package io.oncepaid.gateway.wechatpay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.gateway.Callbacks;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestAccount.TestWechatpay;
import io.oncepaid.gateway.TestKeys;
import io.oncepaid.gateway.TestKeys.Issuer;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.UnusableCallback.Reason;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which keys a WeChat Pay account takes, and what it says about its settings. */
class WechatpayKeysTest {
  private static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");
  private static final KeyPair PLATFORM = TestKeys.other();
  private static final String SERIAL = "7A1C55D0E2B94F3388AA10C2D3E4F50617283940";
  private static final WechatpayTestSender BY_KEY = new WechatpayTestSender();
  private static final WechatpayTestSender BY_CERTIFICATE =
      new WechatpayTestSender(PLATFORM, SERIAL);

  @TempDir Path folder;

  private static String certificate(Instant around) {
    return new Issuer("platform", PLATFORM)
        .issue("platform", PLATFORM.getPublic(), new BigInteger(SERIAL, 16), false, around);
  }

  private static RawCallback paid(WechatpayTestSender sender) {
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

  @Test
  void a_platform_certificate_and_a_public_key_are_taken_side_by_side() throws Exception {
    Gateway both =
        WechatpayTestSender.receiver(BY_KEY.account().withCertificates(certificate(NOW)));
    assertTaken(both, paid(BY_KEY));
    assertTaken(both, paid(BY_CERTIFICATE));
    assertForged(WechatpayTestSender.receiver(BY_KEY.account()), paid(BY_CERTIFICATE));
  }

  @Test
  void no_other_key_than_the_one_that_the_message_names_is_tried() {
    Gateway both =
        WechatpayTestSender.receiver(BY_KEY.account().withCertificates(certificate(NOW)));
    assertForged(both, Callbacks.withHeader(paid(BY_KEY), "wechatpay-serial", SERIAL));
    assertForged(
        both,
        Callbacks.withHeader(paid(BY_CERTIFICATE), "wechatpay-serial", WechatpayTestSender.KEY_ID));
  }

  @Test
  void an_id_that_came_through_an_environment_variable_is_known() throws Exception {
    String id = WechatpayTestSender.KEY_ID.toLowerCase(Locale.ROOT).replace('_', '.');
    Gateway gateway =
        WechatpayTestSender.receiver(
            TestWechatpay.of(
                WechatpayTestSender.MERCHANT,
                WechatpayTestSender.API_KEY,
                Map.of(id, TestKeys.pem(BY_KEY.keys().getPublic()))));
    assertTaken(gateway, paid(BY_KEY));
  }

  @Test
  void a_certificate_is_refused_before_and_after_its_time() {
    for (Duration shift : new Duration[] {Duration.ofDays(181), Duration.ofDays(-181)}) {
      Gateway gateway =
          WechatpayTestSender.receiver(
              BY_KEY.account().withCertificates(certificate(NOW.plus(shift))));
      assertForged(gateway, paid(BY_CERTIFICATE));
    }
  }

  @Test
  void a_key_file_is_read_again_without_a_restart() throws Exception {
    KeyPair next = TestKeys.one();
    Path file = Files.writeString(folder.resolve("key"), TestKeys.pem(PLATFORM.getPublic()));
    Gateway gateway =
        WechatpayTestSender.receiver(
            TestWechatpay.of(
                WechatpayTestSender.MERCHANT,
                WechatpayTestSender.API_KEY,
                Map.of(SERIAL, "file:" + file)));
    assertTaken(gateway, paid(BY_CERTIFICATE));

    Files.writeString(file, TestKeys.base64(next.getPublic()));
    RawCallback byNext = paid(new WechatpayTestSender(next, SERIAL));
    Awaitility.await().ignoreExceptions().untilAsserted(() -> assertTaken(gateway, byNext));
    assertForged(gateway, paid(BY_CERTIFICATE));
  }

  @Test
  void the_message_chooses_only_among_the_signature_types_of_the_account() throws Exception {
    Gateway gateway = WechatpayTestSender.receiver(BY_KEY.account());
    String header = "wechatpay-signature-type";

    assertTaken(gateway, Callbacks.withHeader(paid(BY_KEY), header, "WECHATPAY2-SHA256-RSA2048"));
    assertForged(gateway, Callbacks.withHeader(paid(BY_KEY), header, "WECHATPAY2-SM2-WITH-SM3"));
    assertForged(gateway, Callbacks.withHeader(paid(BY_KEY), header, "NONE"));
    assertForged(gateway, Callbacks.withHeader(paid(BY_KEY), header, ""));
  }

  @Test
  void sm2_is_taken_where_the_account_says_so() throws Exception {
    KeyPair keys = TestKeys.sm2();
    WechatpayTestSender sender = new WechatpayTestSender(keys, SERIAL);
    TestWechatpay account =
        TestWechatpay.of(
            WechatpayTestSender.MERCHANT,
            WechatpayTestSender.API_KEY,
            Map.of(SERIAL, TestKeys.pem(keys.getPublic())));
    RawCallback named =
        Callbacks.withHeader(paid(sender), "wechatpay-signature-type", "WECHATPAY2-SM2-WITH-SM3");

    Gateway gateway = WechatpayTestSender.receiver(account.withSignatureTypes("SM2"));
    assertTaken(gateway, named);
    assertForged(gateway, paid(sender));

    TestWechatpay both =
        TestWechatpay.of(
            WechatpayTestSender.MERCHANT,
            WechatpayTestSender.API_KEY,
            Map.of(
                SERIAL,
                TestKeys.pem(keys.getPublic()),
                WechatpayTestSender.KEY_ID,
                TestKeys.pem(BY_KEY.keys().getPublic())));
    assertTaken(WechatpayTestSender.receiver(both.withSignatureTypes("RSA", "SM2")), named);
    assertForged(WechatpayTestSender.receiver(both.withSignatureTypes("RSA")), named);
  }

  @Test
  void text_of_the_body_cannot_be_moved_into_the_nonce() {
    RawCallback message = BY_KEY.post("{\"a\":\n{\"b\":1}}", NOW);
    String nonce = message.headers().get("wechatpay-nonce").get(0);
    RawCallback moved =
        Callbacks.withBody(
            Callbacks.withHeader(message, "wechatpay-nonce", nonce + "\n{\"a\":"),
            "{\"b\":1}}".getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> WechatpayTestSender.receiver(BY_KEY.account()).read(moved))
        .isInstanceOf(UnusableCallback.class)
        .hasMessageContaining("nonce");
  }

  @Test
  void a_resource_under_another_api_key_is_forged() {
    Gateway gateway =
        WechatpayTestSender.receiver(
            TestWechatpay.of(
                WechatpayTestSender.MERCHANT,
                "0fS1dX7kVt5GhYb2NcWz8PrJm4LqEa6U",
                Map.of(WechatpayTestSender.KEY_ID, TestKeys.pem(BY_KEY.keys().getPublic()))));
    assertForged(gateway, paid(BY_KEY));
  }

  @Test
  void a_setting_that_cannot_work_is_named_with_its_remedy() {
    String merchant = WechatpayTestSender.MERCHANT;
    String key = WechatpayTestSender.API_KEY;
    Map<String, String> keys = BY_KEY.account().publicKeys();

    assertInvalid(TestWechatpay.of(merchant, key, Map.of()), "public-keys", "PUB_KEY_ID_");
    assertInvalid(TestWechatpay.of(merchant, "short", keys), "api-v3-key", "32 characters");
    assertInvalid(TestWechatpay.of(merchant, "x".repeat(32), keys), "api-v3-key", "placeholder");
    assertInvalid(TestWechatpay.of(merchant, "", keys), "api-v3-key", "empty");
    assertInvalid(TestWechatpay.of(" ", key, keys), "mch-id", "blank");
    assertInvalid(
        TestWechatpay.of(merchant, key, Map.of("PUB_KEY_ID_1", "changeme")),
        "public-keys.\"PUB_KEY_ID_1\"",
        "X.509");
    assertInvalid(
        TestWechatpay.of(merchant, key, keys).withCertificates("changeme"),
        "certificates",
        "X.509");
    assertInvalid(
        TestWechatpay.of(merchant, key, keys).withSignatureTypes("MD5"), "signature-types", "SM2");
    assertInvalid(
        TestWechatpay.of(merchant, key, keys).withSignatureTypes("SM2"),
        "signature-types",
        "key of each kind");
    assertThatThrownBy(
            () ->
                new WechatpayType()
                    .open(
                        TestAccount.PROPERTY,
                        new TestAccount("wechatpay", Optional.empty(), Optional.empty())))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageStartingWith("oncepaid.accounts.test.wechatpay.mch-id: ");
  }

  private static void assertInvalid(TestWechatpay account, String property, String remedy) {
    assertThatThrownBy(() -> WechatpayTestSender.receiver(account))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageStartingWith("oncepaid.accounts.test.wechatpay." + property + ": ")
        .hasMessageContaining(remedy);
  }
}
