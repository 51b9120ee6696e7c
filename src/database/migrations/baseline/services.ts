/**
 * What the processes of an installation share.
 *
 * - `rate_limits` has the columns that rate-limiter-flexible expects.
 * - `idempotency_keys`: requests executed under an `Idempotency-Key`, with their responses. A row is written in the
 *   transaction of the write itself, so it exists if and only if the write was committed. `answer` is null only within the
 *   transaction in progress, so no other transaction sees such a row.
 * - `route_uses`: requests per application, route and day (UTC); the application is null for anonymous requests. There is no
 *   foreign key: the usage of a deleted application is retained, and writing the counts neither fails because of a deletion
 *   nor waits for one.
 * - `secret_key_check` identifies the `SECRET_KEY` that encrypts the stored secrets, by an HMAC. At most one row.
 * - `leases`: work that one process does at a time, its holder, and when another one may take it over.
 * - `timelines`: those on which this database has been written to. A replica that has replayed the row of the primary's
 *   timeline has followed its promotion, so that positions in the two write-ahead logs are comparable.
 * - `legacy_import`: progress of the import of a legacy database: one import per database, step by step, with the figures of
 *   its report.
 */
export const serviceTables = `
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire_index on rate_limits (expire);
create table idempotency_keys (
  user_id bigint not null references users on delete cascade,
  key text not null,
  fingerprint text not null,
  answer json,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create table route_uses (
  day date not null,
  application_id bigint,
  route text not null,
  requests bigint not null check (requests > 0),
  errors bigint not null check (errors between 0 and requests),
  last_used_at timestamptz not null,
  unique nulls not distinct (day, application_id, route)
);
create table secret_key_check (
  id boolean primary key default true check (id),
  hmac text not null
);
create table leases (
  task text primary key,
  holder uuid not null,
  expires_at timestamptz not null
);
create table timelines (id int primary key);
create table legacy_import (
  is_the_only_one boolean primary key default true check (is_the_only_one),
  source text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
create table legacy_import_steps (
  name text primary key,
  last_key bigint not null,
  read bigint not null,
  repaired bigint not null,
  skipped bigint not null,
  reasons jsonb not null
);`;
