-- What is to be paid. Layer 3 of the pipeline, the state machine, lives on this table: a status
-- changes by UPDATE ... WHERE status = <the status it must have>, and the row count decides.
--
-- merchant is the first column of every key of every table, so that the tables can be distributed
-- by merchant. Keys compare by bytes (COLLATE "C"), because everybody who touches several rows does
-- so in byte order of (merchant, out_trade_no): that is what keeps deadlocks away.
CREATE TABLE payment (
    merchant             text COLLATE "C" NOT NULL,
    -- The merchant's number; unique within the merchant only.
    out_trade_no         text COLLATE "C" NOT NULL,
    -- Whole minor units of the currency (CNY 1.00 = 100, JPY 100 = 100).
    amount               bigint           NOT NULL,
    currency             text             NOT NULL,
    status               text             NOT NULL DEFAULT 'PENDING',
    -- PAID, SHIPPED or DONE while the status is REFUNDED: where it returns to when a refund fails.
    status_before_refund text,
    -- Sum of the refunds of the transaction that paid, never more than amount.
    refunded_amount      bigint           NOT NULL DEFAULT 0,
    -- The account and the gateway's transaction that paid; null until somebody has.
    account              text COLLATE "C",
    transaction_id       text COLLATE "C",
    paid_at              timestamptz,
    closed_at            timestamptz,
    expires_at           timestamptz,
    subject              text,
    -- Where the payer may pay; null means all accounts of the merchant.
    accounts             text[],
    created_at           timestamptz      NOT NULL DEFAULT now(),

    CONSTRAINT payment_pk PRIMARY KEY (merchant, out_trade_no),
    CONSTRAINT payment_out_trade_no CHECK (out_trade_no ~ '^[0-9A-Za-z_|*@-]{1,64}$'),
    CONSTRAINT payment_amount_positive CHECK (amount > 0),
    CONSTRAINT payment_currency CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT payment_status
        CHECK (status IN ('PENDING', 'PAID', 'SHIPPED', 'DONE', 'REFUNDED', 'CLOSED')),
    CONSTRAINT payment_paid_by_somebody
        CHECK (status IN ('PENDING', 'CLOSED')
            OR (account IS NOT NULL AND transaction_id IS NOT NULL AND paid_at IS NOT NULL)),
    CONSTRAINT payment_closed_at CHECK (status <> 'CLOSED' OR closed_at IS NOT NULL),
    CONSTRAINT payment_refunded_within_amount CHECK (refunded_amount BETWEEN 0 AND amount),
    CONSTRAINT payment_refunded_in_full
        CHECK (status <> 'REFUNDED'
            OR (refunded_amount = amount AND status_before_refund IN ('PAID', 'SHIPPED', 'DONE')))
) WITH (fillfactor = 70); -- room for the updates of a payment's life on its own page

-- Second guard of the state machine: whoever writes, a forbidden jump does not happen.
-- CLOSED -> PAID needs the word of an operator, given for this payment and this transaction only:
-- set_config('oncepaid.accepts_late_payment', <out_trade_no>, true).
CREATE FUNCTION payment_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (OLD.status, NEW.status) IN (
        ('PENDING', 'PAID'),
        ('PENDING', 'CLOSED'),
        ('PAID', 'SHIPPED'),
        ('SHIPPED', 'DONE'),
        ('PAID', 'REFUNDED'),
        ('SHIPPED', 'REFUNDED'),
        ('DONE', 'REFUNDED'))
    THEN
        RETURN NEW;
    END IF;
    IF OLD.status = 'REFUNDED' AND NEW.status = OLD.status_before_refund
        AND NEW.refunded_amount < OLD.refunded_amount
    THEN
        RETURN NEW;
    END IF;
    IF OLD.status = 'CLOSED' AND NEW.status = 'PAID'
        AND current_setting('oncepaid.accepts_late_payment', true) = NEW.out_trade_no
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'payment % cannot go from % to %', OLD.out_trade_no, OLD.status, NEW.status;
END
$$;

CREATE TRIGGER payment_transition
    BEFORE UPDATE OF status ON payment
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
    EXECUTE FUNCTION payment_transition();

-- What was agreed does not change after registration.
CREATE FUNCTION payment_terms_are_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'amount and currency of payment % are fixed', OLD.out_trade_no;
END
$$;

CREATE TRIGGER payment_terms_are_fixed
    BEFORE UPDATE OF amount, currency, merchant, out_trade_no ON payment
    FOR EACH ROW
    WHEN ((OLD.amount, OLD.currency, OLD.merchant, OLD.out_trade_no)
        IS DISTINCT FROM (NEW.amount, NEW.currency, NEW.merchant, NEW.out_trade_no))
    EXECUTE FUNCTION payment_terms_are_fixed();
