-- 0002: the warnings that were raised. Each share of a month is warned of once for each allowance that the account had.
-- works from: 1
create table warning (
  period text collate "C" not null,
  account text collate "C" not null,
  allowance bigint not null,
  percent bigint not null check (percent in (50, 80, 100)),
  units bigint not null,
  -- What the account may use besides the allowance.
  credited bigint not null,
  at_ms bigint not null check (at_ms between 0 and 9007199254740991),
  -- When the receiver of alerts has acknowledged it. Null: not yet, or there is none.
  sent_at_ms bigint check (sent_at_ms between 0 and 9007199254740991),
  primary key (period, account, allowance, percent)
);
