import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** What the journal has on the disk, its index included. */
export async function journalBytes({ folder, url }: { folder: string; url: string | undefined }): Promise<number> {
  if (url === undefined) {
    const path = join(folder, 'ledger.db')
    const database = new DatabaseSync(path)
    database.exec('pragma wal_checkpoint(truncate)')
    database.close()
    return statSync(path).size
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query("select pg_total_relation_size('batch') as bytes")
  await client.end()
  return Number((rows as { bytes: string }[])[0]!.bytes)
}

/** Answers the address of a database with nothing in it, beside the one at `url`. */
export async function freshDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const fresh = new URL(url)
  fresh.pathname = `/${name}`
  return fresh.href
}

export async function settingsOf(
  url: string,
): Promise<{ fsync: string; synchronous_commit: string; wal_sync_method: string }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ask = async (name: string): Promise<string> => {
    const { rows } = await client.query(`show ${name}`)
    return String((rows as Record<string, unknown>[])[0]![name])
  }
  const settings = {
    fsync: await ask('fsync'),
    synchronous_commit: await ask('synchronous_commit'),
    wal_sync_method: await ask('wal_sync_method'),
  }
  await client.end()
  return settings
}
