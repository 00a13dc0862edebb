-- 0004: what earlier audits verified, so that the next one reads only new rows. Sums of units; a full audit counts
-- all of it again.

create table audit_state (
  -- One row. Every audit that moves the checkpoint raises it: of two concurrent audits the later one changes nothing.
  version bigint not null check (version between 0 and 9007199254740991),
  -- The time of the last full audit, by the clock of the server that ran it.
  full_at_ms bigint not null check (full_at_ms between 0 and 9007199254740991)
);
insert into audit_state values (0, 0);

create table audit_incarnation (
  incarnation integer primary key,
  -- Batches up to this one are verified, and every line of them is final.
  seq bigint not null check (seq between 0 and 9007199254740991),
  -- The hash of that batch.
  hash bytea not null check (octet_length(hash) = 16),
  -- How many lines these batches have.
  lines bigint not null check (lines between 0 and 9007199254740991),
  -- The largest grant id seen so far.
  grants_to bigint not null check (grants_to between 0 and 9007199254740991),
  -- settled: it has ended, and an audit has read all of it.
  state text not null check (state in ('open', 'settled'))
);

-- Grants that may still change, or that have lines above the checkpoint: the sums of their lines below it.
create table audit_grant (
  id bigint primary key check (id between 0 and 9007199254740991),
  -- unseen: no grant has this id yet, but one has a larger id.
  state text not null check (state in ('seen', 'unseen')),
  acked bigint not null check (acked between 0 and 9007199254740991),
  held bigint not null check (held between 0 and 9007199254740991),
  clipped bigint not null check (clipped between 0 and 9007199254740991)
);

-- The sums of the lines of all other grants, by month.
create table audit_month (
  account text collate "C" not null,
  period text collate "C" not null,
  acked bigint not null check (acked between 0 and 9007199254740991),
  held bigint not null check (held between 0 and 9007199254740991),
  clipped bigint not null check (clipped between 0 and 9007199254740991),
  primary key (account, period)
);
