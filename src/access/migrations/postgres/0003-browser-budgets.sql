-- 0003: what browser sessions may use in a day. Without rows an account has the default, and a project shares the budget of its account.

create table control_browser_budget (
  -- An account, or a project that has a budget of its own.
  owner text collate "C" not null,
  -- all: every session together; address: one IPv4 address, or one /64 of IPv6.
  part text collate "C" not null check (part in ('all', 'address')),
  -- Null: no limit.
  units_daily bigint check (0 < units_daily),
  primary key (owner, part)
);
insert into control_browser_budget
  select id, 'all', browser_units_daily from control_project where browser_units_daily is not null;
alter table control_project drop column browser_units_daily;
