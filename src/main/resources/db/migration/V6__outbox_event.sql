-- What the business is told. Written in the transaction of the change that it tells of, delivered
-- later, at least once.
CREATE TABLE outbox_event (
    merchant        text COLLATE "C" NOT NULL,
    -- The webhook-id: the same over all attempts.
    id              text COLLATE "C" NOT NULL,
    -- Order of writing; within one payment it is the order of delivery.
    seq             bigint           NOT NULL GENERATED ALWAYS AS IDENTITY,
    out_trade_no    text COLLATE "C" NOT NULL,
    type            text             NOT NULL,
    -- The exact body that is signed and sent: text, because jsonb would change the bytes.
    payload         text             NOT NULL,
    status          text             NOT NULL DEFAULT 'PENDING',
    attempts        integer          NOT NULL DEFAULT 0,
    next_attempt_at timestamptz      NOT NULL DEFAULT now(),
    created_at      timestamptz      NOT NULL DEFAULT now(),
    delivered_at    timestamptz,

    CONSTRAINT outbox_event_pk PRIMARY KEY (merchant, id),
    CONSTRAINT outbox_event_status CHECK (status IN ('PENDING', 'DELIVERED', 'DEAD')),
    CONSTRAINT outbox_event_delivered_at
        CHECK ((status = 'DELIVERED') = (delivered_at IS NOT NULL))
);

CREATE INDEX outbox_event_of_payment ON outbox_event (merchant, out_trade_no, seq);
CREATE INDEX outbox_event_due ON outbox_event (merchant, next_attempt_at)
    WHERE status = 'PENDING';
