package io.oncepaid.gateway;

import io.oncepaid.gateway.GatewayType.InvalidSetting;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;

/**
 * Reads keys as settings give them: inline as PEM or base64, or from {@code file:PATH}. Remembers
 * which files it read and how they looked then, so that {@link RereadKeys} can tell a change.
 */
public final class Keys {
  private static final String FILE = "file:";

  /** A chain of certificates is a few thousand bytes; more is the wrong file. */
  private static final long LARGEST_FILE = 1 << 20;

  private final Map<Path, Stamp> stamps = new HashMap<>();

  /** How a file looked when it was read; null stands for a file that is not there. */
  record Stamp(Object time, long size, Object identity) {
    static Stamp of(Path path) {
      try {
        BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
        return new Stamp(file.lastModifiedTime(), file.size(), file.fileKey());
      } catch (IOException absent) {
        return null;
      }
    }
  }

  Map<Path, Stamp> stamps() {
    return stamps;
  }

  /**
   * The setting's text itself or that of the file it names, without blanks around it.
   *
   * @throws InvalidSetting when it is blank or the file cannot be read
   */
  public String text(String property, String value) {
    String text = value.startsWith(FILE) ? readFile(property, value) : value;
    if (text.isBlank()) {
      throw new InvalidSetting(property, "is empty; give the key itself or file:PATH");
    }
    // Where a line end cannot be written, as in many .env files, PEM is written with \\n.
    return text.strip().replace("\\n", "\n");
  }

  /**
   * A shared secret as text.
   *
   * @throws InvalidSetting when it is blank, a placeholder, or not of printable ASCII
   */
  public String secret(String property, String value) {
    String text = text(property, value);
    if (Placeholder.is(text)) {
      throw new InvalidSetting(property, "is a placeholder; copy the key from the gateway");
    }
    if (!text.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new InvalidSetting(
          property, "holds a blank or a character that is not ASCII; copy the key again");
    }
    return text;
  }

  private String readFile(String property, String value) {
    try {
      Path path = Path.of(value.substring(FILE.length()));
      stamps.put(path, Stamp.of(path));
      if (Files.size(path) > LARGEST_FILE) {
        throw new InvalidSetting(property, value + " is too large for a key");
      }
      return Files.readString(path, StandardCharsets.ISO_8859_1);
    } catch (IOException | InvalidPathException e) {
      throw new InvalidSetting(property, value + " cannot be read; check path and permissions");
    }
  }

  /**
   * A public key; a certificate is taken with the time in which it is valid.
   *
   * @throws InvalidSetting when it is neither
   */
  public VerifyingKey publicKey(String property, String value) {
    List<PemObject> blocks = blocks(property, text(property, value));
    PemObject first = blocks.get(0);
    return switch (first.getType()) {
      case "CERTIFICATE" -> Certificates.key(property, certificates(property, blocks), List.of());
      case "PUBLIC KEY", "" -> key(property, first.getContent());
      default ->
          throw new InvalidSetting(
              property, "holds a " + first.getType() + "; give the gateway's public key");
    };
  }

  /**
   * A private key of ours.
   *
   * @throws InvalidSetting when it is none
   */
  public SigningKey privateKey(String property, String value) {
    return SigningKey.of(property, blocks(property, text(property, value)).get(0));
  }

  private static VerifyingKey key(String property, byte[] der) {
    try {
      return VerifyingKey.of(SubjectPublicKeyInfo.getInstance(der));
    } catch (IllegalArgumentException e) {
      throw new InvalidSetting(
          property, "holds no RSA (2048 bits or more) or SM2 public key in X.509 form");
    }
  }

  /**
   * The certificates of one setting, in its order.
   *
   * @throws InvalidSetting when something else is found
   */
  public List<X509CertificateHolder> certificates(String property, String value) {
    return certificates(property, blocks(property, text(property, value)));
  }

  /**
   * The certificates of a text that comes from outside: never a file's name.
   *
   * @throws InvalidSetting when something else is found
   */
  public static List<X509CertificateHolder> pemCertificates(String property, String text) {
    return certificates(property, blocks(property, text));
  }

  private static List<X509CertificateHolder> certificates(String property, List<PemObject> blocks) {
    List<X509CertificateHolder> certificates = new ArrayList<>();
    for (PemObject block : blocks) {
      try {
        certificates.add(new X509CertificateHolder(block.getContent()));
      } catch (IOException | RuntimeException e) {
        throw new InvalidSetting(property, "holds something that is no X.509 certificate");
      }
    }
    return certificates;
  }

  /** PEM blocks; text that is not PEM is taken as the base64 of one block without a type. */
  private static List<PemObject> blocks(String property, String text) {
    try {
      if (!text.contains("-----BEGIN ")) {
        return List.of(new PemObject("", Base64.getMimeDecoder().decode(text)));
      }
      List<PemObject> blocks = new ArrayList<>();
      PemReader reader = new PemReader(new StringReader(text));
      for (PemObject block = reader.readPemObject();
          block != null;
          block = reader.readPemObject()) {
        blocks.add(block);
      }
      if (!blocks.isEmpty()) {
        return blocks;
      }
    } catch (IOException | RuntimeException e) {
      // Told below, without the text: it may be a secret that was put in the wrong place.
    }
    throw new InvalidSetting(property, "is neither PEM nor base64");
  }
}
