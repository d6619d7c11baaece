-- Events that were delivered long ago, moved here so that outbox_event stays small. Nothing reads
-- them but people; drop or copy them away as your rules of retention ask.
CREATE TABLE outbox_event_archive (
    merchant     text COLLATE "C" NOT NULL,
    id           text COLLATE "C" NOT NULL,
    out_trade_no text COLLATE "C" NOT NULL,
    type         text             NOT NULL,
    payload      text             NOT NULL,
    attempts     integer          NOT NULL,
    created_at   timestamptz      NOT NULL,
    delivered_at timestamptz      NOT NULL,
    archived_at  timestamptz      NOT NULL DEFAULT now(),

    CONSTRAINT outbox_event_archive_pk PRIMARY KEY (merchant, id)
);

-- Rows arrive in order of time, so a few kilobytes suffice to find a month.
CREATE INDEX outbox_event_archive_age ON outbox_event_archive USING brin (archived_at);
