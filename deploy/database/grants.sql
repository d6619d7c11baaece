-- Takes from the service what no table of its kind needs. Run by the owner (or a superuser) after
-- the command migrate; running it again does no harm.
--
-- The books: rows are only added. A table is one of them when its trigger says so, so a later
-- table that is append-only is found without this file being changed. An owner could take the
-- triggers away; the service's role, which is what a stolen password gives, can do neither.
DO $$
DECLARE
    book regclass;
BEGIN
    FOR book IN
        SELECT DISTINCT t.tgrelid
          FROM pg_trigger t
          JOIN pg_proc f ON f.oid = t.tgfoid
         WHERE f.proname = 'rows_are_only_added'
    LOOP
        EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM oncepaid_service', book);
    END LOOP;
END
$$;

-- Payments and cases end, they are never deleted; what was migrated is the owner's to write.
REVOKE DELETE, TRUNCATE ON payment, payment_case FROM oncepaid_service;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON flyway_schema_history FROM oncepaid_service;
