package io.oncepaid.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.gateway.GatewayType.InvalidSetting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeysTest {
  private static final KeyPair RSA = TestKeys.one();

  @TempDir Path folder;

  static Stream<String> spellings() {
    String pem = TestKeys.pem(RSA.getPublic());
    return Stream.of(
        TestKeys.base64(RSA.getPublic()),
        pem,
        pem.replace("\n", "\r\n"),
        pem.replace("\n", "\\n"),
        "  " + pem + "\n\n",
        "Some words in front\n" + pem);
  }

  @ParameterizedTest
  @MethodSource("spellings")
  void a_key_is_read_however_it_is_given(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("key.pem"), text);
    assertThat(new Keys().publicKey("p", text).fits(VerifyingKey.Algorithm.SHA256_RSA)).isTrue();
    assertThat(new Keys().publicKey("p", "file:" + file).fits(VerifyingKey.Algorithm.SHA256_RSA))
        .isTrue();
  }

  static Stream<String> mistakes() {
    return Stream.of(
        "",
        "   ",
        "file:",
        "file:/no/such/file",
        "file:\0",
        "changeme",
        "-----BEGIN PUBLIC KEY-----\n",
        TestKeys.pem("PUBLIC KEY", new byte[] {1, 2, 3}),
        TestKeys.pem("CERTIFICATE", RSA.getPublic().getEncoded()),
        TestKeys.pem("PRIVATE KEY", RSA.getPrivate().getEncoded()),
        TestKeys.pem(TestKeys.rsa(1024).getPublic()));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void a_mistake_is_named_by_its_property_and_without_its_text(String text) {
    assertThatThrownBy(() -> new Keys().publicKey("oncepaid.accounts.a.alipay.public-keys", text))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageStartingWith("oncepaid.accounts.a.alipay.public-keys: ")
        .hasMessageNotContaining("MII");
  }

  @Test
  void an_sm2_key_is_read_and_another_curve_is_not() throws Exception {
    assertThat(
            new Keys()
                .publicKey("p", TestKeys.pem(TestKeys.sm2().getPublic()))
                .fits(VerifyingKey.Algorithm.SM3_SM2))
        .isTrue();
    var generator = java.security.KeyPairGenerator.getInstance("EC");
    generator.initialize(new java.security.spec.ECGenParameterSpec("secp256r1"));
    String other = TestKeys.pem(generator.generateKeyPair().getPublic());
    assertThatThrownBy(() -> new Keys().publicKey("p", other)).isInstanceOf(InvalidSetting.class);
  }
}
