-- works from: 4
-- Which rows changes touched, so that a server reads only those. Triggers write it, so it has the changes of every
-- writer: of this version, of the version before, and of an operator's hand.
-- The same table as in ../sqlite.

create table control_change (
  number bigint primary key,
  -- By chance: a server that reads on recognises the row that it read last. Another history has another mark.
  mark bigint not null default floor(random() * 1000000000)::bigint,
  -- The id of an account, a project or a key whose row changed; 'ring': the secrets of browser sessions; 'all': a row
  -- was removed, or has another id.
  subject text collate "C" not null
);
-- There is always a last row.
insert into control_change (number, subject) values (1, 'all');

-- The lock on the row of control makes changes serial, so that no number is seen before a lower one. Commands hold it
-- already. Ten thousand rows stay. A server that has missed more reads everything.
create function control_note_change(touched text) returns void language plpgsql set search_path from current as $$
declare
  next bigint;
begin
  perform changes from control for update;
  select coalesce(max(number), 0) + 1 into next from control_change;
  insert into control_change (number, subject) values (next, touched);
  delete from control_change where number = next - 10000;
end $$;

-- The argument is the column that names the row, or a word for all of them.
create function control_note_row() returns trigger language plpgsql set search_path from current as $$
declare
  was text := case when tg_op = 'INSERT' then null else coalesce(to_jsonb(old) ->> tg_argv[0], tg_argv[0]) end;
  becomes text := case when tg_op = 'DELETE' then null else coalesce(to_jsonb(new) ->> tg_argv[0], tg_argv[0]) end;
begin
  if was is distinct from becomes and was is not null then
    perform control_note_change(was);
  end if;
  if becomes is not null then
    perform control_note_change(becomes);
  end if;
  return null;
end $$;

create trigger control_account_changed after insert or update of state, allowance_units on control_account
  for each row execute function control_note_row('id');
create trigger control_account_replaced after delete or update of id, number on control_account
  for each row execute function control_note_row('all');

create trigger control_project_changed after insert or update of account, scopes, browser_scopes, state on control_project
  for each row execute function control_note_row('id');
create trigger control_project_replaced after delete or update of id, number, client_id on control_project
  for each row execute function control_note_row('all');

create trigger control_key_changed after insert or update of project, scopes, expires_at_ms, revoked_at_ms on control_key
  for each row execute function control_note_row('id');
create trigger control_key_replaced after delete or update of id, sha256 on control_key
  for each row execute function control_note_row('all');

create trigger control_origin_changed after insert or update or delete on control_origin
  for each row execute function control_note_row('project');

create trigger control_limit_changed after insert or update or delete on control_limit
  for each row execute function control_note_row('project');

create trigger control_browser_budget_changed after insert or update or delete on control_browser_budget
  for each row execute function control_note_row('owner');

create trigger control_ring_changed after insert or update or delete on control_ring
  for each row execute function control_note_row('ring');

-- Servers count what waits with each change.
create index control_account_pending on control_account (id) where wish_applied < wish;
create index control_trust_pending on control_trust (number) where applied_at_ms is null;
