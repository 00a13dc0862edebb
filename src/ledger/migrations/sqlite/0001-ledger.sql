-- 0001: the ledger. The same tables as in ../postgres, column by column; see there for what they mean.
-- Every number is at most 2^53 - 1, so JavaScript reads it exactly.

create table books (
  -- One row.
  id integer primary key check (id = 1),
  full_audit_at_ms integer not null check (full_audit_at_ms between 0 and 9007199254740991)
) strict;
insert into books values (1, 0);

create table account (
  account text primary key,
  allowance integer not null check (allowance between 0 and 9007199254740991),
  state text not null check (state in ('active', 'suspended'))
) strict, without rowid;

-- What the operator changed. Exactly one of allowance, state and units is set; units are a credit in a month.
create table account_change (
  id integer primary key autoincrement check (id between 0 and 9007199254740991),
  account text not null,
  at_ms integer not null check (at_ms between 0 and 9007199254740991),
  who text not null,
  why text not null,
  allowance integer check (allowance between 0 and 9007199254740991),
  state text check (state in ('active', 'suspended')),
  period text,
  units integer check (units between 1 and 9007199254740991)
) strict;
create index account_change_at on account_change (at_ms);

create table month (
  period text primary key,
  starts_at_ms integer not null unique check (starts_at_ms between 0 and 9007199254740991),
  ends_at_ms integer not null unique check (starts_at_ms < ends_at_ms and ends_at_ms <= 9007199254740991)
) strict, without rowid;

create table account_month (
  period text not null,
  account text not null,
  spent integer not null check (0 <= spent),
  -- In force at the last charge. A record, never a condition.
  allowance integer not null,
  -- Units that the operator gave back.
  credited integer not null default 0 check (0 <= credited and max(spent, allowance, credited) <= 9007199254740991),
  primary key (period, account)
) strict, without rowid;

create table subject (
  id integer primary key autoincrement check (id between 0 and 9007199254740991),
  account text not null,
  project text not null,
  credential text not null,
  operation text not null,
  unique (account, project, credential, operation)
) strict;

create table incarnation (
  incarnation integer primary key check (incarnation between 0 and 9007199254740991),
  node text not null,
  started_at_ms integer not null check (started_at_ms between 0 and 9007199254740991),
  heartbeat_at_ms integer not null check (heartbeat_at_ms between 0 and 9007199254740991),
  release text,
  -- The largest number of a subject in its lines. Older books know a smaller one, and may give these numbers to others.
  subjects integer not null default 0 check (subjects between 0 and 9007199254740991)
) strict, without rowid;
create index incarnation_heartbeat on incarnation (heartbeat_at_ms);

-- The journal. Packed lines: request id, subject, units.
create table batch (
  incarnation integer not null,
  seq integer not null,
  at_ms integer not null,
  origin_incarnation integer,
  origin_seq integer,
  period text not null,
  -- Computed over the previous batch and this one, so an edited or missing row shows.
  hash blob not null check (length(hash) = 16),
  lines blob not null,
  primary key (incarnation, seq),
  check (1 <= seq and 0 <= at_ms and max(seq, at_ms) <= 9007199254740991)
) strict, without rowid;
create unique index batch_origin on batch (origin_incarnation, origin_seq) where origin_incarnation is not null;

create table doubt (
  id integer primary key autoincrement check (id between 0 and 9007199254740991),
  -- Null: all accounts.
  account text,
  reason text not null,
  detail text not null,
  raised_at_ms integer not null check (raised_at_ms between 0 and 9007199254740991),
  resolved_at_ms integer check (resolved_at_ms between 0 and 9007199254740991),
  resolved_by text,
  resolved_why text
) strict;

-- Facts for the operator. They stop nothing.
create table notice (
  id integer primary key autoincrement check (id between 0 and 9007199254740991),
  at_ms integer not null check (at_ms between 0 and 9007199254740991),
  reason text not null,
  detail text not null
) strict;

-- How far the audit verified an incarnation's batches: the last one, and what the next one is chained to.
create table audit_mark (
  incarnation integer primary key,
  seq integer not null check (seq between 0 and 9007199254740991),
  at_ms integer not null,
  period text not null,
  hash blob not null check (length(hash) = 16)
) strict, without rowid;

-- The sums of all verified lines, by account and month.
create table audited (
  period text not null,
  account text not null,
  units integer not null check (units between 0 and 9007199254740991),
  primary key (period, account)
) strict, without rowid;

-- The same sums by subject and day.
create table subject_day (
  period text not null,
  subject integer not null,
  day text not null,
  units integer not null check (units between 0 and 9007199254740991),
  requests integer not null check (requests between 0 and 9007199254740991),
  primary key (period, subject, day)
) strict, without rowid;

-- Batches up to this one were exported to a file and deleted.
create table exported (
  incarnation integer not null,
  seq integer not null check (1 <= seq and seq <= 9007199254740991),
  at_ms integer not null,
  period text not null,
  hash blob not null check (length(hash) = 16),
  -- All months before this one may lack batches.
  before_period text not null,
  file text not null,
  sha256 blob not null check (length(sha256) = 32),
  primary key (incarnation, seq)
) strict, without rowid;
