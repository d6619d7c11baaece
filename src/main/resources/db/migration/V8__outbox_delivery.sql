-- What the delivery of an event needs. While an attempt runs, next_attempt_at lies where its lease
-- ends, and attempts, which every claim raises, tells whose lease it is: no other columns are needed.
ALTER TABLE outbox_event
    -- When the first attempt began, since it was written or asked for again; null before that.
    ADD COLUMN trying_since timestamptz,
    -- Why the last attempt failed, for people; never a body or a secret.
    ADD COLUMN last_error   text;

-- GET /events, newest first; what was given up is few.
CREATE INDEX outbox_event_newest ON outbox_event (merchant, seq);
CREATE INDEX outbox_event_dead ON outbox_event (merchant, seq) WHERE status = 'DEAD';

-- Every delivery changes its row twice: dead entries must not gather in the index of what is due.
ALTER TABLE outbox_event
    SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

-- Merchants whose destination wants no events any more (it answered 410). Their events stay PENDING
-- until somebody enables it again, which takes the row away.
CREATE TABLE disabled_destination (
    merchant    text COLLATE "C" NOT NULL,
    reason      text             NOT NULL,
    disabled_at timestamptz      NOT NULL DEFAULT now(),

    CONSTRAINT disabled_destination_pk PRIMARY KEY (merchant)
);
