package io.oncepaid.pipeline;

import io.oncepaid.gateway.Answer;

/** Every end that a notice can have, in the order in which a callback meets them. */
public enum Verdict {
  /** Unreadable before the signature is known good, or a field that matters occurs twice. */
  MALFORMED(400, Answer.REFUSE),
  /** Signature, key, freshness, or somebody else's message. */
  FORGED(401, Answer.REFUSE),
  /** Verified, no money meaning. */
  IGNORED(200, Answer.ACCEPT),
  /** Verified, but cannot be mapped or kept; a case holds the raw bytes. */
  UNREADABLE(422, Answer.REFUSE),
  /** Settled before: the first answer again, nothing written. */
  REPLAYED(200, Answer.ACCEPT),
  /** The same key with other content; a case. */
  CONFLICT(422, Answer.REFUSE),
  /** The callback may have overtaken the order; a case that closes itself. */
  UNKNOWN_PAYMENT(404, Answer.RETRY),
  /** Another amount or currency; a case. */
  MISMATCH(422, Answer.REFUSE),
  /** The status does not allow it, such as a late payment; a case. */
  ILLEGAL_TRANSITION(409, Answer.REFUSE),
  /** Booked: flow, event and history are committed. */
  APPLIED(200, Answer.ACCEPT),
  /** Database down, queue full, deadline passed: nothing was decided. */
  UNAVAILABLE(503, Answer.RETRY);

  private final int status;
  private final Answer answer;

  Verdict(int status, Answer answer) {
    this.status = status;
    this.answer = answer;
  }

  /** The HTTP status where the answer is a failure, 200 otherwise. */
  public int status() {
    return status;
  }

  public Answer answer() {
    return answer;
  }
}
