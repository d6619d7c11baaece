-- A day of the books, as the nightly reconciliation reads it, without reading all the days before.
-- Rows are only added, nearly in the order of their time: a few kilobytes of block ranges find the
-- day, and adding a row costs nothing that can be measured.
CREATE INDEX payment_flow_by_day ON payment_flow USING brin (occurred_at)
    WITH (autosummarize = on);
