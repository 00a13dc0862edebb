CREATE TABLE account (
  account text primary key,
  -- What a new period starts with.
  allowance integer not null check (0 <= allowance),
  state text not null check (state in ('active', 'suspended'))
) strict, without rowid;

CREATE INDEX account_suspended on account (account) where state = 'suspended';

CREATE TABLE account_period (
  account text not null,
  period text not null,
  starts_at_ms integer not null,
  ends_at_ms integer not null,
  allowance integer not null check (0 <= allowance),
  allowance_max integer not null check (allowance <= allowance_max),
  confirmed integer not null check (0 <= confirmed),
  reserved integer not null check (0 <= reserved),
  -- The most that a customer may lose in a period.
  hold integer not null check (hold between 0 and 100),
  exposure integer not null check (0 <= exposure),
  clipped integer not null check (0 <= clipped),
  state text not null check (state in ('open', 'closed')),
  recall_until_ms integer not null,
  primary key (account, period),
  -- Nothing beyond the largest allowance was ever sold.
  check (confirmed + hold <= allowance_max)
) strict, without rowid;

CREATE INDEX period_open on account_period (ends_at_ms) where state = 'open';

CREATE INDEX period_recalled on account_period (recall_until_ms) where 0 < recall_until_ms;

CREATE TABLE allowance_change (
  id integer primary key,
  account text not null,
  at_ms integer not null,
  units_from integer,
  units_to integer not null,
  who text not null
) strict;

CREATE TABLE batch (
  incarnation integer not null,
  seq integer not null check (1 <= seq),
  at_ms integer not null,
  -- Of the batch before and of this one: an edited row, or a missing one, shows.
  hash blob not null check (length(hash) = 16),
  lines blob not null,
  primary key (incarnation, seq)
) strict, without rowid;

CREATE TABLE books (
  -- One row.
  id text not null,
  -- The number of the last life of a node.
  incarnations integer not null check (0 <= incarnations)
) strict;

CREATE TABLE doubt (
  id integer primary key,
  -- Null: all accounts.
  account text,
  reason text not null,
  detail text not null,
  raised_at_ms integer not null,
  resolved_at_ms integer,
  resolved_by text,
  resolved_why text
) strict;

CREATE TABLE incarnation (
  incarnation integer primary key,
  node text not null,
  started_at_ms integer not null,
  lease_until_ms integer not null,
  state text not null check (state in ('live', 'fenced', 'ended')),
  swept integer not null check (0 <= swept)
) strict;

CREATE INDEX incarnation_by_node on incarnation (node);

CREATE INDEX incarnation_lease on incarnation (lease_until_ms) where state <> 'ended';

CREATE INDEX incarnation_unended on incarnation (incarnation) where state <> 'ended';

CREATE TABLE line_state (
  incarnation integer not null,
  seq integer not null,
  request_id blob not null check (length(request_id) = 16),
  grant_id integer not null,
  units integer not null check (0 < units),
  state text not null check (state in ('void', 'hold', 'clipped', 'charged')),
  primary key (incarnation, seq, request_id)
) strict, without rowid;

CREATE INDEX line_state_by_request on line_state (request_id);

CREATE TABLE subject (
  id integer primary key,
  account text not null,
  project text not null,
  credential text not null,
  operation text not null,
  unique (account, project, credential, operation)
) strict;

CREATE TABLE unit_grant (
  -- incarnation * 2^26 + counter
  id integer primary key,
  account text not null,
  period text not null,
  size integer not null,
  spent integer not null,
  acked integer not null,
  exposure integer not null check (0 <= exposure),
  state text not null check (state in ('open', 'closed')),
  version integer not null,
  in_flight_hint integer not null,
  check (0 <= acked and acked <= spent and spent <= size)
) strict;

CREATE INDEX grant_open on unit_grant (account, period) where state = 'open';

CREATE INDEX grant_open_by_incarnation on unit_grant (id) where state = 'open';
