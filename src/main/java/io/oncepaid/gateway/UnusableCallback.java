package io.oncepaid.gateway;

/**
 * A callback that yields no notice. The message is for our log and must hold neither secrets nor
 * personal data; the gateway is only told the reason.
 */
public final class UnusableCallback extends Exception {
  private static final String PROBE = "a signature that is wrong on purpose";

  /** Why nothing can be done with the callback. */
  public enum Reason {
    /** Unreadable before the signature is known good, or a field that matters occurs twice. */
    MALFORMED,
    /** Wrong signature, unknown key, not fresh, or a message for somebody else. */
    FORGED,
    /** Genuine, but it cannot be mapped to a notice: people must look at it. */
    UNREADABLE,
    /** Nothing can be said now, because what verifies it could not be got: send it again. */
    UNAVAILABLE
  }

  private final transient Reason reason;
  private final transient String outTradeNo;
  private final transient byte[] content;

  private UnusableCallback(Reason reason, String message, String outTradeNo, byte[] content) {
    super(message, null, false, false);
    this.reason = reason;
    this.outTradeNo = outTradeNo;
    this.content = content;
  }

  public static UnusableCallback malformed(String message) {
    return new UnusableCallback(Reason.MALFORMED, message, "", new byte[0]);
  }

  public static UnusableCallback forged(String message) {
    return new UnusableCallback(Reason.FORGED, message, "", new byte[0]);
  }

  public static UnusableCallback unavailable(String message) {
    return new UnusableCallback(Reason.UNAVAILABLE, message, "", new byte[0]);
  }

  /**
   * A forgery by the gateway itself, which tests whether its receivers check: refused like any
   * other, counted apart, no reason for an alarm.
   */
  public static UnusableCallback probe() {
    return forged(PROBE);
  }

  /**
   * A genuine callback that cannot be mapped.
   *
   * @param outTradeNo the payment it names, or "" when that cannot be read either
   * @param content the part of the message that an honest repeat does not change (never a nonce, a
   *     time of sending or a ciphertext), so that repeats open one case
   */
  public static UnusableCallback unreadable(String message, String outTradeNo, byte[] content) {
    return new UnusableCallback(Reason.UNREADABLE, message, outTradeNo, content);
  }

  public Reason reason() {
    return reason;
  }

  /** True for a test by the gateway. */
  public boolean isProbe() {
    return PROBE.equals(getMessage());
  }

  public String outTradeNo() {
    return outTradeNo;
  }

  public byte[] content() {
    return content;
  }
}
