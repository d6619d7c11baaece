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

  public static Reply text(int status, String mediaType, String body) {
    return new Reply(status, mediaType, body.getBytes(StandardCharsets.UTF_8));
  }
}
