-- 0002: withdrawals and restorations are told apart by dataset, so that one leaves the other country as it is, and one of
-- a company leaves addresses.
alter table dataset add column withdrawals text not null default '';
update dataset set withdrawals = (select digest from withdrawal_history);
drop table withdrawal_history;
