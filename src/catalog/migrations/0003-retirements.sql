-- 0003: a record that a source brings again loses the mark of its retirement, so retirements are kept from now on.
create table retirement (
  dataset integer not null references dataset,
  key integer not null,
  retired_in integer not null,
  -- The generation that brought the record back.
  ended_in integer not null,
  primary key (dataset, key, ended_in)
) strict, without rowid;

-- Of the generations up to this one it is unknown which records came back.
create table retirements_kept (after_generation integer not null) strict;
insert into retirements_kept select coalesce(max(generation), 0) from import_set;
