-- 0002: every acquire counts the living nodes, and incarnations of lost nodes add up.

create index incarnation_lease on incarnation (lease_until_ms) where state <> 'ended';
