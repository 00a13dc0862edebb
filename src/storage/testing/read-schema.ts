import type { Database } from '../database.ts'

/** Reads the schema of a database as text, to compare it with the committed one. Equal schemas give equal texts. */
export async function readSchema(database: Database): Promise<string> {
  const statements = await database.query<readonly [string]>(SCHEMA[database.dialect])
  return statements.map(([sql]) => `${sql.replace(/^ {4}/gm, '')};\n`).join('\n')
}

const SQLITE_SCHEMA = `
  select sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by tbl_name, type desc, name`

/** PostgreSQL does not keep the text of `create table`, so it is rebuilt from the system catalog. */
const POSTGRES_SCHEMA = `
  select text from (
    select c.relname as tbl, 0 as kind, '' as name,
      'CREATE TABLE ' || c.relname || E' (\\n' || string_agg(line, E',\\n' order by part, position) || E'\\n)'
        || coalesce(' WITH (' || array_to_string(c.reloptions, ', ') || ')', '') as text
    from pg_class c join (
      select attrelid as rel, 0 as part, attnum as position,
        '  ' || attname || ' ' || format_type(atttypid, atttypmod)
          || case when collname <> 'default' then ' collate "' || collname || '"' else '' end
          || case when attnotnull then ' not null' else '' end
          || case attidentity when 'a' then ' generated always as identity' else '' end
          || case when attstorage = 'e' and attstorage <> typstorage then ' storage external' else '' end as line
      from pg_attribute join pg_type on pg_type.oid = atttypid left join pg_collation on pg_collation.oid = attcollation
      where 0 < attnum and not attisdropped
      union all
      select conrelid, 1, row_number() over (partition by conrelid order by contype desc, conname),
        '  ' || pg_get_constraintdef(oid)
      from pg_constraint where contype <> 'n'
    ) lines on rel = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    group by c.relname, c.reloptions
    union all
    select i.tablename, 1, i.indexname, replace(i.indexdef, ' ' || current_schema() || '.', ' ')
    from pg_indexes i left join pg_constraint k on k.conname = i.indexname and k.connamespace = current_schema()::regnamespace
    where i.schemaname = current_schema() and k.oid is null
  ) statements
  order by tbl collate "C", kind, name collate "C"`

const SCHEMA = { sqlite: SQLITE_SCHEMA, postgres: POSTGRES_SCHEMA } as const
