package io.oncepaid.gateway;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;

/**
 * How an account asks its gateway about a payment. It speaks the gateway's protocol and nothing
 * else: who sends, how often, and what follows is its caller's. Thread-safe.
 */
public interface Inquiry {

  /**
   * Asks how a payment stands. Only an answer that is proven to be the gateway's, and to be about
   * this payment, is returned.
   *
   * @throws UnusableCallback the answer is not genuine, or it is and cannot be understood
   * @throws NoAnswer the gateway answered with an error of its own
   * @throws IOException nothing readable came back
   */
  Standing ask(String outTradeNo, Exchange exchange)
      throws UnusableCallback, IOException, InterruptedException;

  /**
   * Asks the gateway to close an order that is open there. What it answers proves nothing: whoever
   * wants to know asks again.
   *
   * @param open what {@link #ask} said
   * @throws IOException nothing came back
   */
  void close(String outTradeNo, Standing open, Exchange exchange)
      throws IOException, InterruptedException;

  /** How long after an order was made the gateway may still say that it does not know it. */
  default Duration blindFor() {
    return Duration.ZERO;
  }

  /** Sends one request; blocks until its answer is here. */
  @FunctionalInterface
  interface Exchange {
    /**
     * @param request makes the request, anew for every try: signatures hold a time
     * @throws IOException after several tries
     */
    Response send(Request request) throws IOException, InterruptedException;
  }

  /** Makes a request. */
  @FunctionalInterface
  interface Request {
    HttpRequest make();
  }

  /**
   * An answer as it came, untrusted.
   *
   * @param content headers, exact body and time of receipt
   */
  record Response(int status, RawCallback content) {}

  /** The gateway answered, but not the question. */
  final class NoAnswer extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * @param code the gateway's own word for it, or the HTTP status
     */
    public NoAnswer(String code) {
      super("the gateway answers " + code);
    }
  }
}
