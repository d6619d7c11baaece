package io.oncepaid.pipeline;

/**
 * What was received, kept with what it caused.
 *
 * @param headers the signature's headers as one JSON object of names and values
 * @param body the exact bytes
 */
public record Evidence(String headers, byte[] body) {
  /** Nothing was received: the fact comes from inside. */
  public static final Evidence NONE = new Evidence("{}", new byte[0]);
}
