package io.oncepaid.gateway;

import java.nio.charset.StandardCharsets;

/**
 * What is sent back to a gateway, byte for byte.
 *
 * @param status HTTP status
 * @param mediaType content type of the body, or null when there is no body
 * @param body the exact bytes, empty when there is no body
 */
public record Reply(int status, String mediaType, byte[] body) {
  private static final byte[] NOTHING = {};

  public static Reply empty(int status) {
    return new Reply(status, null, NOTHING);
  }

  /**
   * For gateways that look at the status alone: 200 without a body, or the reason beside the status
   * for whoever reads it in the gateway's log of deliveries.
   */
  public static Reply byStatus(Answer answer, int failureStatus, String reason) {
    return answer == Answer.ACCEPT ? empty(200) : text(failureStatus, "text/plain", reason);
  }

  public static Reply text(int status, String mediaType, String body) {
    return new Reply(status, mediaType, body.getBytes(StandardCharsets.UTF_8));
  }
}
