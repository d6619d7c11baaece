package io.oncepaid.bench;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Notifications really signed with RSA2 by one RSA-2048 key. Signing costs more than everything
 * that is measured, so the signatures are made before the clock starts and kept under target/ for
 * the next run.
 */
final class Callbacks {
  private static final int SIGNATURE_BYTES = 256;
  private static final int CHUNK = 10_000;

  private final RSAPrivateCrtKey key;
  private final Path file;
  private byte[] signatures = new byte[0];

  /**
   * @param directory where the key and the signatures are kept from run to run
   */
  Callbacks(Path directory) throws IOException, GeneralSecurityException {
    Files.createDirectories(directory);
    Path keyFile = directory.resolve("key.pkcs8");
    if (!Files.exists(keyFile)) {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      Files.write(keyFile, generator.generateKeyPair().getPrivate().getEncoded());
    }
    key =
        (RSAPrivateCrtKey)
            KeyFactory.getInstance("RSA")
                .generatePrivate(new PKCS8EncodedKeySpec(Files.readAllBytes(keyFile)));
    // Another form of message needs other signatures.
    int form = new Message(0).signedText().hashCode();
    file = directory.resolve("signatures-" + Integer.toHexString(form));
  }

  /** The key to configure, as Base64 of its X.509 form. */
  String publicKey() {
    try {
      RSAPublicKeySpec spec = new RSAPublicKeySpec(key.getModulus(), key.getPublicExponent());
      byte[] x509 = KeyFactory.getInstance("RSA").generatePublic(spec).getEncoded();
      return Base64.getEncoder().encodeToString(x509);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Makes sure that the notifications of the first {@code count} payments can be had at once. */
  void prepare(int count) throws IOException {
    try (RandomAccessFile kept = new RandomAccessFile(file.toFile(), "rw")) {
      int from = (int) (kept.length() / SIGNATURE_BYTES);
      for (; from < count; from = Math.min(count, from + CHUNK)) {
        Report.progress("signing callbacks, %,d of %,d", from, count);
        kept.seek((long) from * SIGNATURE_BYTES);
        kept.write(sign(from, Math.min(count, from + CHUNK)));
      }
      signatures = new byte[count * SIGNATURE_BYTES];
      kept.seek(0);
      kept.readFully(signatures);
    }
  }

  /** Genuine requests for the payments from {@code from} on, whole, with head and body. */
  List<byte[]> genuine(int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(payment -> new Message(payment).request(signature(payment)))
        .toList();
  }

  /** The same with the signatures of the first payments: found out only by the whole RSA check. */
  List<byte[]> forged(int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(payment -> new Message(payment).request(signature(payment - from)))
        .toList();
  }

  /** A body as an example of the evidence that is kept. */
  byte[] body() {
    return new Message(0).body(signature(0));
  }

  private byte[] signature(int payment) {
    int at = payment * SIGNATURE_BYTES;
    return Arrays.copyOfRange(signatures, at, at + SIGNATURE_BYTES);
  }

  private byte[] sign(int from, int to) {
    byte[] signed = new byte[(to - from) * SIGNATURE_BYTES];
    IntStream.range(from, to)
        .parallel()
        .forEach(payment -> sign(payment, signed, (payment - from) * SIGNATURE_BYTES));
    return signed;
  }

  private void sign(int payment, byte[] signed, int at) {
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(key);
      signature.update(new Message(payment).signedText().getBytes(StandardCharsets.UTF_8));
      signature.sign(signed, at, SIGNATURE_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
