-- Who may call. Accounts, their projects, the projects' keys and origins, and the secrets that browser sessions are sealed with.
-- The same tables as in ../postgres, column by column; only types differ.

create table control (
  -- One row. Every change raises it, in its own transaction: so a server sees that something changed, and changes come one after the other.
  changes integer not null check (0 <= changes)
) strict;
insert into control values (0);

create table control_account (
  id text primary key,
  -- Short, for tables in memory; never given again.
  number integer not null unique check (1 <= number),
  name text not null,
  state text not null check (state in ('pending', 'verified', 'suspended', 'closed')),
  allowance_units integer not null check (0 <= allowance_units),
  created_at_ms integer not null,
  -- The change that set state and allowance as they stand here, and the last such change that the books were told of.
  wish integer not null,
  wish_applied integer not null check (wish_applied <= wish),
  applied_at_ms integer
) strict, without rowid;

create table control_project (
  id text primary key,
  -- Stands in the tokens of browser sessions, in four bytes; never given again.
  number integer not null unique check (number between 1 and 4294967295),
  account text not null references control_account (id),
  name text not null,
  client_id text not null unique,
  -- Names with a space between them.
  scopes text not null,
  browser_scopes text not null,
  state text not null check (state in ('active', 'suspended')),
  created_at_ms integer not null
) strict, without rowid;

create table control_origin (
  project text not null references control_project (id),
  origin text not null,
  primary key (project, origin)
) strict, without rowid;

create table control_key (
  id text primary key,
  project text not null references control_project (id),
  name text not null,
  -- Of the key's text, which is kept nowhere.
  sha256 blob not null unique check (length(sha256) = 32),
  last4 text not null,
  scopes text not null,
  created_at_ms integer not null,
  expires_at_ms integer not null,
  revoked_at_ms integer
) strict, without rowid;

-- The secrets of browser sessions; the newest two.
create table control_ring (
  number integer primary key,
  secret blob not null check (length(secret) = 32),
  created_at_ms integer not null
) strict;

-- An operator's word that the books may be trusted again, for the running server to carry out.
create table control_trust (
  number integer primary key,
  who text not null,
  why text not null,
  wished_at_ms integer not null,
  applied_at_ms integer,
  -- What the server answered.
  answer text,
  -- The doubts that the operator has looked at: [[id, raised at in ms], …].
  doubts text not null default '[]'
) strict;

-- Limits of addresses that a project sets for its own web pages; without a row those of the server alone hold.

create table control_limit (
  project text not null references control_project (id),
  name text not null check (name in ('ip', 'mint_ip')),
  -- So many come back in a second, and so many at once.
  rate real not null check (0 < rate),
  burst integer not null check (1 <= burst),
  primary key (project, name)
) strict, without rowid;

-- What browser sessions may use in a day. Without rows an account has the default, and a project shares the budget of its account.

create table control_browser_budget (
  -- An account, or a project that has a budget of its own.
  owner text not null,
  -- all: every session together; address: one IPv4 address, or one /64 of IPv6.
  part text not null check (part in ('all', 'address')),
  -- Null: no limit.
  units_daily integer check (0 < units_daily),
  primary key (owner, part)
) strict, without rowid;
