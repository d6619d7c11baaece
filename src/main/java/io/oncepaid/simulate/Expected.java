package io.oncepaid.simulate;

/** What the service must tell the gateway about a callback. */
enum Expected {
  /** Settled, or settled before: the gateway's own word of success. */
  SUCCESS(0, "success"),
  FORGED(401, "refused, 401"),
  /** Please send it again: the payment is not registered yet. */
  UNKNOWN(404, "send again, 404 or success"),
  /** Paid after it was closed: kept as a case. */
  LATE(409, "kept as a case, 409 or success"),
  /** Another amount, or paid a second time: kept as a case. */
  MISFIT(422, "kept as a case, 422 or success");

  private final int status;
  private final String words;

  Expected(int status, String words) {
    this.status = status;
    this.words = words;
  }

  boolean isMetBy(Sender gateway, int answered, byte[] body) {
    boolean success =
        switch (this) {
          case SUCCESS -> true;
          case LATE, MISFIT -> !gateway.isToldOfRefusals();
          case UNKNOWN -> !gateway.isAskedToRepeat();
          case FORGED -> false;
        };
    return success
        ? gateway.acknowledges(answered, body)
        : answered == status && gateway.refuses(answered, body);
  }

  String words() {
    return words;
  }
}
