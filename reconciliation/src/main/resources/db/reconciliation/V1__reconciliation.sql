-- The nightly batch's own tables. It reads the service's tables and writes none of them.

-- One comparison of one account's bill of one day; a day that is compared again gets a new version
-- and the old ones stay.
CREATE TABLE reconciliation_run (
    id           bigint           NOT NULL GENERATED ALWAYS AS IDENTITY,
    account      text COLLATE "C" NOT NULL,
    bill_date    date             NOT NULL,
    version      integer          NOT NULL,
    merchant     text COLLATE "C" NOT NULL,
    -- RUNNING until the comparison is committed, COMPARED while repairs are sent, then DONE; FAILED
    -- with the problem.
    status       text             NOT NULL DEFAULT 'RUNNING',
    problem      text,
    -- Flow rows and cases booked later are not looked at.
    as_of        timestamptz      NOT NULL,
    -- The bill: its format, its name, and the hash of the file as it came.
    format       text,
    bill_name    text,
    bill_sha256  text,
    bill_rows    bigint,
    -- Flow rows from here to there must be in a bill.
    window_from  timestamptz,
    window_to    timestamptz,
    -- The run whose waiting rows this one took over.
    carried_from bigint,
    balanced     boolean,
    -- Who works on it; changes only when the run is taken over.
    lease_holder text,
    started_at   timestamptz      NOT NULL DEFAULT now(),
    compared_at  timestamptz,
    finished_at  timestamptz,

    CONSTRAINT reconciliation_run_pk PRIMARY KEY (id),
    CONSTRAINT reconciliation_run_version UNIQUE (account, bill_date, version),
    CONSTRAINT reconciliation_run_status
        CHECK (status IN ('RUNNING', 'COMPARED', 'DONE', 'FAILED')),
    CONSTRAINT reconciliation_run_compared
        CHECK (status NOT IN ('COMPARED', 'DONE')
            OR (compared_at IS NOT NULL AND balanced IS NOT NULL AND bill_sha256 IS NOT NULL))
);

-- Two at once for the same account and day cannot be.
CREATE UNIQUE INDEX reconciliation_run_one_at_a_time ON reconciliation_run (account, bill_date)
    WHERE status IN ('RUNNING', 'COMPARED');

-- How long the holder of a run may be silent, in the database's time; expired, the run may be taken
-- over. Apart from the run: it is renewed while the holder's own transaction changes the run.
CREATE TABLE reconciliation_lease (
    run_id      bigint      NOT NULL,
    lease_until timestamptz NOT NULL,

    CONSTRAINT reconciliation_lease_pk PRIMARY KEY (run_id)
);

-- Every row that is not simply in the bill and in the books with the same content.
CREATE TABLE reconciliation_finding (
    run_id            bigint           NOT NULL,
    -- The same row of the same day has the same id in every version.
    id                text COLLATE "C" NOT NULL,
    -- DIFFERENCE; EXPLAINED by a case; WAITING for a neighbouring day's bill; RESOLVED after
    -- waiting; CROSSED: in this bill, but of another day's books.
    outcome           text             NOT NULL,
    -- Of a difference: MISSING_HERE …; of the others: why.
    type              text             NOT NULL,
    movement          text             NOT NULL,
    -- The bill's date with which the row first came up, for its age.
    first_date        date             NOT NULL,
    expires_on        date,
    out_trade_no      text             NOT NULL,
    transaction_id    text COLLATE "C" NOT NULL,
    out_refund_no     text             NOT NULL,
    gateway_refund_id text             NOT NULL,
    -- The gateway's side; null where the bill has no such row.
    bill_line         bigint,
    bill_amount       bigint,
    bill_currency     text,
    bill_status       text,
    bill_at           timestamptz,
    -- Our side; null where the flow table has no such row.
    our_flow_id       bigint,
    our_amount        bigint,
    our_currency      text,
    our_status        text,
    our_at            timestamptz,
    case_id           bigint,
    case_kind         text,
    case_status       text,

    CONSTRAINT reconciliation_finding_pk PRIMARY KEY (run_id, id),
    CONSTRAINT reconciliation_finding_outcome
        CHECK (outcome IN ('DIFFERENCE', 'EXPLAINED', 'WAITING', 'RESOLVED', 'CROSSED'))
);

CREATE INDEX reconciliation_finding_of_flow ON reconciliation_finding (our_flow_id)
    WHERE outcome IN ('RESOLVED', 'CROSSED');
CREATE INDEX reconciliation_finding_by_id ON reconciliation_finding (id);

-- What a run adds up to: the whole and its shares, which must be equal.
CREATE TABLE reconciliation_total (
    run_id   bigint NOT NULL,
    -- BILL, OURS, or CARRIED: the rows that waited from earlier days.
    side     text   NOT NULL,
    movement text   NOT NULL,
    currency text   NOT NULL,
    -- TOTAL, MATCHED, EXPLAINED, DIFFERENCE, WAITING.
    share    text   NOT NULL,
    rows     bigint NOT NULL,
    amount   numeric NOT NULL,
    fee      numeric NOT NULL DEFAULT 0,

    CONSTRAINT reconciliation_total_pk PRIMARY KEY (run_id, side, movement, currency, share)
);

-- What was done about a finding; rows are only added.
CREATE TABLE reconciliation_action (
    id          bigint           NOT NULL GENERATED ALWAYS AS IDENTITY,
    finding_id  text COLLATE "C" NOT NULL,
    at          timestamptz      NOT NULL DEFAULT now(),
    -- APPROVED by a person; SENT to the service, with its verdict; UNDELIVERED.
    what        text             NOT NULL,
    actor       text             NOT NULL,
    verdict     text,
    detail      text,

    CONSTRAINT reconciliation_action_pk PRIMARY KEY (id),
    CONSTRAINT reconciliation_action_what CHECK (what IN ('APPROVED', 'SENT', 'UNDELIVERED'))
);

CREATE INDEX reconciliation_action_of_finding ON reconciliation_action (finding_id, id);
