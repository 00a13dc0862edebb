-- works from: 4
-- Operators who are signed in to the console. No server follows it: each request looks its session up.
-- The same table as in ../sqlite.
create table control_console_session (
  -- Of the secret in the cookie, which is kept nowhere.
  sha256 bytea primary key check (length(sha256) = 32),
  operator text collate "C" not null references control_operator (name),
  created_at_ms bigint not null,
  expires_at_ms bigint not null
);
create index control_console_session_end on control_console_session (expires_at_ms);
