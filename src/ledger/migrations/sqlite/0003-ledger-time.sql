-- 0003: ledger time, stored in the books: it does not go back when a server restarts with another clock.

create table ledger_time (
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

-- For books of an earlier version: the newest month with a charge or a prepared grant, and the end of the last closed
-- month.
insert into ledger_time
select 1,
  coalesce((select max(starts_at_ms) from account_period where 0 < confirmed + reserved + hold + clipped), 0),
  coalesce((select max(ends_at_ms) from account_period where state = 'closed'), 0), 0, 0;

-- Facts for the operator. They block nothing.
create table notice (
  id integer primary key check (id between 0 and 9007199254740991),
  at_ms integer not null check (at_ms between 0 and 9007199254740991),
  reason text not null,
  detail text not null
) strict;

-- Months stay open for a day after their end, and every second a statement reads those with open grants. PostgreSQL
-- reads all open months instead: with this index each acquire would add entries to all indexes of the table, which
-- takes about 75 µs instead of 42.
create index period_unsettled on account_period (ends_at_ms) where state = 'open' and 0 < reserved + exposure;
