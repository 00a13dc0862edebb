CREATE TABLE account (
  account text primary key,
  -- The allowance with which a new period starts.
  allowance integer not null check (allowance between 0 and 9007199254740991),
  state text not null check (state in ('active', 'suspended'))
) strict, without rowid;

CREATE INDEX account_suspended on account (account) where state = 'suspended';

CREATE TABLE account_period (
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

CREATE INDEX period_open on account_period (ends_at_ms) where state = 'open';

CREATE INDEX period_recalled on account_period (recall_until_ms) where 0 < recall_until_ms;

CREATE INDEX period_unsettled on account_period (ends_at_ms) where state = 'open' and 0 < reserved + exposure;

CREATE TABLE allowance_change (
  id integer primary key check (id between 0 and 9007199254740991),
  account text not null,
  at_ms integer not null check (at_ms between 0 and 9007199254740991),
  units_from integer check (units_from between 0 and 9007199254740991),
  units_to integer not null check (units_to between 0 and 9007199254740991),
  who text not null
) strict;

CREATE TABLE archive_file (
  id integer primary key check (id between 1 and 9007199254740991),
  name text not null,
  bytes integer not null check (bytes between 0 and 9007199254740991),
  sha256 blob not null check (length(sha256) = 32)
) strict;

CREATE TABLE archive_range (
  incarnation integer not null check (incarnation between 0 and 9007199254740991),
  seq_from integer not null check (1 <= seq_from),
  seq_to integer not null check (seq_from <= seq_to and seq_to <= 9007199254740991),
  archive_id integer not null check (archive_id between 1 and 9007199254740991),
  -- The hash of the last batch. The next batch is chained to it.
  hash blob not null check (length(hash) = 16),
  primary key (incarnation, seq_from)
) strict, without rowid;

CREATE TABLE audit_grant (
  id integer primary key check (id between 0 and 9007199254740991),
  -- unseen: no grant has this id yet, but one has a larger id.
  state text not null check (state in ('seen', 'unseen')),
  acked integer not null check (acked between 0 and 9007199254740991),
  held integer not null check (held between 0 and 9007199254740991),
  clipped integer not null check (clipped between 0 and 9007199254740991)
) strict;

CREATE TABLE audit_incarnation (
  incarnation integer primary key check (incarnation between 0 and 9007199254740991),
  -- Batches up to this one are verified, and every line of them is final.
  seq integer not null check (seq between 0 and 9007199254740991),
  -- The hash of that batch.
  hash blob not null check (length(hash) = 16),
  -- How many lines these batches have.
  lines integer not null check (lines between 0 and 9007199254740991),
  -- The largest grant id seen so far.
  grants_to integer not null check (grants_to between 0 and 9007199254740991),
  -- settled: it has ended, and an audit has read all of it.
  state text not null check (state in ('open', 'settled'))
) strict;

CREATE TABLE audit_month (
  account text not null,
  period text not null,
  acked integer not null check (acked between 0 and 9007199254740991),
  held integer not null check (held between 0 and 9007199254740991),
  clipped integer not null check (clipped between 0 and 9007199254740991),
  primary key (account, period)
) strict, without rowid;

CREATE TABLE audit_state (
  -- One row. Every audit that moves the checkpoint raises it: of two concurrent audits the later one changes nothing.
  version integer not null check (version between 0 and 9007199254740991),
  -- The time of the last full audit, by the clock of the server that ran it.
  full_at_ms integer not null check (full_at_ms between 0 and 9007199254740991)
) strict;

CREATE TABLE batch (
  incarnation integer not null,
  seq integer not null,
  at_ms integer not null,
  -- Computed over the previous hash and this batch, so an edited or missing row shows.
  hash blob not null check (length(hash) = 16),
  lines blob not null,
  primary key (incarnation, seq),
  check (1 <= seq and 0 <= min(incarnation, at_ms) and max(incarnation, seq, at_ms) <= 9007199254740991)
) strict, without rowid;

CREATE TABLE books (
  -- One row.
  id text not null,
  -- The last number that was given to an incarnation.
  incarnations integer not null check (incarnations between 0 and 9007199254740991)
) strict;

CREATE TABLE doubt (
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

CREATE TABLE incarnation (
  incarnation integer primary key check (incarnation between 0 and 9007199254740991),
  node text not null,
  started_at_ms integer not null check (started_at_ms between 0 and 9007199254740991),
  lease_until_ms integer not null check (lease_until_ms between 0 and 9007199254740991),
  state text not null check (state in ('live', 'fenced', 'ended')),
  swept integer not null check (swept between 0 and 9007199254740991)
) strict;

CREATE INDEX incarnation_by_node on incarnation (node);

CREATE INDEX incarnation_lease on incarnation (lease_until_ms) where state <> 'ended';

CREATE INDEX incarnation_unended on incarnation (incarnation) where state <> 'ended';

CREATE TABLE ledger_time (
  -- One row.
  id integer primary key check (id = 1),
  -- The newest time that the ledger has trusted. 0: no node has started yet.
  now_ms integer not null check (now_ms between 0 and 9007199254740991),
  -- Months that ended by this time are closed for good. The ledger returns to none of them.
  final_ms integer not null check (final_ms between 0 and 9007199254740991),
  -- How long the clock has run since the month began or since its last doubt.
  undisputed_ms integer not null check (undisputed_ms between 0 and 9007199254740991),
  -- How often ledger time has returned to an earlier month.
  returns integer not null check (returns between 0 and 9007199254740991)
) strict;

CREATE TABLE line_state (
  incarnation integer not null check (incarnation between 0 and 9007199254740991),
  seq integer not null check (seq between 1 and 9007199254740991),
  request_id blob not null check (length(request_id) = 16),
  grant_id integer not null check (grant_id between 0 and 9007199254740991),
  units integer not null check (units between 1 and 9007199254740991),
  state text not null check (state in ('void', 'hold', 'clipped', 'charged')),
  primary key (incarnation, seq, request_id)
) strict, without rowid;

CREATE INDEX line_state_by_request on line_state (request_id);

CREATE TABLE notice (
  id integer primary key check (id between 0 and 9007199254740991),
  at_ms integer not null check (at_ms between 0 and 9007199254740991),
  reason text not null,
  detail text not null
) strict;

CREATE TABLE subject (
  id integer primary key check (id between 0 and 9007199254740991),
  account text not null,
  project text not null,
  credential text not null,
  operation text not null,
  unique (account, project, credential, operation)
) strict;

CREATE TABLE unit_grant (
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

CREATE INDEX grant_open on unit_grant (account, period) where state = 'open';

CREATE INDEX grant_open_by_incarnation on unit_grant (id) where state = 'open';
