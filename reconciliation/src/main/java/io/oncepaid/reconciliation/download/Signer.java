package io.oncepaid.reconciliation.download;

import io.oncepaid.reconciliation.CannotRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** Signs requests with a merchant's private key: SHA256withRSA, in Base64. */
final class Signer {
  private final PrivateKey key;

  /**
   * @param key PKCS#8 as PEM or Base64, or {@code file:PATH}
   * @param setting its name, for messages
   */
  Signer(String key, String setting) {
    try {
      String text = key.startsWith("file:") ? Files.readString(Path.of(key.substring(5))) : key;
      byte[] der = Base64.getDecoder().decode(text.replaceAll("-----[A-Z ]+-----|\\s", ""));
      this.key = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new CannotRun(setting + " must be a PKCS#8 RSA key, inline or file:PATH");
    }
  }

  String sign(String text) {
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(key);
      signature.update(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new CannotRun("cannot sign: " + e.getMessage());
    }
  }
}
