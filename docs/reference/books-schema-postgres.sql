CREATE TABLE account (
  account text collate "C" not null,
  allowance bigint not null,
  state text not null,
  PRIMARY KEY (account),
  CHECK ((0 <= allowance)),
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
  CHECK ((allowance <= allowance_max)),
  CHECK (((confirmed + hold) <= allowance_max)),
  CHECK ((0 <= clipped)),
  CHECK ((0 <= confirmed)),
  CHECK ((0 <= exposure)),
  CHECK (((hold >= 0) AND (hold <= 100))),
  CHECK ((0 <= reserved)),
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
  PRIMARY KEY (id)
);

CREATE TABLE batch (
  seq bigint not null,
  at_ms bigint not null,
  incarnation integer not null,
  hash bytea not null,
  lines bytea not null storage external,
  PRIMARY KEY (incarnation, seq),
  CHECK ((octet_length(hash) = 16)),
  CHECK ((1 <= seq))
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
  PRIMARY KEY (id)
);

CREATE TABLE incarnation (
  incarnation integer not null,
  node text collate "C" not null,
  started_at_ms bigint not null,
  lease_until_ms bigint not null,
  state text not null,
  swept bigint not null,
  PRIMARY KEY (incarnation),
  CHECK ((state = ANY (ARRAY['live'::text, 'fenced'::text, 'ended'::text]))),
  CHECK ((0 <= swept))
);

CREATE INDEX incarnation_by_node ON incarnation USING btree (node);

CREATE INDEX incarnation_lease ON incarnation USING btree (lease_until_ms) WHERE (state <> 'ended'::text);

CREATE INDEX incarnation_unended ON incarnation USING btree (incarnation) WHERE (state <> 'ended'::text);

CREATE TABLE line_state (
  incarnation integer not null,
  seq bigint not null,
  request_id bytea not null,
  grant_id bigint not null,
  units bigint not null,
  state text not null,
  PRIMARY KEY (incarnation, seq, request_id),
  CHECK ((octet_length(request_id) = 16)),
  CHECK ((state = ANY (ARRAY['void'::text, 'hold'::text, 'clipped'::text, 'charged'::text]))),
  CHECK ((0 < units))
);

CREATE INDEX line_state_by_request ON line_state USING btree (request_id);

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
  PRIMARY KEY (id)
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
  CHECK ((0 <= exposure)),
  CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text])))
) WITH (fillfactor=50);

CREATE INDEX grant_open ON unit_grant USING btree (account, period) WHERE (state = 'open'::text);

CREATE INDEX grant_open_by_incarnation ON unit_grant USING btree (id) WHERE (state = 'open'::text);
