-- Active query: a payment that no callback told of is asked for at each account where it may be
-- paid. One row is one payment at one account; it goes when there is nothing left to ask.
CREATE TABLE payment_query (
    merchant         text COLLATE "C" NOT NULL,
    out_trade_no     text COLLATE "C" NOT NULL,
    account          text COLLATE "C" NOT NULL,
    -- When it is asked for next; while it is being asked for, when the lease ends. All times are
    -- the database's own, so that instances whose clocks differ agree.
    next_at          timestamptz      NOT NULL,
    -- True from the claim until its outcome is written; after a crash it stays true, and whoever
    -- claims next makes it good.
    leased           boolean          NOT NULL DEFAULT false,
    -- Claims so far: an outcome counts only under the number that its claim was given.
    attempts         integer          NOT NULL DEFAULT 0,
    -- The last verified answer, and when its question was asked: it tells how things were then or
    -- later. PAID stays only where the books refused it, or could not be reached.
    answer           text,
    asked_at         timestamptz,
    -- Since when no question was answered; null while the last one was.
    unanswered_since timestamptz,

    CONSTRAINT payment_query_pk PRIMARY KEY (merchant, out_trade_no, account),
    CONSTRAINT payment_query_answer CHECK (answer IN ('PAID', 'OPEN', 'CLOSED', 'NOT_FOUND')),
    CONSTRAINT payment_query_answer_has_time CHECK ((answer IS NULL) = (asked_at IS NULL))
);

CREATE INDEX payment_query_due ON payment_query (merchant, account, next_at);
CREATE INDEX payment_query_unanswered ON payment_query (unanswered_since)
    WHERE unanswered_since IS NOT NULL;

-- What the instances share about an account that is asked: how far payments were looked through,
-- and when the next request may be sent.
CREATE TABLE payment_query_account (
    merchant    text COLLATE "C" NOT NULL,
    account     text COLLATE "C" NOT NULL,
    -- Payments registered until then have a row above, if they needed one.
    walked_to   timestamptz      NOT NULL DEFAULT '-infinity',
    next_slot   timestamptz      NOT NULL DEFAULT '-infinity',

    CONSTRAINT payment_query_account_pk PRIMARY KEY (merchant, account)
);

-- The walk. By columns that never change, so that a payment's updates stay on their page.
CREATE INDEX payment_by_age ON payment (merchant, created_at);
