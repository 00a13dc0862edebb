-- 0002: who is alive is asked at every grant, and lives of nodes that never come back add up.

create index incarnation_lease on incarnation (lease_until_ms) where state <> 'ended';
