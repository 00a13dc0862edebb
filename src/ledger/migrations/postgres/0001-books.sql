-- 0001: the books: the units of each account and month, the units that each node may charge, and the journal.
-- The same tables as in ../sqlite, column by column; only types and the way rows lie on the disk differ. Keys are
-- compared byte by byte, so that no update of the system's locales can reorder an index.
--
-- Every number is at most 2^53 - 1, so JavaScript reads it exactly. A row with a larger number could not be read, and
-- would break every statement that reads it among others.

create table books (
  -- One row.
  id text not null,
  -- The last number that was given to an incarnation.
  incarnations integer not null check (0 <= incarnations)
);
insert into books values (replace(gen_random_uuid()::text, '-', ''), 0);

create table account (
  account text collate "C" primary key,
  -- The allowance with which a new period starts.
  allowance bigint not null check (allowance between 0 and 9007199254740991),
  state text not null check (state in ('active', 'suspended'))
);

create index account_suspended on account (account) where state = 'suspended';

create table allowance_change (
  id bigint generated always as identity primary key check (id between 0 and 9007199254740991),
  account text collate "C" not null,
  at_ms bigint not null check (at_ms between 0 and 9007199254740991),
  units_from bigint check (units_from between 0 and 9007199254740991),
  units_to bigint not null check (units_to between 0 and 9007199254740991),
  who text not null
);

create table account_period (
  account text collate "C" not null,
  period text collate "C" not null,
  starts_at_ms bigint not null check (starts_at_ms between 0 and 9007199254740991),
  ends_at_ms bigint not null check (ends_at_ms between 0 and 9007199254740991),
  allowance bigint not null check (0 <= allowance),
  allowance_max bigint not null check (allowance <= allowance_max and allowance_max <= 9007199254740991),
  confirmed bigint not null check (confirmed between 0 and 9007199254740991),
  reserved bigint not null check (reserved between 0 and 9007199254740991),
  -- The most that a customer may lose in a period.
  hold bigint not null check (hold between 0 and 100),
  exposure bigint not null check (exposure between 0 and 9007199254740991),
  clipped bigint not null check (clipped between 0 and 9007199254740991),
  state text not null check (state in ('open', 'closed')),
  recall_until_ms bigint not null check (recall_until_ms between 0 and 9007199254740991),
  primary key (account, period),
  -- No more than the largest allowance was ever given out.
  check (confirmed + hold <= allowance_max)
);

-- Partial indexes: nearly all months, grants and incarnations are over, and these are read least.
create index period_open on account_period (ends_at_ms) where state = 'open';
create index period_recalled on account_period (recall_until_ms) where 0 < recall_until_ms;

create table unit_grant (
  -- incarnation * 2^30 + counter
  id bigint primary key,
  account text collate "C" not null,
  period text collate "C" not null,
  size bigint not null,
  spent bigint not null,
  acked bigint not null,
  exposure bigint not null,
  state text not null check (state in ('open', 'closed')),
  version bigint not null,
  in_flight_hint bigint not null,
  check (0 <= acked and acked <= spent and spent <= size),
  -- One check for all columns, because PostgreSQL parses the checks again for every batch.
  check (0 <= least(id, exposure, version, in_flight_hint) and greatest(id, size, exposure, version, in_flight_hint) <= 9007199254740991)
-- Half of a page stays free for new versions of its rows. Every batch makes one; on the same page it needs no new
-- index entry.
) with (fillfactor = 50);

create index grant_open on unit_grant (account, period) where state = 'open';
create index grant_open_by_incarnation on unit_grant (id) where state = 'open';

create table incarnation (
  incarnation integer primary key,
  node text collate "C" not null,
  started_at_ms bigint not null check (started_at_ms between 0 and 9007199254740991),
  lease_until_ms bigint not null check (lease_until_ms between 0 and 9007199254740991),
  state text not null check (state in ('live', 'fenced', 'ended')),
  swept bigint not null check (swept between 0 and 9007199254740991)
);

create index incarnation_by_node on incarnation (node);
create index incarnation_unended on incarnation (incarnation) where state <> 'ended';

-- The journal. A row for each batch with its packed lines: request id, grant, subject, units. The columns are ordered
-- to waste the least space.
create table batch (
  seq bigint not null,
  at_ms bigint not null,
  incarnation integer not null,
  -- Computed over the previous hash and this batch, so an edited or missing row shows.
  hash bytea not null check (octet_length(hash) = 16),
  lines bytea not null,
  primary key (incarnation, seq),
  check (1 <= seq and 0 <= at_ms and greatest(seq, at_ms) <= 9007199254740991)
);

-- Random bytes do not compress.
alter table batch alter column lines set storage external;

create table line_state (
  incarnation integer not null,
  seq bigint not null check (seq between 1 and 9007199254740991),
  request_id bytea not null check (octet_length(request_id) = 16),
  grant_id bigint not null check (grant_id between 0 and 9007199254740991),
  units bigint not null check (units between 1 and 9007199254740991),
  state text not null check (state in ('void', 'hold', 'clipped', 'charged')),
  primary key (incarnation, seq, request_id)
);

create index line_state_by_request on line_state (request_id);

-- The project, credential and operation of lines, numbered. Each line has the number.
create table subject (
  id bigint generated always as identity primary key check (id between 0 and 9007199254740991),
  account text collate "C" not null,
  project text collate "C" not null,
  credential text collate "C" not null,
  operation text collate "C" not null,
  unique (account, project, credential, operation)
);

create table doubt (
  id bigint generated always as identity primary key check (id between 0 and 9007199254740991),
  -- Null: all accounts.
  account text collate "C",
  reason text not null,
  detail text not null,
  raised_at_ms bigint not null check (raised_at_ms between 0 and 9007199254740991),
  resolved_at_ms bigint check (resolved_at_ms between 0 and 9007199254740991),
  resolved_by text,
  resolved_why text
);
