-- works from: 4
-- What operators do: lines of their acts, the operators with tokens, and what a repeated request gets.
-- The same tables as in ../sqlite.

-- One line for each act. A line is never changed and never removed.
create table control_act (
  number bigint primary key,
  at_ms bigint not null,
  -- A user of the system for commands, the name of an operator over HTTP.
  who text collate "C" not null,
  via text collate "C" not null check (via in ('command', 'http')),
  -- A machine, or the address of a client.
  place text collate "C" not null,
  -- account.close
  what text collate "C" not null,
  account text collate "C",
  -- The id of what was changed.
  subject text collate "C",
  -- JSON: the fields that changed. Never a secret.
  was text collate "C",
  becomes text collate "C",
  request text collate "C"
);
create index control_act_account on control_act (account, number);
create function control_act_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'a line of the log of acts is never changed or removed' using errcode = 'check_violation';
end $$;
create trigger control_act_kept before update or delete on control_act
  for each row execute function control_act_refuse();
create trigger control_act_kept_whole before truncate on control_act
  for each statement execute function control_act_refuse();

create table control_operator (
  name text collate "C" primary key,
  role text collate "C" not null check (role in ('read', 'provision', 'operate')),
  -- Of the token's text, which is kept nowhere.
  sha256 bytea not null unique check (length(sha256) = 32),
  last4 text collate "C" not null,
  -- The bounds of what the operator may give. Null: none.
  allowance_max_units bigint check (0 <= allowance_max_units),
  scopes text collate "C" not null,
  created_at_ms bigint not null,
  -- Null: never.
  expires_at_ms bigint,
  revoked_at_ms bigint
);

-- Requests with an Idempotency-Key, kept for two days, and those that the books have not carried out for longer.
create table control_repeat (
  who text collate "C" not null,
  key text collate "C" not null,
  -- The hash of the operation, its path and its body.
  sha256 bytea not null check (length(sha256) = 32),
  -- The line of an act that the books have not carried out yet.
  act bigint,
  -- The answer, without the key that it had.
  answer text collate "C" not null,
  created_at_ms bigint not null,
  primary key (who, key)
);
create index control_repeat_age on control_repeat (created_at_ms);

-- Lists of one account or project, and of keys that are about to end, read only their own rows.
create index control_project_account on control_project (account, number);
create index control_key_project on control_key (project);
create index control_key_ending on control_key (expires_at_ms, id) where revoked_at_ms is null;
