-- 0005: the archive: batches of old months, moved from the table to files in the data folder of each node.

create table archive_file (
  id bigint primary key check (id between 1 and 9007199254740991),
  name text not null,
  bytes bigint not null check (bytes between 0 and 9007199254740991),
  sha256 bytea not null check (octet_length(sha256) = 32)
);

-- Batches that are read from a file only, even if the table still has them.
create table archive_range (
  incarnation integer not null,
  seq_from bigint not null check (1 <= seq_from),
  seq_to bigint not null check (seq_from <= seq_to and seq_to <= 9007199254740991),
  archive_id bigint not null check (archive_id between 1 and 9007199254740991),
  -- The hash of the last batch. The next batch is chained to it.
  hash bytea not null check (octet_length(hash) = 16),
  primary key (incarnation, seq_from)
);
