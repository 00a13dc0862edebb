import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { runSql } from './run-sql.ts'

/** What the journal has on the disk, its index included. */
export async function journalBytes({ folder, url }: { folder: string; url: string | undefined }): Promise<number> {
  if (url === undefined) {
    const path = join(folder, 'ledger.db')
    const database = new DatabaseSync(path)
    database.exec('pragma wal_checkpoint(truncate)')
    database.close()
    return statSync(path).size
  }
  const { bytes } = await runSql(url, "select pg_total_relation_size('batch') as bytes")
  return Number(bytes)
}

/** Answers the address of a database with nothing in it, beside the one at `url`. */
export async function freshDatabase(url: string, name: string): Promise<string> {
  await runSql(url, `create database ${name}`)
  const fresh = new URL(url)
  fresh.pathname = `/${name}`
  return fresh.href
}

export function settingsOf(url: string): Promise<Record<string, string>> {
  const settings = ['fsync', 'synchronous_commit', 'wal_sync_method']
  return runSql(url, `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`)
}
