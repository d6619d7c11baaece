-- The roles of oncepaid and what they may do. Run once by a superuser (or a managed service's admin),
-- connected to oncepaid's own database, before the first migration; running it again does no harm.
--
--   oncepaid_owner           owns the schema; only the command migrate logs in as it
--   oncepaid_service         the service: adds to the books and cannot change or delete them
--   oncepaid_reconciliation  reads the service's tables, writes its own schema
--   oncepaid_readonly        people and dashboards
--
-- They have no passwords yet: set them with \password in psql, or give them certificates.
DO $$
DECLARE
    role text;
BEGIN
    FOREACH role IN ARRAY ARRAY[
        'oncepaid_owner', 'oncepaid_service', 'oncepaid_reconciliation', 'oncepaid_readonly']
    LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
            EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE', role);
        END IF;
        EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), role);
    END LOOP;
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO oncepaid_reconciliation', current_database());
END
$$;

-- The owner makes tables in public, nobody else does.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO oncepaid_owner;
GRANT USAGE ON SCHEMA public TO oncepaid_service, oncepaid_reconciliation, oncepaid_readonly;

-- The nightly batch's own tables. Its role finds them first, and the service's after them.
GRANT oncepaid_reconciliation TO CURRENT_USER;
CREATE SCHEMA IF NOT EXISTS reconciliation AUTHORIZATION oncepaid_reconciliation;
GRANT USAGE ON SCHEMA reconciliation TO oncepaid_readonly;
ALTER ROLE oncepaid_reconciliation SET search_path = reconciliation, public;

-- What later migrations add is there for the service at once, so that an upgrade needs no grants
-- between the migration and the new version. grants.sql takes away what is too much.
GRANT oncepaid_owner TO CURRENT_USER;
ALTER DEFAULT PRIVILEGES FOR ROLE oncepaid_owner IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO oncepaid_service;
ALTER DEFAULT PRIVILEGES FOR ROLE oncepaid_owner IN SCHEMA public
    GRANT USAGE ON SEQUENCES TO oncepaid_service;
ALTER DEFAULT PRIVILEGES FOR ROLE oncepaid_owner IN SCHEMA public
    GRANT SELECT ON TABLES TO oncepaid_reconciliation, oncepaid_readonly;
ALTER DEFAULT PRIVILEGES FOR ROLE oncepaid_reconciliation IN SCHEMA reconciliation
    GRANT SELECT ON TABLES TO oncepaid_readonly;

-- What money needs, whatever the server's defaults are.
ALTER ROLE oncepaid_service SET synchronous_commit = on;
ALTER ROLE oncepaid_service SET default_transaction_isolation = 'read committed';
-- The service's own transactions set shorter limits; these hold for all the rest.
ALTER ROLE oncepaid_service SET statement_timeout = '5s';
ALTER ROLE oncepaid_service SET lock_timeout = '2s';
ALTER ROLE oncepaid_service SET idle_in_transaction_session_timeout = '5s';
-- Every look-up is by key. The service sets these on its connections, too, but a pooler that shares
-- connections between transactions does not keep what was set on one.
ALTER ROLE oncepaid_service SET enable_seqscan = off;
ALTER ROLE oncepaid_service SET enable_hashjoin = off;
ALTER ROLE oncepaid_service SET enable_mergejoin = off;
ALTER ROLE oncepaid_readonly SET default_transaction_read_only = on;
ALTER ROLE oncepaid_readonly SET statement_timeout = '30s';
ALTER ROLE oncepaid_readonly SET idle_in_transaction_session_timeout = '60s';
