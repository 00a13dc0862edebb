-- 0001: the books: the units of each account and month, the units that each node may charge, and the journal.
-- The same tables as in ../postgres, column by column; only types and the way rows lie on the disk differ.
--
-- Every number is at most 2^53 - 1, so JavaScript reads it exactly. A row with a larger number could not be read, and
-- would break every statement that reads it among others.

create table books (
  -- One row.
  id text not null,
  -- The last number that was given to an incarnation.
  incarnations integer not null check (incarnations between 0 and 9007199254740991)
) strict;
insert into books values (lower(hex(randomblob(16))), 0);

create table account (
  account text primary key,
  -- The allowance with which a new period starts.
  allowance integer not null check (allowance between 0 and 9007199254740991),
  state text not null check (state in ('active', 'suspended'))
) strict, without rowid;

create index account_suspended on account (account) where state = 'suspended';

create table allowance_change (
  id integer primary key check (id between 0 and 9007199254740991),
  account text not null,
  at_ms integer not null check (at_ms between 0 and 9007199254740991),
  units_from integer check (units_from between 0 and 9007199254740991),
  units_to integer not null check (units_to between 0 and 9007199254740991),
  who text not null
) strict;

create table account_period (
  account text not null,
  period text not null,
  starts_at_ms integer not null check (starts_at_ms between 0 and 9007199254740991),
  ends_at_ms integer not null check (ends_at_ms between 0 and 9007199254740991),
  allowance integer not null check (0 <= allowance),
  allowance_max integer not null check (allowance <= allowance_max and allowance_max <= 9007199254740991),
  confirmed integer not null check (confirmed between 0 and 9007199254740991),
  reserved integer not null check (reserved between 0 and 9007199254740991),
  -- The most that a customer may lose in a period.
  hold integer not null check (hold between 0 and 100),
  exposure integer not null check (exposure between 0 and 9007199254740991),
  clipped integer not null check (clipped between 0 and 9007199254740991),
  state text not null check (state in ('open', 'closed')),
  recall_until_ms integer not null check (recall_until_ms between 0 and 9007199254740991),
  primary key (account, period),
  -- No more than the largest allowance was ever given out.
  check (confirmed + hold <= allowance_max)
) strict, without rowid;

-- Partial indexes: nearly all months, grants and incarnations are over, and these are read least.
create index period_open on account_period (ends_at_ms) where state = 'open';
create index period_recalled on account_period (recall_until_ms) where 0 < recall_until_ms;

create table unit_grant (
  -- incarnation * 2^30 + counter
  id integer primary key,
  account text not null,
  period text not null,
  size integer not null,
  spent integer not null,
  acked integer not null,
  exposure integer not null,
  state text not null check (state in ('open', 'closed')),
  version integer not null,
  in_flight_hint integer not null,
  check (0 <= acked and acked <= spent and spent <= size),
  -- One check for all columns, because PostgreSQL parses the checks again for every batch.
  check (0 <= min(id, exposure, version, in_flight_hint) and max(id, size, exposure, version, in_flight_hint) <= 9007199254740991)
) strict;

create index grant_open on unit_grant (account, period) where state = 'open';
create index grant_open_by_incarnation on unit_grant (id) where state = 'open';

create table incarnation (
  incarnation integer primary key check (incarnation between 0 and 9007199254740991),
  node text not null,
  started_at_ms integer not null check (started_at_ms between 0 and 9007199254740991),
  lease_until_ms integer not null check (lease_until_ms between 0 and 9007199254740991),
  state text not null check (state in ('live', 'fenced', 'ended')),
  swept integer not null check (swept between 0 and 9007199254740991)
) strict;

create index incarnation_by_node on incarnation (node);
create index incarnation_unended on incarnation (incarnation) where state <> 'ended';

-- The journal. A row for each batch with its packed lines: request id, grant, subject, units. The table is stored in
-- the order of its key, so a batch costs one page.
create table batch (
  incarnation integer not null,
  seq integer not null,
  at_ms integer not null,
  -- Computed over the previous hash and this batch, so an edited or missing row shows.
  hash blob not null check (length(hash) = 16),
  lines blob not null,
  primary key (incarnation, seq),
  check (1 <= seq and 0 <= min(incarnation, at_ms) and max(incarnation, seq, at_ms) <= 9007199254740991)
) strict, without rowid;

create table line_state (
  incarnation integer not null check (incarnation between 0 and 9007199254740991),
  seq integer not null check (seq between 1 and 9007199254740991),
  request_id blob not null check (length(request_id) = 16),
  grant_id integer not null check (grant_id between 0 and 9007199254740991),
  units integer not null check (units between 1 and 9007199254740991),
  state text not null check (state in ('void', 'hold', 'clipped', 'charged')),
  primary key (incarnation, seq, request_id)
) strict, without rowid;

create index line_state_by_request on line_state (request_id);

-- The project, credential and operation of lines, numbered. Each line has the number.
create table subject (
  id integer primary key check (id between 0 and 9007199254740991),
  account text not null,
  project text not null,
  credential text not null,
  operation text not null,
  unique (account, project, credential, operation)
) strict;

create table doubt (
  id integer primary key check (id between 0 and 9007199254740991),
  -- Null: all accounts.
  account text,
  reason text not null,
  detail text not null,
  raised_at_ms integer not null check (raised_at_ms between 0 and 9007199254740991),
  resolved_at_ms integer check (resolved_at_ms between 0 and 9007199254740991),
  resolved_by text,
  resolved_why text
) strict;
