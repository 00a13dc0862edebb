CREATE TABLE account (
  account text collate "C" not null,
  allowance bigint not null,
  state text not null,
  PRIMARY KEY (account),
  CHECK (((allowance >= 0) AND (allowance <= '9007199254740991'::bigint))),
  CHECK ((state = ANY (ARRAY['active'::text, 'suspended'::text])))
);

CREATE INDEX account_suspended ON account USING btree (account) WHERE (state = 'suspended'::text);

CREATE TABLE account_period (
  account text collate "C" not null,
  period text collate "C" not null,
  starts_at_ms bigint not null,
  ends_at_ms bigint not null,
  allowance bigint not null,
  allowance_max bigint not null,
  confirmed bigint not null,
  reserved bigint not null,
  hold bigint not null,
  exposure bigint not null,
  clipped bigint not null,
  state text not null,
  recall_until_ms bigint not null,
  PRIMARY KEY (account, period),
  CHECK ((0 <= allowance)),
  CHECK (((allowance <= allowance_max) AND (allowance_max <= '9007199254740991'::bigint))),
  CHECK (((confirmed + hold) <= allowance_max)),
  CHECK (((clipped >= 0) AND (clipped <= '9007199254740991'::bigint))),
  CHECK (((confirmed >= 0) AND (confirmed <= '9007199254740991'::bigint))),
  CHECK (((ends_at_ms >= 0) AND (ends_at_ms <= '9007199254740991'::bigint))),
  CHECK (((exposure >= 0) AND (exposure <= '9007199254740991'::bigint))),
  CHECK (((hold >= 0) AND (hold <= 100))),
  CHECK (((recall_until_ms >= 0) AND (recall_until_ms <= '9007199254740991'::bigint))),
  CHECK (((reserved >= 0) AND (reserved <= '9007199254740991'::bigint))),
  CHECK (((starts_at_ms >= 0) AND (starts_at_ms <= '9007199254740991'::bigint))),
  CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text])))
);

CREATE INDEX period_open ON account_period USING btree (ends_at_ms) WHERE (state = 'open'::text);

CREATE INDEX period_recalled ON account_period USING btree (recall_until_ms) WHERE (0 < recall_until_ms);

CREATE TABLE allowance_change (
  id bigint not null generated always as identity,
  account text collate "C" not null,
  at_ms bigint not null,
  units_from bigint,
  units_to bigint not null,
  who text not null,
  PRIMARY KEY (id),
  CHECK (((at_ms >= 0) AND (at_ms <= '9007199254740991'::bigint))),
  CHECK (((id >= 0) AND (id <= '9007199254740991'::bigint))),
  CHECK (((units_from >= 0) AND (units_from <= '9007199254740991'::bigint))),
  CHECK (((units_to >= 0) AND (units_to <= '9007199254740991'::bigint)))
);

CREATE TABLE archive_file (
  id bigint not null,
  name text not null,
  bytes bigint not null,
  sha256 bytea not null,
  PRIMARY KEY (id),
  CHECK (((bytes >= 0) AND (bytes <= '9007199254740991'::bigint))),
  CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))),
  CHECK ((octet_length(sha256) = 32))
);

CREATE TABLE archive_range (
  incarnation integer not null,
  seq_from bigint not null,
  seq_to bigint not null,
  archive_id bigint not null,
  hash bytea not null,
  PRIMARY KEY (incarnation, seq_from),
  CHECK (((archive_id >= 1) AND (archive_id <= '9007199254740991'::bigint))),
  CHECK (((seq_from <= seq_to) AND (seq_to <= '9007199254740991'::bigint))),
  CHECK ((octet_length(hash) = 16)),
  CHECK ((1 <= seq_from))
);

CREATE TABLE audit_grant (
  id bigint not null,
  state text not null,
  acked bigint not null,
  held bigint not null,
  clipped bigint not null,
  PRIMARY KEY (id),
  CHECK (((acked >= 0) AND (acked <= '9007199254740991'::bigint))),
  CHECK (((clipped >= 0) AND (clipped <= '9007199254740991'::bigint))),
  CHECK (((held >= 0) AND (held <= '9007199254740991'::bigint))),
  CHECK (((id >= 0) AND (id <= '9007199254740991'::bigint))),
  CHECK ((state = ANY (ARRAY['seen'::text, 'unseen'::text])))
);

CREATE TABLE audit_incarnation (
  incarnation integer not null,
  seq bigint not null,
  hash bytea not null,
  lines bigint not null,
  grants_to bigint not null,
  state text not null,
  PRIMARY KEY (incarnation),
  CHECK (((grants_to >= 0) AND (grants_to <= '9007199254740991'::bigint))),
  CHECK ((octet_length(hash) = 16)),
  CHECK (((lines >= 0) AND (lines <= '9007199254740991'::bigint))),
  CHECK (((seq >= 0) AND (seq <= '9007199254740991'::bigint))),
  CHECK ((state = ANY (ARRAY['open'::text, 'settled'::text])))
);

CREATE TABLE audit_month (
  account text collate "C" not null,
  period text collate "C" not null,
  acked bigint not null,
  held bigint not null,
  clipped bigint not null,
  PRIMARY KEY (account, period),
  CHECK (((acked >= 0) AND (acked <= '9007199254740991'::bigint))),
  CHECK (((clipped >= 0) AND (clipped <= '9007199254740991'::bigint))),
  CHECK (((held >= 0) AND (held <= '9007199254740991'::bigint)))
);

CREATE TABLE audit_state (
  version bigint not null,
  full_at_ms bigint not null,
  CHECK (((full_at_ms >= 0) AND (full_at_ms <= '9007199254740991'::bigint))),
  CHECK (((version >= 0) AND (version <= '9007199254740991'::bigint)))
);

CREATE TABLE batch (
  seq bigint not null,
  at_ms bigint not null,
  incarnation integer not null,
  hash bytea not null,
  lines bytea not null storage external,
  PRIMARY KEY (incarnation, seq),
  CHECK (((1 <= seq) AND (0 <= at_ms) AND (GREATEST(seq, at_ms) <= '9007199254740991'::bigint))),
  CHECK ((octet_length(hash) = 16))
);

CREATE TABLE books (
  id text not null,
  incarnations integer not null,
  CHECK ((0 <= incarnations))
);

CREATE TABLE doubt (
  id bigint not null generated always as identity,
  account text collate "C",
  reason text not null,
  detail text not null,
  raised_at_ms bigint not null,
  resolved_at_ms bigint,
  resolved_by text,
  resolved_why text,
  PRIMARY KEY (id),
  CHECK (((id >= 0) AND (id <= '9007199254740991'::bigint))),
  CHECK (((raised_at_ms >= 0) AND (raised_at_ms <= '9007199254740991'::bigint))),
  CHECK (((resolved_at_ms >= 0) AND (resolved_at_ms <= '9007199254740991'::bigint)))
);

CREATE TABLE incarnation (
  incarnation integer not null,
  node text collate "C" not null,
  started_at_ms bigint not null,
  lease_until_ms bigint not null,
  state text not null,
  swept bigint not null,
  PRIMARY KEY (incarnation),
  CHECK (((lease_until_ms >= 0) AND (lease_until_ms <= '9007199254740991'::bigint))),
  CHECK (((started_at_ms >= 0) AND (started_at_ms <= '9007199254740991'::bigint))),
  CHECK ((state = ANY (ARRAY['live'::text, 'fenced'::text, 'ended'::text]))),
  CHECK (((swept >= 0) AND (swept <= '9007199254740991'::bigint)))
);

CREATE INDEX incarnation_by_node ON incarnation USING btree (node);

CREATE INDEX incarnation_lease ON incarnation USING btree (lease_until_ms) WHERE (state <> 'ended'::text);

CREATE INDEX incarnation_unended ON incarnation USING btree (incarnation) WHERE (state <> 'ended'::text);

CREATE TABLE ledger_time (
  id integer not null,
  now_ms bigint not null,
  final_ms bigint not null,
  undisputed_ms bigint not null,
  returns bigint not null,
  PRIMARY KEY (id),
  CHECK (((final_ms >= 0) AND (final_ms <= '9007199254740991'::bigint))),
  CHECK ((id = 1)),
  CHECK (((now_ms >= 0) AND (now_ms <= '9007199254740991'::bigint))),
  CHECK (((returns >= 0) AND (returns <= '9007199254740991'::bigint))),
  CHECK (((undisputed_ms >= 0) AND (undisputed_ms <= '9007199254740991'::bigint)))
) WITH (fillfactor=10);

CREATE TABLE line_state (
  incarnation integer not null,
  seq bigint not null,
  request_id bytea not null,
  grant_id bigint not null,
  units bigint not null,
  state text not null,
  PRIMARY KEY (incarnation, seq, request_id),
  CHECK (((grant_id >= 0) AND (grant_id <= '9007199254740991'::bigint))),
  CHECK ((octet_length(request_id) = 16)),
  CHECK (((seq >= 1) AND (seq <= '9007199254740991'::bigint))),
  CHECK ((state = ANY (ARRAY['void'::text, 'hold'::text, 'clipped'::text, 'charged'::text]))),
  CHECK (((units >= 1) AND (units <= '9007199254740991'::bigint)))
);

CREATE INDEX line_state_by_request ON line_state USING btree (request_id);

CREATE TABLE notice (
  id bigint not null generated always as identity,
  at_ms bigint not null,
  reason text not null,
  detail text not null,
  PRIMARY KEY (id),
  CHECK (((at_ms >= 0) AND (at_ms <= '9007199254740991'::bigint))),
  CHECK (((id >= 0) AND (id <= '9007199254740991'::bigint)))
);

CREATE TABLE regista_migration (
  series text not null,
  number integer not null,
  PRIMARY KEY (series, number)
);

CREATE TABLE subject (
  id bigint not null generated always as identity,
  account text collate "C" not null,
  project text collate "C" not null,
  credential text collate "C" not null,
  operation text collate "C" not null,
  UNIQUE (account, project, credential, operation),
  PRIMARY KEY (id),
  CHECK (((id >= 0) AND (id <= '9007199254740991'::bigint)))
);

CREATE TABLE unit_grant (
  id bigint not null,
  account text collate "C" not null,
  period text collate "C" not null,
  size bigint not null,
  spent bigint not null,
  acked bigint not null,
  exposure bigint not null,
  state text not null,
  version bigint not null,
  in_flight_hint bigint not null,
  PRIMARY KEY (id),
  CHECK (((0 <= acked) AND (acked <= spent) AND (spent <= size))),
  CHECK (((0 <= LEAST(id, exposure, version, in_flight_hint)) AND (GREATEST(id, size, exposure, version, in_flight_hint) <= '9007199254740991'::bigint))),
  CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text])))
) WITH (fillfactor=50);

CREATE INDEX grant_open ON unit_grant USING btree (account, period) WHERE (state = 'open'::text);

CREATE INDEX grant_open_by_incarnation ON unit_grant USING btree (id) WHERE (state = 'open'::text);
