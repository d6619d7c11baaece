package io.oncepaid.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.TestKeys.Issuer;
import java.math.BigInteger;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CertificatesTest {
  private static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");
  private static final KeyPair LEAF = TestKeys.one();
  private static final Issuer ROOT = new Issuer("root", TestKeys.other());
  private static final Issuer MIDDLE = new Issuer("middle", TestKeys.rsa(2048));
  private static final String ROOT_PEM = issue(ROOT, ROOT, 1, true);
  private static final String MIDDLE_PEM = issue(ROOT, MIDDLE, 2, true);
  private static final String LEAF_PEM = leaf(MIDDLE);

  private static String issue(Issuer by, Issuer to, int serial, boolean ca) {
    return by.issue(to.name(), to.keys().getPublic(), BigInteger.valueOf(serial), ca, NOW);
  }

  private static String leaf(Issuer by) {
    return by.issue("leaf", LEAF.getPublic(), BigInteger.TEN, false, NOW);
  }

  private static VerifyingKey key(String chain, String... roots) {
    Keys keys = new Keys();
    return Certificates.key(
        "certificates",
        keys.certificates("certificates", chain),
        List.of(roots).stream().flatMap(r -> keys.certificates("roots", r).stream()).toList());
  }

  private static void assertUntrusted(String chain, String root) {
    assertThatThrownBy(() -> key(chain, root))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("certificates: does not chain");
  }

  @Test
  void a_certificate_is_trusted_through_its_issuer() {
    assertThat(key(LEAF_PEM + MIDDLE_PEM, ROOT_PEM).isValidAt(NOW)).isTrue();
    assertThat(key(LEAF_PEM, MIDDLE_PEM).isValidAt(NOW)).isTrue();
    assertThat(key(LEAF_PEM + MIDDLE_PEM + ROOT_PEM, ROOT_PEM).isValidAt(NOW)).isTrue();
  }

  @Test
  void a_certificate_is_not_trusted_without_its_issuer_or_the_right_root() {
    Issuer namesake = new Issuer("root", TestKeys.one());
    assertUntrusted(LEAF_PEM, ROOT_PEM);
    assertUntrusted(LEAF_PEM + MIDDLE_PEM, issue(namesake, namesake, 1, true));
    assertUntrusted(leaf(new Issuer("middle", TestKeys.other())) + MIDDLE_PEM, ROOT_PEM);
  }

  @Test
  void a_certificate_that_may_not_issue_is_no_issuer() {
    assertUntrusted(LEAF_PEM + issue(ROOT, MIDDLE, 2, false), ROOT_PEM);
  }

  @Test
  void certificates_that_issue_each_other_lead_nowhere() {
    assertUntrusted(LEAF_PEM + issue(MIDDLE, MIDDLE, 3, true), ROOT_PEM);
  }

  @Test
  void a_certificate_is_as_long_valid_as_its_whole_chain() {
    String middle =
        ROOT.issue(
            "middle",
            MIDDLE.keys().getPublic(),
            BigInteger.TWO,
            true,
            NOW.minusSeconds(100),
            NOW.plusSeconds(100));
    VerifyingKey key = key(LEAF_PEM + middle, ROOT_PEM);
    assertThat(key.isValidAt(NOW.plusSeconds(100))).isTrue();
    assertThat(key.isValidAt(NOW.plusSeconds(101))).isFalse();
    assertThat(key.isValidAt(NOW.minusSeconds(101))).isFalse();
    assertThat(key(LEAF_PEM).isValidAt(NOW.plus(Duration.ofDays(181)))).isFalse();
  }

  @Test
  void a_chain_of_national_cryptography_is_trusted_too() {
    Issuer root = new Issuer("sm root", TestKeys.sm2());
    KeyPair keys = TestKeys.sm2();
    String certificate = root.issue("leaf", keys.getPublic(), BigInteger.TEN, false, NOW);
    String pem = issue(root, root, 1, true);
    assertThat(key(certificate, pem).fits(VerifyingKey.Algorithm.SM3_SM2)).isTrue();
    assertUntrusted(certificate, ROOT_PEM);
  }

  @Test
  void the_published_sandbox_certificate_is_trusted_when_its_issuer_is_taken_as_a_root() {
    String chain = Vectors.load("alipay.json").key("ali.pub.sandbox.cert").path("value").asText();
    String issuer = chain.substring(chain.indexOf("-----BEGIN", 1));

    VerifyingKey key = key(chain, issuer);
    assertThat(key.isValidAt(Instant.parse("2023-12-21T08:26:43Z"))).isTrue();
    assertThat(key.isValidAt(NOW)).isFalse();
    assertUntrusted(chain, ROOT_PEM);
  }
}
