CREATE TABLE control (
  changes bigint not null,
  CHECK ((0 <= changes))
);

CREATE TABLE control_account (
  id text collate "C" not null,
  number bigint not null,
  name text not null,
  state text not null,
  allowance_units bigint not null,
  created_at_ms bigint not null,
  wish bigint not null,
  wish_applied bigint not null,
  applied_at_ms bigint,
  UNIQUE (number),
  PRIMARY KEY (id),
  CHECK ((0 <= allowance_units)),
  CHECK ((wish_applied <= wish)),
  CHECK ((1 <= number)),
  CHECK ((state = ANY (ARRAY['pending'::text, 'verified'::text, 'suspended'::text, 'closed'::text])))
);

CREATE TABLE control_browser_budget (
  owner text collate "C" not null,
  part text collate "C" not null,
  units_daily bigint,
  PRIMARY KEY (owner, part),
  CHECK ((part = ANY (ARRAY['all'::text, 'address'::text]))),
  CHECK ((0 < units_daily))
);

CREATE TABLE control_key (
  id text collate "C" not null,
  project text collate "C" not null,
  name text not null,
  sha256 bytea not null,
  last4 text not null,
  scopes text not null,
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  revoked_at_ms bigint,
  UNIQUE (sha256),
  PRIMARY KEY (id),
  FOREIGN KEY (project) REFERENCES control_project(id),
  CHECK ((octet_length(sha256) = 32))
);

CREATE TABLE control_limit (
  project text collate "C" not null,
  name text collate "C" not null,
  rate double precision not null,
  burst bigint not null,
  PRIMARY KEY (project, name),
  FOREIGN KEY (project) REFERENCES control_project(id),
  CHECK ((1 <= burst)),
  CHECK ((name = ANY (ARRAY['ip'::text, 'mint_ip'::text]))),
  CHECK (((0)::double precision < rate))
);

CREATE TABLE control_origin (
  project text collate "C" not null,
  origin text collate "C" not null,
  PRIMARY KEY (project, origin),
  FOREIGN KEY (project) REFERENCES control_project(id)
);

CREATE TABLE control_project (
  id text collate "C" not null,
  number bigint not null,
  account text collate "C" not null,
  name text not null,
  client_id text collate "C" not null,
  scopes text not null,
  browser_scopes text not null,
  state text not null,
  created_at_ms bigint not null,
  UNIQUE (client_id),
  UNIQUE (number),
  PRIMARY KEY (id),
  FOREIGN KEY (account) REFERENCES control_account(id),
  CHECK (((number >= 1) AND (number <= '4294967295'::bigint))),
  CHECK ((state = ANY (ARRAY['active'::text, 'suspended'::text])))
);

CREATE TABLE control_ring (
  number bigint not null,
  secret bytea not null,
  created_at_ms bigint not null,
  PRIMARY KEY (number),
  CHECK ((octet_length(secret) = 32))
);

CREATE TABLE control_trust (
  number bigint not null,
  who text not null,
  why text not null,
  wished_at_ms bigint not null,
  applied_at_ms bigint,
  answer text,
  doubts text not null,
  PRIMARY KEY (number)
);

CREATE TABLE regista_migration (
  series text not null,
  number integer not null,
  PRIMARY KEY (series, number)
);
