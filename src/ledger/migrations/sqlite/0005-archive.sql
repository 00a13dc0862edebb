-- 0005: the archive: batches of old months, moved from the table to files in the data folder.

create table archive_file (
  id integer primary key check (id between 1 and 9007199254740991),
  name text not null,
  bytes integer not null check (bytes between 0 and 9007199254740991),
  sha256 blob not null check (length(sha256) = 32)
) strict;

-- Batches that are read from a file only, even if the table still has them.
create table archive_range (
  incarnation integer not null check (incarnation between 0 and 9007199254740991),
  seq_from integer not null check (1 <= seq_from),
  seq_to integer not null check (seq_from <= seq_to and seq_to <= 9007199254740991),
  archive_id integer not null check (archive_id between 1 and 9007199254740991),
  -- The hash of the last batch. The next batch is chained to it.
  hash blob not null check (length(hash) = 16),
  primary key (incarnation, seq_from)
) strict, without rowid;
