-- 0003: the number of a subject is a hash of its names; see ../postgres.
-- works from: 1
create table named_subject (
  id integer primary key check (id between 0 and 9007199254740991),
  account text not null,
  project text not null,
  credential text not null,
  operation text not null
) strict;
insert into named_subject select * from subject;
drop table subject;
alter table named_subject rename to subject;
create index subject_names on subject (account, project, credential, operation);
