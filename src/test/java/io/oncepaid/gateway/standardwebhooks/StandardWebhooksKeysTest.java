package io.oncepaid.gateway.standardwebhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.gateway.Callbacks;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.UnusableCallback.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which keys an account takes, and what it says about its settings. */
class StandardWebhooksKeysTest {
  private static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");
  private static final String OLD = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String NEW = "whsec_zSxss+el8umFKf9zase15LqmpRawPVjZ";
  private static final StandardWebhooksTestSender BY_OLD =
      StandardWebhooksTestSender.withSecret(OLD);
  private static final StandardWebhooksTestSender BY_NEW =
      StandardWebhooksTestSender.withSecret(NEW);
  private static final StandardWebhooksTestSender BY_PAIR =
      StandardWebhooksTestSender.withKeyPair();

  @TempDir Path folder;

  private static RawCallback paid(StandardWebhooksTestSender sender) {
    return sender.paid("T1", "42", 1000, NOW);
  }

  private static void assertTaken(Gateway gateway, RawCallback callback) throws UnusableCallback {
    assertThat(gateway.read(callback).notices()).hasSize(1);
  }

  private static void assertForged(Gateway gateway, RawCallback callback) {
    assertThatThrownBy(() -> gateway.read(callback))
        .isInstanceOfSatisfying(
            UnusableCallback.class, e -> assertThat(e.reason()).isEqualTo(Reason.FORGED));
  }

  @Test
  void old_and_new_secrets_and_public_keys_stand_side_by_side() throws Exception {
    Gateway all =
        StandardWebhooksTestSender.receiver(
            Map.of("secrets", OLD + "," + NEW, "public-keys", BY_PAIR.publicKey()));
    for (StandardWebhooksTestSender sender :
        new StandardWebhooksTestSender[] {BY_OLD, BY_NEW, BY_PAIR}) {
      assertTaken(all, paid(sender));
    }
    assertForged(BY_OLD.receiver(), paid(BY_NEW));
    assertForged(BY_OLD.receiver(), paid(BY_PAIR));
    assertForged(BY_PAIR.receiver(), paid(StandardWebhooksTestSender.withKeyPair()));
  }

  @Test
  void every_single_bit_flip_of_a_v1a_signature_is_refused() {
    RawCallback message = paid(BY_PAIR);
    Gateway receiver = BY_PAIR.receiver();
    Stream.concat(
            BY_PAIR.signatureFlips(message),
            Stream.concat(
                Callbacks.headerFlips(message, "webhook-id"),
                Callbacks.bodyFlips(message).limit(200)))
        .forEach(
            flipped ->
                assertThatThrownBy(() -> receiver.read(flipped))
                    .isInstanceOf(UnusableCallback.class));
  }

  @Test
  void a_header_full_of_signatures_is_not_worth_the_work() {
    RawCallback message = paid(BY_OLD);
    String sign = message.headers().get("webhook-signature").get(0);
    assertThatThrownBy(
            () ->
                BY_OLD
                    .receiver()
                    .read(
                        Callbacks.withHeader(
                            message, "webhook-signature", "v1a,AAAA ".repeat(16) + sign)))
        .isInstanceOfSatisfying(
            UnusableCallback.class, e -> assertThat(e.reason()).isEqualTo(Reason.MALFORMED));
  }

  @Test
  void a_secret_file_is_read_again_without_a_restart() throws Exception {
    Path file = Files.writeString(folder.resolve("secret"), OLD);
    Gateway gateway = StandardWebhooksTestSender.receiver(Map.of("secrets", "file:" + file));
    assertTaken(gateway, paid(BY_OLD));

    Files.writeString(file, NEW + '\n');
    Awaitility.await().ignoreExceptions().untilAsserted(() -> assertTaken(gateway, paid(BY_NEW)));
    assertForged(gateway, paid(BY_OLD));

    Files.writeString(file, "whsec_half");
    Thread.sleep(1_100);
    assertTaken(gateway, paid(BY_NEW));
  }

  @ParameterizedTest
  @CsvSource({
    "secrets, whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=, is not whsec_",
    "secrets, whsec_c2hvcnQ=, is not whsec_",
    "secrets, whsec_???, is not whsec_",
    "public-keys, whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, is not whpk_",
    "public-keys, whpk_AAAA, is not whpk_",
    "header-prefix, web hook, must be like webhook",
    "tolerance, 0s, must be longer"
  })
  void a_setting_that_cannot_work_is_named_with_its_remedy(
      String name, String value, String remedy) {
    Map<String, String> settings =
        name.equals("secrets") || name.equals("public-keys")
            ? Map.of(name, value)
            : Map.of("secrets", OLD, name, value);
    assertThatThrownBy(() -> StandardWebhooksTestSender.receiver(settings))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageStartingWith("oncepaid.accounts.test.standard-webhooks." + name + ": " + remedy);
  }

  @Test
  void an_account_without_a_key_is_told_so() {
    assertThatThrownBy(() -> StandardWebhooksTestSender.receiver(Map.of()))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("standard-webhooks.secrets: give the endpoint's secret");
  }
}
