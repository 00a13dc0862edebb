-- 0004: the places of servers; see ../postgres for what the columns mean.
-- works from: 1
alter table incarnation add column place integer check (place between 0 and 10);
create unique index incarnation_place on incarnation (place) where 0 < place;
alter table incarnation add column share integer not null default 0;
alter table incarnation add column beat integer not null default 0;
