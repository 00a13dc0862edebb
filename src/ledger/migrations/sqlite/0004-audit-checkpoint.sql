-- 0004: what earlier audits verified, so that the next one reads only new rows. Sums of units; a full audit counts
-- all of it again.

create table audit_state (
  -- One row. Every audit that moves the checkpoint raises it: of two concurrent audits the later one changes nothing.
  version integer not null check (version between 0 and 9007199254740991),
  -- The time of the last full audit, by the clock of the server that ran it.
  full_at_ms integer not null check (full_at_ms between 0 and 9007199254740991)
) strict;
insert into audit_state values (0, 0);

create table audit_incarnation (
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

-- Grants that may still change, or that have lines above the checkpoint: the sums of their lines below it.
create table audit_grant (
  id integer primary key check (id between 0 and 9007199254740991),
  -- unseen: no grant has this id yet, but one has a larger id.
  state text not null check (state in ('seen', 'unseen')),
  acked integer not null check (acked between 0 and 9007199254740991),
  held integer not null check (held between 0 and 9007199254740991),
  clipped integer not null check (clipped between 0 and 9007199254740991)
) strict;

-- The sums of the lines of all other grants, by month.
create table audit_month (
  account text not null,
  period text not null,
  acked integer not null check (acked between 0 and 9007199254740991),
  held integer not null check (held between 0 and 9007199254740991),
  clipped integer not null check (clipped between 0 and 9007199254740991),
  primary key (account, period)
) strict, without rowid;
