package io.oncepaid.gateway.unionpay;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.bouncycastle.crypto.Digest;
import org.bouncycastle.crypto.digests.SHA1Digest;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.digests.SM3Digest;

/** Digests as UnionPay writes them before it signs them: lower-case hex digits. */
enum HexDigest {
  SHA1,
  SHA256,
  SM3;

  /** The digits, as ASCII. */
  byte[] of(byte[] content) {
    return digits(content).getBytes(StandardCharsets.US_ASCII);
  }

  /** The digits over the content, one character and the end. */
  String text(byte[] content, char between, byte[] end) {
    return digits(content, new byte[] {(byte) between}, end);
  }

  private String digits(byte[]... parts) {
    Digest digest =
        switch (this) {
          case SHA1 -> new SHA1Digest();
          case SHA256 -> SHA256Digest.newInstance();
          case SM3 -> new SM3Digest();
        };
    for (byte[] part : parts) {
      digest.update(part, 0, part.length);
    }
    byte[] hash = new byte[digest.getDigestSize()];
    digest.doFinal(hash, 0);
    return HexFormat.of().formatHex(hash);
  }
}
