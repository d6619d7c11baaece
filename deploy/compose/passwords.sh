#!/usr/bin/env bash
# Gives the roles of roles.sql their passwords, when the database is made.
set -euo pipefail
for role in owner service reconciliation readonly; do
  psql -v ON_ERROR_STOP=1 -U postgres -d oncepaid -v password="$(cat "/run/secrets/${role}_password")" \
    <<< "ALTER ROLE oncepaid_$role PASSWORD :'password'"
done
# The server archives as this user.
chown postgres:postgres /var/lib/postgresql/archive 2> /dev/null || true
