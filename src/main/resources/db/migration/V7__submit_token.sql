-- One-time tokens against double submission: issued with a form, spent with its first submission.
-- A comfort and no safety. The table is UNLOGGED, so that a token costs no write to the log: after
-- a crash of the server every token is gone, and its form is refused as if it had expired. What
-- makes an order once is its number or its Idempotency-Key.
CREATE UNLOGGED TABLE submit_token (
    merchant   text COLLATE "C" NOT NULL,
    token      text COLLATE "C" NOT NULL,
    expires_at timestamptz      NOT NULL,
    -- Null until it is spent. Spending is one conditional UPDATE, and the row count decides.
    spent_at   timestamptz,

    CONSTRAINT submit_token_pk PRIMARY KEY (merchant, token)
);

-- For the purge, which takes what has expired, spent or not.
CREATE INDEX submit_token_expiry ON submit_token (expires_at);
