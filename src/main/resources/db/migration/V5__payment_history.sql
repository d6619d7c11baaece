-- Everything that happened to a payment here, with the evidence; rows are only ever added.
CREATE TABLE payment_history (
    merchant     text COLLATE "C" NOT NULL,
    id           bigint           NOT NULL GENERATED ALWAYS AS IDENTITY,
    out_trade_no text COLLATE "C" NOT NULL,
    at           timestamptz      NOT NULL DEFAULT now(),
    -- REGISTERED, the kind of an applied notice, a transition asked for by the merchant, or
    -- REFUSED with the verdict.
    what         text             NOT NULL,
    from_status  text,
    to_status    text,
    source       text,
    -- The signature's headers and the exact body, deflated (see Evidence); null where nothing was
    -- received.
    evidence     bytea,

    CONSTRAINT payment_history_pk PRIMARY KEY (merchant, out_trade_no, id)
);

CREATE TRIGGER payment_history_append_only
    BEFORE UPDATE OR DELETE ON payment_history
    FOR EACH ROW EXECUTE FUNCTION rows_are_only_added();
CREATE TRIGGER payment_history_no_truncate
    BEFORE TRUNCATE ON payment_history
    FOR EACH STATEMENT EXECUTE FUNCTION rows_are_only_added();
