-- Whom the merchant expects to pay, in the merchant's own words (a customer number, say; no name and
-- no telephone number): two equal orders of one payer within a while are likely one order twice.
ALTER TABLE payment
    ADD COLUMN payer_reference text COLLATE "C";

-- Only payments that name their payer are in it.
CREATE INDEX payment_of_payer ON payment (merchant, payer_reference, created_at)
    WHERE payer_reference IS NOT NULL;
