-- 0001: what was imported, from which files, and what stands in it now.
-- The records themselves lie in one table per dataset (records_<id>), made when the dataset is first seen: their key is the rowid,
-- so an import in key order only appends, and no second index has to be kept.

create table dataset (
  id integer primary key,
  name text not null unique,
  -- The descriptor as the registry gave it at the last import: attribution, licence, rhythm (JSON).
  descriptor text not null,
  -- How many records its table has: counting them would read the whole table.
  records integer not null default 0
) strict;

-- One import: all or nothing. Its id is the generation.
create table import_set (
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

create index import_set_by_dataset on import_set (dataset, scope, generation);

create table import_file (
  id integer primary key,
  generation integer not null references import_set deferrable initially deferred,
  name text not null,
  bytes integer not null,
  sha256 text not null,
  fetched_at text not null
) strict;

create index import_file_by_set on import_file (generation);

-- What a record was before it changed. `file` is the file that version came from, `ended_in` the generation that replaced it, or after
-- which it was withdrawn: then two versions may end in one generation, and their hashes differ.
create table revision (
  dataset integer not null references dataset,
  key integer not null,
  ended_in integer not null,
  file integer not null,
  sha256 blob not null,
  body text not null,
  primary key (dataset, key, ended_in, sha256)
) strict, without rowid;

-- Records that the operator withdrew, by what they are known as everywhere: a source that brings the record later obeys as well.
create table withdrawal (
  country text not null,
  kind text not null,
  source_key text not null,
  why text not null,
  at text not null,
  primary key (country, kind, source_key)
) strict, without rowid;

-- Withdrawn records that come back with the next import that has them.
create table restoring (
  dataset integer not null references dataset,
  key integer not null,
  primary key (dataset, key)
) strict, without rowid;

-- Withdrawals and restorations change records without an import. A digest over all of them, in their order: a number would be the same
-- again in a catalog that was put back from a copy.
create table withdrawal_history (digest text not null) strict;
insert into withdrawal_history values ('');
