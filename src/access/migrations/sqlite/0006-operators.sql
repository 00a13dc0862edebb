-- works from: 4
-- What operators do: lines of their acts, the operators with tokens, and what a repeated request gets.

-- One line for each act. A line is never changed and never removed.
create table control_act (
  number integer primary key,
  at_ms integer not null,
  -- A user of the system for commands, the name of an operator over HTTP.
  who text not null,
  via text not null check (via in ('command', 'http')),
  -- A machine, or the address of a client.
  place text not null,
  -- account.close
  what text not null,
  account text,
  -- The id of what was changed.
  subject text,
  -- JSON: the fields that changed. Never a secret.
  was text,
  becomes text,
  request text
) strict;
create index control_act_account on control_act (account, number);
create trigger control_act_kept_unchanged before update on control_act begin
  select raise(abort, 'a line of the log of acts is never changed');
end;
create trigger control_act_kept before delete on control_act begin
  select raise(abort, 'a line of the log of acts is never removed');
end;
-- "insert or replace" removes a line without the trigger above.
create trigger control_act_kept_once before insert on control_act
  when exists (select 1 from control_act where number = new.number) begin
  select raise(abort, 'a line of the log of acts is never changed');
end;

create table control_operator (
  name text primary key,
  role text not null check (role in ('read', 'provision', 'operate')),
  -- Of the token's text, which is kept nowhere.
  sha256 blob not null unique check (length(sha256) = 32),
  last4 text not null,
  -- The bounds of what the operator may give. Null: none.
  allowance_max_units integer check (0 <= allowance_max_units),
  scopes text not null,
  created_at_ms integer not null,
  -- Null: never.
  expires_at_ms integer,
  revoked_at_ms integer
) strict, without rowid;

-- Requests with an Idempotency-Key, kept for two days, and those that the books have not carried out for longer.
create table control_repeat (
  who text not null,
  key text not null,
  -- The hash of the operation, its path and its body.
  sha256 blob not null check (length(sha256) = 32),
  -- The line of an act that the books have not carried out yet.
  act integer,
  -- The answer, without the key that it had.
  answer text not null,
  created_at_ms integer not null,
  primary key (who, key)
) strict, without rowid;
create index control_repeat_age on control_repeat (created_at_ms);

-- Lists of one account or project, and of keys that are about to end, read only their own rows.
create index control_project_account on control_project (account, number);
create index control_key_project on control_key (project);
create index control_key_ending on control_key (expires_at_ms, id) where revoked_at_ms is null;
