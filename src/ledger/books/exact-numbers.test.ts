import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Database, DatabaseError } from '../../storage/storage.ts'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { openExampleStore } from '../testing/stores.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

/**
 * The columns that could hold a number beyond the exact integers of JavaScript. PostgreSQL assigns some columns
 * itself; these cannot be changed.
 */
const COLUMNS = {
  sqlite: `
    select t.name, c.name from sqlite_schema t join pragma_table_info(t.name) c
    where t.type = 'table' and t.name not like 'sqlite_%' and c.type = 'INTEGER' order by 1, 2`,
  postgres: `
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and data_type = 'bigint' and is_identity = 'NO' order by 1, 2`,
} as const

const BYTES = new Uint8Array(16)

/** A row for each table, with as few columns as possible. */
const ROWS: readonly (readonly [sql: string, ...values: Uint8Array[]])[] = [
  ["insert into account values ('a', 1, 'active')"],
  ["insert into allowance_change (account, at_ms, units_from, units_to, who) values ('a', 1, 1, 1, 'o')"],
  ["insert into account_period values ('a', '2026-11', 1, 2, 10, 10, 0, 0, 0, 0, 0, 'open', 0)"],
  ["insert into unit_grant values (1, 'a', '2026-11', 1, 0, 0, 0, 'open', 1, 0)"],
  ["insert into incarnation values (1, 'n', 1, 1, 'live', 0)"],
  ['insert into batch (incarnation, seq, at_ms, hash, lines) values (1, 1, 1, $1, $1)', BYTES],
  ["insert into line_state values (1, 1, $1, 1, 1, 'void')", BYTES],
  ["insert into audit_incarnation values (1, 1, $1, 1, 1, 'open')", BYTES],
  ["insert into audit_grant values (1, 'seen', 1, 1, 1)"],
  ["insert into audit_month values ('a', '2026-11', 1, 1, 1)"],
  ["insert into subject (account, project, credential, operation) values ('a', 'p', 'c', 'o')"],
  ["insert into notice (at_ms, reason, detail) values (1, 'clock_returned', 'd')"],
  ["insert into archive_file values (1, 'f', 1, $1)", new Uint8Array(32)],
  ['insert into archive_range values (1, 1, 1, 1, $1)', BYTES],
  ["insert into doubt (account, reason, detail, raised_at_ms, resolved_at_ms) values ('a', 'audit', 'd', 1, 1)"],
]

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`books on ${kind}`, () => {
    test('no row can hold a number that JavaScript cannot read exactly', async () => {
      const clock = { nowMs: () => 1_795_000_000_000 }
      await using example = await openExampleStore(kind, { clock, postgresUrl: server.url })
      const database = example.database
      for (const [sql, ...values] of ROWS) await database.run(sql, ...values)
      const columns = await database.query<readonly [string, string]>(COLUMNS[kind])
      assert(20 < columns.length)
      for (const [table, column] of columns) await refuses(database, table, column)
    })
  })
}

async function refuses(database: Database, table: string, column: string): Promise<void> {
  for (const number of ['9007199254740992', '9007199254740993', '-9007199254740993']) {
    const change = `update ${table} set ${column} = ${number}`
    const error = await database.run(change).catch((error: unknown) => error)
    assert(error instanceof DatabaseError && error.reason === 'constraint', `${change}: ${error}`)
  }
}
