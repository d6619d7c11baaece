package io.oncepaid.gateway.paypal;

import static io.oncepaid.gateway.Refusals.assertInvalid;
import static io.oncepaid.gateway.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Callbacks;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestKeys;
import io.oncepaid.gateway.TestKeys.Issuer;
import io.oncepaid.gateway.UnusableCallback.Reason;
import io.oncepaid.gateway.paypal.CertificateFetch.NotThere;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which certificates are fetched, how often, and which are believed. */
class PaypalCertificatesTest {
  private static final Instant NOW = PaypalTestSender.NOW;

  private final PaypalTestSender sender = new PaypalTestSender();
  private final List<URI> fetched = new CopyOnWriteArrayList<>();
  private CompletableFuture<byte[]> file = new CompletableFuture<>();

  private CompletionStage<byte[]> fetch(URI address) {
    fetched.add(address);
    return file;
  }

  private Gateway receiver() {
    return ((PaypalTestSender.Prepared) sender.receiver(Map.of(), this::fetch)).gateway();
  }

  private RawCallback paid() {
    return sender.paid("T1", "42", 100, NOW);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void one_fetch_serves_all_callbacks_that_wait_for_it() throws Exception {
    Gateway gateway = receiver();
    RawCallback callback = paid();
    List<CompletableFuture<Void>> waiting = new ArrayList<>();
    for (int n = 0; n < 100; n++) {
      waiting.add(gateway.prepare(callback).toCompletableFuture());
    }
    assertThat(fetched).containsExactly(URI.create(sender.address()));

    file.complete(bytes(sender.certificate()));
    for (CompletableFuture<Void> one : waiting) {
      one.join();
      assertThat(gateway.read(callback).notices()).hasSize(1);
    }
    assertThat(gateway.prepare(paid()).toCompletableFuture()).isDone();
    assertThat(fetched).hasSize(1);
  }

  @Test
  void a_fetch_that_hangs_is_waited_for_a_while_and_then_the_callback_is_to_come_again()
      throws Exception {
    Gateway gateway = receiver();
    gateway.prepare(paid()).toCompletableFuture().join();
    assertRefused(gateway, paid(), Reason.UNAVAILABLE);

    file.complete(bytes(sender.certificate()));
    assertThat(gateway.read(paid()).notices()).hasSize(1);
    assertThat(fetched).hasSize(1);
  }

  @Test
  void a_fetch_that_fails_is_no_forgery_and_is_tried_again() throws Exception {
    Gateway gateway = receiver();
    file.completeExceptionally(new IOException("no route"));
    gateway.prepare(paid()).toCompletableFuture().join();
    assertRefused(gateway, paid(), Reason.UNAVAILABLE);

    file = CompletableFuture.completedFuture(bytes(sender.certificate()));
    gateway.prepare(paid()).toCompletableFuture().join();
    assertThat(gateway.read(paid()).notices()).hasSize(1);
  }

  @Test
  void a_fetcher_that_throws_is_survived() {
    Gateway gateway =
        sender.receiver(
            Map.of(),
            address -> {
              throw new IllegalStateException("refused");
            });
    assertRefused(gateway, paid(), Reason.UNAVAILABLE);
  }

  @Test
  void an_address_where_nothing_is_is_not_asked_again_for_a_while() {
    Gateway gateway = receiver();
    file.completeExceptionally(new NotThere(404));
    for (int n = 0; n < 10; n++) {
      gateway.prepare(paid()).toCompletableFuture().join();
      assertRefused(gateway, paid(), Reason.FORGED);
    }
    assertThat(fetched).hasSize(1);

    RawCallback later = Callbacks.receivedAt(paid(), NOW.plus(Duration.ofMinutes(11)));
    gateway.prepare(later).toCompletableFuture().join();
    assertThat(fetched).hasSize(2);
  }

  @Test
  void made_up_addresses_do_not_make_a_flood() {
    Gateway gateway = receiver();
    RawCallback genuine = paid();
    for (int n = 0; n < 1000; n++) {
      gateway.prepare(
          Callbacks.withHeader(genuine, "paypal-cert-url", PaypalTestSender.ADDRESS + "x" + n));
    }
    assertThat(fetched).hasSize(8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://api.paypal.com/v1/notifications/certs/CERT-1",
        "https://api.paypal.com:443/v1/notifications/certs/CERT-1",
        "https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1",
        "https://evil.example/v1/notifications/certs/CERT-1?https://api.paypal.com",
        "https://api.paypal.com@evil.example/v1/notifications/certs/CERT-1",
        "https://api.paypal.com/v1/notifications/../oauth",
        "https://api.paypal.com/v1/notifications/%2e%2e/oauth",
        "https://api.paypal.com/v1/notifications/certs/CERT-1#x",
        "https://API.PAYPAL.COM/v1/notifications/certs/CERT-1",
        "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1",
        "https://api.paypal.com/v1/notifications/certs/CERT-1\n",
        "file:/etc/passwd",
        ""
      })
  void nothing_is_fetched_from_anywhere_but_paypal(String address) {
    Gateway gateway = receiver();
    RawCallback callback = Callbacks.withHeader(paid(), "paypal-cert-url", address);
    gateway.prepare(callback).toCompletableFuture().join();

    assertRefused(gateway, callback, address.isEmpty() ? Reason.MALFORMED : Reason.FORGED);
    assertThat(fetched).isEmpty();
  }

  @Test
  void the_sandbox_and_the_live_gateway_do_not_take_each_others_addresses() throws Exception {
    PaypalTestSender sandbox =
        new PaypalTestSender(
            new Issuer("root", TestKeys.one()),
            TestKeys.other(),
            "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1");
    String certificate = sandbox.certificate("messageverificationcerts.sandbox.paypal.com", NOW);
    CertificateFetch fetch = PaypalTestSender.fetch(Map.of(sandbox.address(), certificate));

    Gateway tests = sandbox.receiver(Map.of("paypal.sandbox", "true"), fetch);
    assertThat(tests.read(sandbox.paid("T1", "42", 100, NOW)).notices()).hasSize(1);
    assertRefused(tests, paid(), Reason.FORGED);
    assertRefused(
        sandbox.receiver(Map.of(), fetch), sandbox.paid("T1", "42", 100, NOW), Reason.FORGED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "somebody.example",
        "messageverificationcerts.sandbox.paypal.com",
        "messageverificationcerts.paypal.com.evil.example",
        "api.paypal.com"
      })
  void a_certificate_of_another_holder_is_not_believed(String holder) {
    file.complete(bytes(sender.certificate(holder, NOW)));
    assertRefused(sender.receiver(Map.of(), this::fetch), paid(), Reason.FORGED);
  }

  @ParameterizedTest
  @ValueSource(ints = {-371, 371})
  void a_certificate_is_not_believed_before_and_after_its_time(int days) {
    Instant around = NOW.plus(Duration.ofDays(days));
    file.complete(bytes(sender.certificate(PaypalTestSender.HOLDER, around)));
    assertRefused(sender.receiver(Map.of(), this::fetch), paid(), Reason.FORGED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<html>", "file:/etc/passwd", "-----BEGIN CERTIFICATE-----\nAA\n"})
  void a_file_that_is_no_certificate_is_not_believed(String text) {
    file.complete(bytes(text));
    assertRefused(sender.receiver(Map.of(), this::fetch), paid(), Reason.FORGED);
  }

  @Test
  void a_certificate_of_another_authority_is_not_believed() {
    PaypalTestSender other =
        new PaypalTestSender(
            new Issuer("root", TestKeys.other()), TestKeys.other(), sender.address());
    file.complete(bytes(other.certificate()));
    assertRefused(sender.receiver(Map.of(), this::fetch), paid(), Reason.FORGED);
    assertThat(fetched).hasSize(1);
  }

  @Test
  void a_certificate_of_the_settings_needs_no_fetch() throws Exception {
    Gateway gateway =
        sender.receiver(
            Map.of("paypal.certificates.\"" + sender.address() + '"', sender.certificate()),
            this::fetch);

    assertThat(gateway.read(paid()).notices()).hasSize(1);
    assertThat(fetched).isEmpty();
  }

  @Test
  void a_setting_that_cannot_work_is_named_with_its_remedy() {
    String name = "paypal.certificates.\"" + sender.address() + '"';
    assertInvalid(() -> with("paypal.webhook-id", "a b"), "paypal.webhook-id", "copy it");
    assertInvalid(() -> with("paypal.webhook-id", "a|b"), "paypal.webhook-id", "copy it");
    assertInvalid(() -> with("paypal.order-field", "id"), "paypal.order-field", "custom_id");
    assertInvalid(
        () -> with(name, sender.certificate("x.example", NOW)), name, PaypalTestSender.HOLDER);
    assertInvalid(
        () -> with("paypal.certificates.\"https://evil.example/c\"", sender.certificate()),
        "paypal.certificates.\"https://evil.example/c\"",
        "no address");
    assertInvalid(
        () -> with("paypal.root-certificates", "changeme"), "paypal.root-certificates", "");
    assertInvalid(
        () ->
            new PaypalType(this::fetch)
                .open(TestAccount.PROPERTY, TestAccount.configured("paypal", Map.of())),
        "paypal.webhook-id",
        "is missing");
  }

  private Gateway with(String property, String value) {
    return sender.receiver(Map.of(property, value), this::fetch);
  }

  @Test
  void the_jdk_has_the_roots_of_digicert() {
    assertThat(PaypalTestSender.open(Map.of(), this::fetch)).isNotNull();
  }
}
