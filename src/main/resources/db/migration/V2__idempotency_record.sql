-- Layer 2: what was asked before, and what was answered. One table for callbacks, Idempotency-Key
-- and messages.
CREATE TABLE idempotency_record (
    merchant     text COLLATE "C" NOT NULL,
    -- A fixed scope first: pay:{out_trade_no}, close:{out_trade_no},
    -- refund:{out_trade_no}:{account}:{transaction_id}:{out_refund_no | total=minor units},
    -- {kind}:{out_trade_no}:{gateway's id} for reversed money, api:{operation}:{Idempotency-Key}.
    key          text COLLATE "C" NOT NULL,
    -- v1: + SHA-256 over the canonical business content. Never over the bytes received: an honest
    -- repeat has a new time, nonce, ciphertext and signature.
    fingerprint  text             NOT NULL,
    -- SUCCESS is written with the claim and becomes visible with its effect, by the same commit.
    -- FAILED: had no effect; may be claimed again, by any fingerprint.
    -- PROCESSING is never committed by the service: it stands for a claim that has no answer yet.
    status       text             NOT NULL,
    -- The verdict that a repeat is answered by; null while FAILED.
    answer       text,
    -- The stored response of an Idempotency-Key, byte for byte; null for notices.
    http_status  integer,
    http_headers text,
    http_body    bytea,
    created_at   timestamptz      NOT NULL DEFAULT now(),

    CONSTRAINT idempotency_record_pk PRIMARY KEY (merchant, key),
    CONSTRAINT idempotency_record_key_length CHECK (length(key) BETWEEN 1 AND 600),
    CONSTRAINT idempotency_record_status CHECK (status IN ('SUCCESS', 'FAILED', 'PROCESSING')),
    CONSTRAINT idempotency_record_success_has_answer CHECK (status <> 'SUCCESS' OR answer IS NOT NULL)
);

-- For the purge, which walks by age; rows arrive in order of time, so a few kilobytes suffice.
CREATE INDEX idempotency_record_age ON idempotency_record USING brin (created_at);
