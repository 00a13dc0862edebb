-- 0004: a trust request names the doubts that the operator has looked at: [[id, raised at in ms], …]. A request that was stored before names none.

alter table control_trust add column doubts text not null default '[]';
