-- works from: 4
-- Which rows changes touched, so that a server reads only those. Triggers write it, so it has the changes of every
-- writer: of this version, of the version before, and of an operator's hand.

create table control_change (
  number integer primary key,
  -- By chance: a server that reads on recognises the row that it read last. Another history has another mark.
  mark integer not null default (abs(random() % 1000000000)),
  -- The id of an account, a project or a key whose row changed; 'ring': the secrets of browser sessions; 'all': a row
  -- was removed, or has another id.
  subject text not null
) strict;
-- There is always a last row.
insert into control_change (subject) values ('all');

-- Ten thousand rows stay. A server that has missed more reads everything.
create trigger control_change_pruned after insert on control_change begin
  delete from control_change where number = new.number - 10000;
end;

create trigger control_account_inserted after insert on control_account begin
  insert into control_change (subject) values (new.id);
end;
create trigger control_account_updated after update of state, allowance_units on control_account begin
  insert into control_change (subject) values (new.id);
end;
create trigger control_account_replaced after update of id, number on control_account begin
  insert into control_change (subject) values ('all');
end;
create trigger control_account_deleted after delete on control_account begin
  insert into control_change (subject) values ('all');
end;

create trigger control_project_inserted after insert on control_project begin
  insert into control_change (subject) values (new.id);
end;
create trigger control_project_updated after update of account, scopes, browser_scopes, state on control_project begin
  insert into control_change (subject) values (new.id);
end;
create trigger control_project_replaced after update of id, number, client_id on control_project begin
  insert into control_change (subject) values ('all');
end;
create trigger control_project_deleted after delete on control_project begin
  insert into control_change (subject) values ('all');
end;

create trigger control_key_inserted after insert on control_key begin
  insert into control_change (subject) values (new.id);
end;
create trigger control_key_updated after update of project, scopes, expires_at_ms, revoked_at_ms on control_key begin
  insert into control_change (subject) values (new.id);
end;
create trigger control_key_replaced after update of id, sha256 on control_key begin
  insert into control_change (subject) values ('all');
end;
create trigger control_key_deleted after delete on control_key begin
  insert into control_change (subject) values ('all');
end;

create trigger control_origin_inserted after insert on control_origin begin
  insert into control_change (subject) values (new.project);
end;
create trigger control_origin_updated after update on control_origin begin
  insert into control_change (subject) values (new.project);
  insert into control_change (subject) select old.project where old.project <> new.project;
end;
create trigger control_origin_deleted after delete on control_origin begin
  insert into control_change (subject) values (old.project);
end;

create trigger control_limit_inserted after insert on control_limit begin
  insert into control_change (subject) values (new.project);
end;
create trigger control_limit_updated after update on control_limit begin
  insert into control_change (subject) values (new.project);
  insert into control_change (subject) select old.project where old.project <> new.project;
end;
create trigger control_limit_deleted after delete on control_limit begin
  insert into control_change (subject) values (old.project);
end;

create trigger control_browser_budget_inserted after insert on control_browser_budget begin
  insert into control_change (subject) values (new.owner);
end;
create trigger control_browser_budget_updated after update on control_browser_budget begin
  insert into control_change (subject) values (new.owner);
  insert into control_change (subject) select old.owner where old.owner <> new.owner;
end;
create trigger control_browser_budget_deleted after delete on control_browser_budget begin
  insert into control_change (subject) values (old.owner);
end;

create trigger control_ring_inserted after insert on control_ring begin
  insert into control_change (subject) values ('ring');
end;
create trigger control_ring_updated after update on control_ring begin
  insert into control_change (subject) values ('ring');
end;
create trigger control_ring_deleted after delete on control_ring begin
  insert into control_change (subject) values ('ring');
end;

-- Servers count what waits with each change.
create index control_account_pending on control_account (id) where wish_applied < wish;
create index control_trust_pending on control_trust (number) where applied_at_ms is null;
