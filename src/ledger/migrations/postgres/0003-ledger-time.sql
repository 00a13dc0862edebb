-- 0003: ledger time, stored in the books: it does not go back when the clock of the database does.

create table ledger_time (
  -- One row.
  id integer primary key check (id = 1),
  -- The newest time that the ledger has trusted. 0: no node has started yet.
  now_ms bigint not null check (now_ms between 0 and 9007199254740991),
  -- Months that ended by this time are closed for good. The ledger returns to none of them.
  final_ms bigint not null check (final_ms between 0 and 9007199254740991),
  -- How long the clock has run since the month began or since its last doubt.
  undisputed_ms bigint not null check (undisputed_ms between 0 and 9007199254740991),
  -- How often ledger time has returned to an earlier month.
  returns bigint not null check (returns between 0 and 9007199254740991)
-- Written every second: the next version of the row fits on the same page.
) with (fillfactor = 10);

-- For books of an earlier version: the newest month with a charge or a prepared grant, and the end of the last closed
-- month.
insert into ledger_time
select 1,
  coalesce((select max(starts_at_ms) from account_period where 0 < confirmed + reserved + hold + clipped), 0),
  coalesce((select max(ends_at_ms) from account_period where state = 'closed'), 0), 0, 0;

-- Facts for the operator. They block nothing.
create table notice (
  id bigint generated always as identity primary key check (id between 0 and 9007199254740991),
  at_ms bigint not null check (at_ms between 0 and 9007199254740991),
  reason text not null,
  detail text not null
);
