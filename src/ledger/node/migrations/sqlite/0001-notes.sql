-- 0001: what a node remembers beside the books.

-- This request was answered with a failure while it was not known whether its line had been written. If the line is in the books, it is void.
create table note (
  incarnation integer not null,
  seq integer not null,
  request_id text not null,
  -- Of the three values before it: SQLite does not notice a changed byte within a row.
  crc32 integer not null,
  primary key (incarnation, seq, request_id)
) strict, without rowid;

-- One row: the last incarnation that the node has begun. No row: this folder has never been used by a node.
create table node (incarnation integer not null) strict;

-- Holds space on the disk while the file is made.
create table reserve (bytes blob not null) strict;
