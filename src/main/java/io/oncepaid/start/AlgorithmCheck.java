package io.oncepaid.start;

import io.oncepaid.CannotStart;
import io.oncepaid.OncepaidConfig;
import io.oncepaid.OncepaidConfig.CryptoProvider;
import io.oncepaid.gateway.Algorithms;
import io.oncepaid.gateway.Crypto;
import jakarta.inject.Singleton;
import java.util.List;
import org.jboss.logging.Logger;

/** Tries every algorithm that a gateway may need, before the first callback does. */
@Singleton
class AlgorithmCheck {
  private static final Logger LOG = Logger.getLogger(AlgorithmCheck.class);

  private final OncepaidConfig config;

  AlgorithmCheck(OncepaidConfig config) {
    this.config = config;
  }

  /**
   * Chooses who computes, and looks whether it does.
   *
   * @throws CannotStart naming the algorithms that are missing
   */
  void run() {
    if (config.cryptoProvider() == CryptoProvider.JDK) {
      Crypto.useJdkOnly();
    }
    List<String> missing = Algorithms.missing();
    if (!missing.isEmpty() && !Crypto.isJdkOnly()) {
      LOG.infof("%s is left out: %s", Crypto.description(), missing);
      Crypto.useJdkOnly();
      missing = Algorithms.missing();
    }
    if (!missing.isEmpty()) {
      throw new CannotStart(
          "This Java or native image cannot compute %s; use a complete one"
              .formatted(String.join(", ", missing)));
    }
    LOG.infof("RSA and AES-GCM are computed by %s", Crypto.description());
  }
}
