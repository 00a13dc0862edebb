-- 0002: the warnings that were raised; see ../postgres for when there is one, and what the columns mean.
-- works from: 1
create table warning (
  period text not null,
  account text not null,
  allowance integer not null,
  percent integer not null check (percent in (50, 80, 100)),
  units integer not null,
  credited integer not null,
  at_ms integer not null check (at_ms between 0 and 9007199254740991),
  sent_at_ms integer check (sent_at_ms between 0 and 9007199254740991),
  primary key (period, account, allowance, percent)
) strict, without rowid;
