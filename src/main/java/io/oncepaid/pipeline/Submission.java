package io.oncepaid.pipeline;

import io.oncepaid.gateway.Notice;
import java.time.Instant;

/**
 * One notice on its way through layers 2 to 4.
 *
 * @param merchant the owner of the account
 * @param account where the notice arrived
 * @param gateway the account's kind of gateway
 * @param source who says so
 * @param notice what happened
 * @param evidence what was received
 * @param receivedAt from when the deadline counts
 */
public record Submission(
    String merchant,
    String account,
    String gateway,
    Source source,
    Notice notice,
    Evidence evidence,
    Instant receivedAt) {}
