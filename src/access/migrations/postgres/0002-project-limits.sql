-- 0002: limits of addresses that a project sets for its own web pages; without a row those of the server alone hold.

create table control_limit (
  project text collate "C" not null references control_project (id),
  name text collate "C" not null check (name in ('ip', 'mint_ip')),
  -- So many come back in a second, and so many at once.
  rate double precision not null check (0 < rate),
  burst bigint not null check (1 <= burst),
  primary key (project, name)
);
