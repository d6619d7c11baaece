-- One callback, one transaction, as the textbook has it: pgbench runs this script against the
-- product's own schema, each payment once. The driver gives first and clients (they make a number
-- that no other client has), done (transactions of this client so far), and the bytes of an event
-- and of an evidence as long as the real ones.
\set number :first + :done * :clients + :client_id
\set done :done + 1
BEGIN;
SELECT amount, currency, status FROM payment
    WHERE merchant = 'bench' AND out_trade_no = 'B' || :number::int;
INSERT INTO idempotency_record (merchant, key, fingerprint, status, answer)
    VALUES ('bench', 'pay:' || 'B' || :number::int,
        'v1:' || encode(sha256(:number::int::text::bytea), 'hex'), 'SUCCESS', 'APPLIED');
UPDATE payment SET status = 'PAID', account = 'alipay-bench',
        transaction_id = '20260309220014' || :number::int, paid_at = now()
    WHERE merchant = 'bench' AND out_trade_no = 'B' || :number::int AND status = 'PENDING';
INSERT INTO payment_flow (merchant, out_trade_no, account, kind, transaction_id, out_refund_no,
        amount, currency, occurred_at, source)
    VALUES ('bench', 'B' || :number::int, 'alipay-bench', 'PAY',
        '20260309220014' || :number::int, '', 100, 'CNY', now(), 'CALLBACK');
INSERT INTO outbox_event (merchant, id, out_trade_no, type, payload)
    VALUES ('bench', gen_random_uuid(), 'B' || :number::int, 'payment.paid', :event);
INSERT INTO payment_history (merchant, out_trade_no, what, from_status, to_status, source, evidence)
    VALUES ('bench', 'B' || :number::int, 'PAID', 'PENDING', 'PAID', 'CALLBACK',
        decode(:evidence, 'hex'));
COMMIT;
