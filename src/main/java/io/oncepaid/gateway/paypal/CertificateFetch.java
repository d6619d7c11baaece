package io.oncepaid.gateway.paypal;

import java.net.URI;
import java.util.concurrent.CompletionStage;

/** Gets the file behind a certificate's address. */
@FunctionalInterface
public interface CertificateFetch {

  /**
   * Never blocks.
   *
   * @return the file; fails with {@link NotThere} when there is no such file, with anything else
   *     when it could not be got now
   */
  CompletionStage<byte[]> get(URI address);

  /** The server says that there is no such file: asking again changes nothing. */
  final class NotThere extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotThere(int status) {
      super("HTTP " + status, null, false, false);
    }
  }
}
