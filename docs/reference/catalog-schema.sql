CREATE TABLE dataset (
  id integer primary key,
  name text not null unique,
  -- The descriptor as the registry gave it at the last import: attribution, licence, rhythm (JSON).
  descriptor text not null,
  -- How many records its table has: counting them would read the whole table.
  records integer not null default 0
) strict;

CREATE TABLE import_file (
  id integer primary key,
  generation integer not null references import_set deferrable initially deferred,
  name text not null,
  bytes integer not null,
  sha256 text not null,
  fetched_at text not null
) strict;

CREATE INDEX import_file_by_set on import_file (generation);

CREATE TABLE import_set (
  generation integer primary key autoincrement,
  dataset integer not null references dataset,
  scope text not null,
  coverage text not null check (coverage in ('full', 'changes')),
  complete integer not null check (complete in (0, 1)),
  -- The day the source states for the data, else the day of the import.
  observed_on text not null,
  imported_at text not null,
  projection_version text not null,
  -- What else decided how rows were understood (code lists): rows are known again only while it is the same.
  dependencies text not null,
  -- SHA-256 over the hashes of its files: the same files are not read twice.
  signature text not null,
  invented integer not null check (invented in (0, 1)),
  -- How many records stood in it: the next full set must not be much smaller.
  records integer not null,
  -- Everything else that was counted (JSON).
  counts text not null
) strict;

CREATE INDEX import_set_by_dataset on import_set (dataset, scope, generation);

CREATE TABLE records_1 (
  key integer primary key,
  -- The file that this version came from; the file knows its set, and the set the dates.
  file integer not null,
  -- 52 bits that stand for the row that gave this record: a row that comes again unchanged is not even parsed.
  fingerprint integer not null,
  -- Of the body: what provenance calls record_sha256.
  sha256 blob not null,
  body text not null,
  -- The generation that last wrote this row, for any reason.
  touched integer not null,
  -- The generation in which the source had it no more, or null.
  retired integer,
  withdrawn integer not null default 0
) strict;

CREATE TABLE restoring (
  dataset integer not null references dataset,
  key integer not null,
  primary key (dataset, key)
) strict, without rowid;

CREATE TABLE revision (
  dataset integer not null references dataset,
  key integer not null,
  ended_in integer not null,
  file integer not null,
  sha256 blob not null,
  body text not null,
  primary key (dataset, key, ended_in, sha256)
) strict, without rowid;

CREATE TABLE withdrawal (
  country text not null,
  kind text not null,
  source_key text not null,
  why text not null,
  at text not null,
  primary key (country, kind, source_key)
) strict, without rowid;

CREATE TABLE withdrawal_history (digest text not null) strict;
