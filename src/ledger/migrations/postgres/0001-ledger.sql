-- 0001: the ledger. The same tables as in ../sqlite, column by column. Keys are compared byte by byte, so that no
-- update of the system's locales can reorder an index. Every number is at most 2^53 - 1, so JavaScript reads it exactly.

create table books (
  -- One row.
  id integer primary key check (id = 1),
  full_audit_at_ms bigint not null check (full_audit_at_ms between 0 and 9007199254740991)
);
insert into books values (1, 0);

create table account (
  account text collate "C" primary key,
  allowance bigint not null check (allowance between 0 and 9007199254740991),
  state text not null check (state in ('active', 'suspended'))
);

-- What the operator changed. Exactly one of allowance, state and units is set; units are a credit in a month.
create table account_change (
  id bigint generated always as identity primary key check (id between 0 and 9007199254740991),
  account text collate "C" not null,
  at_ms bigint not null check (at_ms between 0 and 9007199254740991),
  who text not null,
  why text not null,
  allowance bigint check (allowance between 0 and 9007199254740991),
  state text check (state in ('active', 'suspended')),
  period text collate "C",
  units bigint check (units between 1 and 9007199254740991)
);
create index account_change_at on account_change (at_ms);

create table month (
  period text collate "C" primary key,
  starts_at_ms bigint not null unique check (starts_at_ms between 0 and 9007199254740991),
  ends_at_ms bigint not null unique check (starts_at_ms < ends_at_ms and ends_at_ms <= 9007199254740991)
);

create table account_month (
  period text collate "C" not null,
  account text collate "C" not null,
  spent bigint not null check (0 <= spent),
  -- In force at the last charge. A record, never a condition.
  allowance bigint not null,
  -- Units that the operator gave back.
  credited bigint not null default 0 check (0 <= credited and greatest(spent, allowance, credited) <= 9007199254740991),
  primary key (period, account)
-- Every batch writes a new version of its rows; on the same page it needs no new index entry.
) with (fillfactor = 50);

create table subject (
  id bigint generated always as identity primary key check (id between 0 and 9007199254740991),
  account text collate "C" not null,
  project text collate "C" not null,
  credential text collate "C" not null,
  operation text collate "C" not null,
  unique (account, project, credential, operation)
);

create table incarnation (
  incarnation bigint primary key check (incarnation between 0 and 9007199254740991),
  node text collate "C" not null,
  started_at_ms bigint not null check (started_at_ms between 0 and 9007199254740991),
  heartbeat_at_ms bigint not null check (heartbeat_at_ms between 0 and 9007199254740991),
  release text,
  -- The largest number of a subject in its lines. Older books know a smaller one, and may give these numbers to others.
  subjects bigint not null default 0 check (subjects between 0 and 9007199254740991)
) with (fillfactor = 20);
create index incarnation_heartbeat on incarnation (heartbeat_at_ms);

-- The journal. Packed lines: request id, subject, units. The columns are ordered to waste the least space.
create table batch (
  incarnation bigint not null,
  seq bigint not null,
  at_ms bigint not null,
  origin_incarnation bigint,
  origin_seq bigint,
  period text collate "C" not null,
  -- Computed over the previous batch and this one, so an edited or missing row shows.
  hash bytea not null check (octet_length(hash) = 16),
  lines bytea not null,
  primary key (incarnation, seq),
  check (1 <= seq and 0 <= at_ms and greatest(seq, at_ms) <= 9007199254740991)
);
create unique index batch_origin on batch (origin_incarnation, origin_seq) where origin_incarnation is not null;
-- Random bytes do not compress.
alter table batch alter column lines set storage external;

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

-- Facts for the operator. They stop nothing.
create table notice (
  id bigint generated always as identity primary key check (id between 0 and 9007199254740991),
  at_ms bigint not null check (at_ms between 0 and 9007199254740991),
  reason text not null,
  detail text not null
);

-- How far the audit verified an incarnation's batches: the last one, and what the next one is chained to.
create table audit_mark (
  incarnation bigint primary key,
  seq bigint not null check (seq between 0 and 9007199254740991),
  at_ms bigint not null,
  period text collate "C" not null,
  hash bytea not null check (octet_length(hash) = 16)
);

-- The sums of all verified lines, by account and month.
create table audited (
  period text collate "C" not null,
  account text collate "C" not null,
  units bigint not null check (units between 0 and 9007199254740991),
  primary key (period, account)
);

-- The same sums by subject and day.
create table subject_day (
  period text collate "C" not null,
  subject bigint not null,
  day text collate "C" not null,
  units bigint not null check (units between 0 and 9007199254740991),
  requests bigint not null check (requests between 0 and 9007199254740991),
  primary key (period, subject, day)
);

-- Batches up to this one were exported to a file and deleted.
create table exported (
  incarnation bigint not null,
  seq bigint not null check (1 <= seq and seq <= 9007199254740991),
  at_ms bigint not null,
  period text collate "C" not null,
  hash bytea not null check (octet_length(hash) = 16),
  -- All months before this one may lack batches.
  before_period text collate "C" not null,
  file text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  primary key (incarnation, seq)
);
