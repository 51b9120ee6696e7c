#!/bin/sh
# Patroni runs this once, on the first primary, with the URL of the superuser. Creates the role and the database.
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/database-password)" "$1" <<'SQL'
create role lectern login password :'password';
-- The settings that pgbouncer does not pass on.
alter role lectern set statement_timeout = '10s';
alter role lectern set lock_timeout = '5s';
alter role lectern set idle_in_transaction_session_timeout = '10s';
create database lectern owner lectern encoding 'UTF8' template template0;
SQL
