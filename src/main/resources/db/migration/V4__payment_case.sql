-- Money or state that does not fit and needs a person.
CREATE TABLE payment_case (
    merchant          text COLLATE "C" NOT NULL,
    id                bigint           NOT NULL GENERATED ALWAYS AS IDENTITY,
    kind              text             NOT NULL,
    -- Key and fingerprint of the notice, as in layer 2: repeats open no second case.
    key               text COLLATE "C" NOT NULL,
    fingerprint       text             NOT NULL,
    -- '' where the message names no payment of ours.
    out_trade_no      text COLLATE "C" NOT NULL,
    -- The other side: what the gateway said.
    account           text COLLATE "C" NOT NULL,
    -- What was said; null when the message could not be mapped to a notice.
    notice            text,
    transaction_id    text COLLATE "C" NOT NULL DEFAULT '',
    out_refund_no     text             NOT NULL DEFAULT '',
    gateway_refund_id text             NOT NULL DEFAULT '',
    amount            bigint,
    currency          text,
    running_total     bigint,
    occurred_at       timestamptz,
    source            text             NOT NULL,
    -- Our side: what stood here when the case was opened, as a JSON object.
    expected          text             NOT NULL,
    -- The evidence as received: the signature's headers as JSON, and the body.
    raw_headers       text,
    raw_body          bytea,
    status            text             NOT NULL DEFAULT 'OPEN',
    -- SETTLED when the notice was settled later; the others are an operator's word.
    resolution        text,
    note              text,
    opened_at         timestamptz      NOT NULL DEFAULT now(),
    -- When the business was told; an unknown payment is given ten minutes to appear first.
    announced_at      timestamptz,
    closed_at         timestamptz,
    closed_by         text,

    CONSTRAINT payment_case_pk PRIMARY KEY (merchant, id),
    CONSTRAINT payment_case_once UNIQUE (merchant, key, fingerprint),
    CONSTRAINT payment_case_status CHECK (status IN ('OPEN', 'CLOSED')),
    CONSTRAINT payment_case_resolution
        CHECK (resolution IN ('SETTLED', 'REFUNDED', 'ACCEPTED', 'WRITTEN_OFF', 'DUPLICATE_OF')),
    CONSTRAINT payment_case_closed_tells_how
        CHECK ((status = 'OPEN') = (resolution IS NULL)
            AND (status = 'OPEN') = (closed_at IS NULL)
            AND (status = 'OPEN') = (closed_by IS NULL))
);

CREATE INDEX payment_case_of_payment ON payment_case (merchant, out_trade_no);
CREATE INDEX payment_case_of_transaction ON payment_case (merchant, account, transaction_id);
-- Small at all times: the sweep and the console walk it.
CREATE INDEX payment_case_open ON payment_case (merchant, out_trade_no, kind)
    WHERE status = 'OPEN';
