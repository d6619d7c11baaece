-- Layer 4: the books. One row is one movement of money; rows are only ever added. The unique
-- constraints hold even if layers 1 to 3 all fail.
CREATE TABLE payment_flow (
    merchant          text COLLATE "C" NOT NULL,
    id                bigint           NOT NULL GENERATED ALWAYS AS IDENTITY,
    out_trade_no      text COLLATE "C" NOT NULL,
    account           text COLLATE "C" NOT NULL,
    -- PAY brings money; REFUND, CHARGEBACK and REVERSED take it away; REFUND_FAILED and
    -- CHARGEBACK_REVERSED bring it back.
    kind              text             NOT NULL,
    -- The gateway's id of the payment, also in the row of a refund.
    transaction_id    text COLLATE "C" NOT NULL,
    -- '' for PAY; the merchant's refund number, gw: + the gateway's id where there is none,
    -- total= + minor units where the gateway tells running totals. Never null: nulls are all
    -- different and would make the constraint below empty.
    out_refund_no     text COLLATE "C" NOT NULL,
    gateway_refund_id text             NOT NULL DEFAULT '',
    amount            bigint           NOT NULL,
    currency          text             NOT NULL,
    -- The total that the gateway named, where amount is its difference to what was booked before.
    running_total     bigint,
    -- When it happened, as the gateway says; booked_at is when we wrote it down.
    occurred_at       timestamptz      NOT NULL,
    source            text             NOT NULL,
    booked_at         timestamptz      NOT NULL DEFAULT now(),

    CONSTRAINT payment_flow_pk PRIMARY KEY (merchant, id),
    CONSTRAINT payment_flow_once
        UNIQUE (merchant, account, kind, transaction_id, out_refund_no),
    CONSTRAINT payment_flow_kind
        CHECK (kind IN ('PAY', 'REFUND', 'REFUND_FAILED', 'CHARGEBACK', 'CHARGEBACK_REVERSED',
            'REVERSED')),
    CONSTRAINT payment_flow_amount_positive CHECK (amount > 0),
    CONSTRAINT payment_flow_currency CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT payment_flow_only_pay_has_no_refund_no CHECK ((kind = 'PAY') = (out_refund_no = '')),
    CONSTRAINT payment_flow_source
        CHECK (source IN ('CALLBACK', 'QUERY', 'RECONCILIATION', 'MESSAGE', 'OPERATOR'))
);

-- A payment is paid once. Also the way from a payment to its movements is by this index' columns.
CREATE UNIQUE INDEX payment_flow_paid_once ON payment_flow (merchant, out_trade_no)
    WHERE kind = 'PAY';
CREATE INDEX payment_flow_of_payment ON payment_flow (merchant, out_trade_no)
    WHERE kind <> 'PAY';

CREATE FUNCTION rows_are_only_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP;
END
$$;

CREATE TRIGGER payment_flow_append_only
    BEFORE UPDATE OR DELETE ON payment_flow
    FOR EACH ROW EXECUTE FUNCTION rows_are_only_added();
CREATE TRIGGER payment_flow_no_truncate
    BEFORE TRUNCATE ON payment_flow
    FOR EACH STATEMENT EXECUTE FUNCTION rows_are_only_added();
