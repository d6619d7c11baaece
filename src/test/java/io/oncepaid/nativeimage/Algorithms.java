package io.oncepaid.nativeimage;

import io.oncepaid.nativeimage.Bytecode.Call;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/**
 * The security services that our classes ask for by name. The JDK's own come into the image with
 * their engine class; Bouncy Castle's are found by reflection, which has to be allowed.
 */
final class Algorithms {
  private static final Provider BOUNCY_CASTLE = new BouncyCastleProvider();

  /** Kinds of keys, which Bouncy Castle also has as signatures without a digest. */
  private static final Set<String> OF_KEYS = Set.of("RSA", "EC");

  /** A service such as {@code Signature} by the name of its algorithm, and who asks. */
  record Asked(String engine, String algorithm, Call call) {
    /** Whether the JDK itself has it. */
    boolean inTheJdk() {
      return Stream.of(Security.getProviders())
          .filter(provider -> !provider.getName().matches("BC|AmazonCorretto.*"))
          .anyMatch(this::isOffered);
    }

    /** A cipher's mode and padding are no services of their own. */
    private boolean isOffered(Provider provider) {
      try {
        return engine.equals("Cipher")
            ? Cipher.getInstance(algorithm, provider) != null
            : provider.getService(engine, algorithm) != null;
      } catch (GeneralSecurityException e) {
        return false;
      }
    }

    /** The class that Bouncy Castle would load by name. */
    String bouncyCastleClass() {
      Provider.Service service = BOUNCY_CASTLE.getService(engine, algorithm);
      return service == null ? "nobody has it: " + this : service.getClassName();
    }
  }

  /** Where it is decided who computes: in the image always the JDK. */
  private static final String CHOICE = "io/oncepaid/gateway/Crypto";

  private static final Map<String, String> ENGINES =
      Map.of(
          "signature", "Signature", "keyFactory", "KeyFactory", "mac", "Mac", "cipher", "Cipher");

  private Algorithms() {}

  static List<Asked> of(Bytecode code) {
    List<Asked> all = new ArrayList<>();
    code.eachCall(
        call -> {
          String owner = call.target().owner;
          if (owner.equals(CHOICE) && ENGINES.containsKey(call.target().name)) {
            asked(code, ENGINES.get(call.target().name), call).forEach(all::add);
          } else if (call.target().name.equals("getInstance")
              && !call.from().name.equals(CHOICE)
              && owner.matches("(java/security|javax/crypto|javax/net/ssl)/[^$]*")) {
            asked(code, owner.substring(owner.lastIndexOf('/') + 1), call).forEach(all::add);
          }
        });
    return all;
  }

  /** Of a name that is not a constant: every algorithm that the class around the call names. */
  private static Stream<Asked> asked(Bytecode code, String engine, Call call) {
    if (!call.constants().get(0).equals("?")) {
      return Stream.of(new Asked(engine, call.constants().get(0).toString(), call));
    }
    Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    known.addAll(Security.getAlgorithms(engine));
    BOUNCY_CASTLE.getServices().stream()
        .filter(service -> service.getType().equals(engine))
        .forEach(service -> known.add(service.getAlgorithm()));
    List<Asked> named =
        code.texts(call.from()).stream()
            .filter(name -> known.contains(name) && !OF_KEYS.contains(name))
            .distinct()
            .map(name -> new Asked(engine, name, call))
            .toList();
    return named.isEmpty() ? Stream.of(new Asked(engine, "?", call)) : named.stream();
  }
}
