-- 0001: the books. Who may use how many units, which node may sell how many of them, and the journal of what was sold.
-- The same tables as in ../sqlite, column by column; only types and the way rows lie on the disk differ. Keys are
-- compared byte by byte, so that no update of the system's languages can reorder an index.

create table books (
  -- One row.
  id text not null,
  -- The number of the last life of a node.
  incarnations integer not null check (0 <= incarnations)
);
insert into books values (replace(gen_random_uuid()::text, '-', ''), 0);

create table account (
  account text collate "C" primary key,
  -- What a new period starts with.
  allowance bigint not null check (0 <= allowance),
  state text not null check (state in ('active', 'suspended'))
);

create index account_suspended on account (account) where state = 'suspended';

create table allowance_change (
  id bigint generated always as identity primary key,
  account text collate "C" not null,
  at_ms bigint not null,
  units_from bigint,
  units_to bigint not null,
  who text not null
);

create table account_period (
  account text collate "C" not null,
  period text collate "C" not null,
  starts_at_ms bigint not null,
  ends_at_ms bigint not null,
  allowance bigint not null check (0 <= allowance),
  allowance_max bigint not null check (allowance <= allowance_max),
  confirmed bigint not null check (0 <= confirmed),
  reserved bigint not null check (0 <= reserved),
  -- The most that a customer may lose in a period.
  hold bigint not null check (hold between 0 and 100),
  exposure bigint not null check (0 <= exposure),
  clipped bigint not null check (0 <= clipped),
  state text not null check (state in ('open', 'closed')),
  recall_until_ms bigint not null,
  primary key (account, period),
  -- Nothing beyond the largest allowance was ever sold.
  check (confirmed + hold <= allowance_max)
);

-- Partial indexes: of months, grants and lives nearly all are over, and those are asked for least.
create index period_open on account_period (ends_at_ms) where state = 'open';
create index period_recalled on account_period (recall_until_ms) where 0 < recall_until_ms;

create table unit_grant (
  -- incarnation * 2^26 + counter
  id bigint primary key,
  account text collate "C" not null,
  period text collate "C" not null,
  size bigint not null,
  spent bigint not null,
  acked bigint not null,
  exposure bigint not null check (0 <= exposure),
  state text not null check (state in ('open', 'closed')),
  version bigint not null,
  in_flight_hint bigint not null,
  check (0 <= acked and acked <= spent and spent <= size)
-- Half of a page is left for the next versions of its rows: every batch makes one, and beside the old one it needs no new entry in an index.
) with (fillfactor = 50);

create index grant_open on unit_grant (account, period) where state = 'open';
create index grant_open_by_incarnation on unit_grant (id) where state = 'open';

create table incarnation (
  incarnation integer primary key,
  node text collate "C" not null,
  started_at_ms bigint not null,
  lease_until_ms bigint not null,
  state text not null check (state in ('live', 'fenced', 'ended')),
  swept bigint not null check (0 <= swept)
);

create index incarnation_by_node on incarnation (node);
create index incarnation_unended on incarnation (incarnation) where state <> 'ended';

-- The journal. A row for each batch, its lines packed: request id, grant, subject, units. The columns stand in the order that wastes least.
create table batch (
  seq bigint not null check (1 <= seq),
  at_ms bigint not null,
  incarnation integer not null,
  -- Of the batch before and of this one: an edited row, or a missing one, shows.
  hash bytea not null check (octet_length(hash) = 16),
  lines bytea not null,
  primary key (incarnation, seq)
);

-- Random bytes do not get smaller by being compressed.
alter table batch alter column lines set storage external;

create table line_state (
  incarnation integer not null,
  seq bigint not null,
  request_id bytea not null check (octet_length(request_id) = 16),
  grant_id bigint not null,
  units bigint not null check (0 < units),
  state text not null check (state in ('void', 'hold', 'clipped', 'charged')),
  primary key (incarnation, seq, request_id)
);

create index line_state_by_request on line_state (request_id);

-- Whom and what a line is for, numbered: the number stands in every line.
create table subject (
  id bigint generated always as identity primary key,
  account text collate "C" not null,
  project text collate "C" not null,
  credential text collate "C" not null,
  operation text collate "C" not null,
  unique (account, project, credential, operation)
);

create table doubt (
  id bigint generated always as identity primary key,
  -- Null: all accounts.
  account text collate "C",
  reason text not null,
  detail text not null,
  raised_at_ms bigint not null,
  resolved_at_ms bigint,
  resolved_by text,
  resolved_why text
);
