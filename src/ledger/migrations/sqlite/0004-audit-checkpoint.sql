-- 0004: what earlier audits verified, so that the next one reads only what is new. Sums of units; a full audit counts all of it again.

create table audit_state (
  -- One row. Raised by every audit that moves the checkpoint: of two at a time the later one changes nothing.
  version integer not null check (version between 0 and 9007199254740991),
  -- When everything was read again, by the clock of the server that did.
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
  -- The largest id of a grant that was seen.
  grants_to integer not null check (grants_to between 0 and 9007199254740991),
  -- settled: it has ended, and nothing of it is left to read.
  state text not null check (state in ('open', 'settled'))
) strict;

-- Grants that may still change, or whose lines are not all below the checkpoint: what the lines below it sum up to.
create table audit_grant (
  id integer primary key check (id between 0 and 9007199254740991),
  -- unseen: a smaller id than that of a grant that is there, and no grant yet.
  state text not null check (state in ('seen', 'unseen')),
  acked integer not null check (acked between 0 and 9007199254740991),
  held integer not null check (held between 0 and 9007199254740991),
  clipped integer not null check (clipped between 0 and 9007199254740991)
) strict;

-- What the lines of all other grants sum up to, by month.
create table audit_month (
  account text not null,
  period text not null,
  acked integer not null check (acked between 0 and 9007199254740991),
  held integer not null check (held between 0 and 9007199254740991),
  clipped integer not null check (clipped between 0 and 9007199254740991),
  primary key (account, period)
) strict, without rowid;
