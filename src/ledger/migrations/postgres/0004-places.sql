-- 0004: a server needs a place to charge, so the units that are undecided have a bound.
-- works from: 1
-- 1 to 10; 0: none; null: a server of an earlier build, which charges without one.
alter table incarnation add column place bigint check (place between 0 and 10);
create unique index incarnation_place on incarnation (place) where 0 < place;
-- The most units of an account that the server commits at once, as of the heartbeat with the number `beat`.
alter table incarnation add column share bigint not null default 0;
alter table incarnation add column beat bigint not null default 0;
