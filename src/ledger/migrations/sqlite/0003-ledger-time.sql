-- 0003: the time of the ledger, kept in the books: it does not go back when a server is started again with another clock.

create table ledger_time (
  -- One row.
  id integer primary key check (id = 1),
  -- The newest time that was believed. 0: no node has started since.
  now_ms integer not null check (now_ms between 0 and 9007199254740991),
  -- Months that ended by then are closed for good: the ledger returns to none of them.
  final_ms integer not null check (final_ms between 0 and 9007199254740991),
  -- How long the clock has gone on since the month began, or since it was last in doubt.
  undisputed_ms integer not null check (undisputed_ms between 0 and 9007199254740991),
  -- How often the ledger has returned to an earlier month.
  returns integer not null check (returns between 0 and 9007199254740991)
) strict;

-- Books of an earlier version: the newest month in which something was charged or prepared, and the end of the last one that was closed.
insert into ledger_time
select 1,
  coalesce((select max(starts_at_ms) from account_period where 0 < confirmed + reserved + hold + clipped), 0),
  coalesce((select max(ends_at_ms) from account_period where state = 'closed'), 0), 0, 0;

-- What the operator should know and that stops nothing.
create table notice (
  id integer primary key check (id between 0 and 9007199254740991),
  at_ms integer not null check (at_ms between 0 and 9007199254740991),
  reason text not null,
  detail text not null
) strict;

-- Months stay open for a day after their end; those with open grants are looked for every second. PostgreSQL looks through all open months
-- instead: with this index each acquire would need new entries in all indexes of the table, which takes about 75 µs instead of 42.
create index period_unsettled on account_period (ends_at_ms) where state = 'open' and 0 < reserved + exposure;
