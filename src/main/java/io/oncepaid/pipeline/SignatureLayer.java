package io.oncepaid.pipeline;

import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.UnusableCallback;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/**
 * Layer 1 of 4: a forged request changes nothing. The account's adapter verifies the exact bytes;
 * no notice exists before it has, and no database is touched.
 */
@ApplicationScoped
class SignatureLayer {
  private static final Logger LOG = Logger.getLogger(SignatureLayer.class);

  /**
   * The callback, verified and read.
   *
   * @throws UnusableCallback when it yields no notice
   */
  Reading verify(Account account, RawCallback raw) throws UnusableCallback {
    try {
      return account.gateway().read(raw);
    } catch (RuntimeException bug) {
      // An adapter promises that nothing else escapes. Should it break the promise, the sender
      // still
      // gets a refusal and not a server error.
      LOG.errorf(bug, "the adapter of account %s failed on a callback", account.name());
      throw UnusableCallback.malformed("the adapter failed");
    }
  }
}
