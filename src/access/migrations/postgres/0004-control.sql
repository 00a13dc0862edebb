-- Who may call. Accounts, their projects, the projects' keys and origins, and the secrets that browser sessions are sealed with.
-- The same tables as in ../sqlite, column by column; only types differ. Keys are
-- compared byte by byte, so that no update of the system's languages can reorder an index.

create table control (
  -- One row. Every change raises it, in its own transaction: so a server sees that something changed, and changes come one after the other.
  changes bigint not null check (0 <= changes)
);
insert into control values (0);

create table control_account (
  id text collate "C" primary key,
  -- Short, for tables in memory; never given again.
  number bigint not null unique check (1 <= number),
  name text not null,
  state text not null check (state in ('pending', 'verified', 'suspended', 'closed')),
  allowance_units bigint not null check (0 <= allowance_units),
  created_at_ms bigint not null,
  -- The change that set state and allowance as they stand here, and the last such change that the books were told of.
  wish bigint not null,
  wish_applied bigint not null check (wish_applied <= wish),
  applied_at_ms bigint
);

create table control_project (
  id text collate "C" primary key,
  -- Stands in the tokens of browser sessions, in four bytes; never given again.
  number bigint not null unique check (number between 1 and 4294967295),
  account text collate "C" not null references control_account (id),
  name text not null,
  client_id text collate "C" not null unique,
  -- Names with a space between them.
  scopes text not null,
  browser_scopes text not null,
  state text not null check (state in ('active', 'suspended')),
  created_at_ms bigint not null
);

create table control_origin (
  project text collate "C" not null references control_project (id),
  origin text collate "C" not null,
  primary key (project, origin)
);

create table control_key (
  id text collate "C" primary key,
  project text collate "C" not null references control_project (id),
  name text not null,
  -- Of the key's text, which is kept nowhere.
  sha256 bytea not null unique check (octet_length(sha256) = 32),
  last4 text not null,
  scopes text not null,
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  revoked_at_ms bigint
);

-- The secrets of browser sessions; the newest two.
create table control_ring (
  number bigint primary key,
  secret bytea not null check (octet_length(secret) = 32),
  created_at_ms bigint not null
);

-- An operator's word that the books may be trusted again, for the running server to carry out.
create table control_trust (
  number bigint primary key,
  who text not null,
  why text not null,
  wished_at_ms bigint not null,
  applied_at_ms bigint,
  -- What the server answered.
  answer text,
  -- The doubts that the operator has looked at: [[id, raised at in ms], …].
  doubts text not null default '[]'
);

-- Limits of addresses that a project sets for its own web pages; without a row those of the server alone hold.

create table control_limit (
  project text collate "C" not null references control_project (id),
  name text collate "C" not null check (name in ('ip', 'mint_ip')),
  -- So many come back in a second, and so many at once.
  rate double precision not null check (0 < rate),
  burst bigint not null check (1 <= burst),
  primary key (project, name)
);

-- What browser sessions may use in a day. Without rows an account has the default, and a project shares the budget of its account.

create table control_browser_budget (
  -- An account, or a project that has a budget of its own.
  owner text collate "C" not null,
  -- all: every session together; address: one IPv4 address, or one /64 of IPv6.
  part text collate "C" not null check (part in ('all', 'address')),
  -- Null: no limit.
  units_daily bigint check (0 < units_daily),
  primary key (owner, part)
);
