import { chmodSync } from 'node:fs'
import { type OwnPostgres, startOwnPostgres } from '../../src/storage/testing/postgres.ts'

/** A PostgreSQL with its data in `dir`, which waits for the disk as one in production does. */
export async function startDurablePostgres(dir: string, connections: number): Promise<OwnPostgres> {
  // The server may run as another user, who must get to its own folder in there.
  chmodSync(dir, 0o755)
  process.env.TMPDIR = dir
  return await startOwnPostgres({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    max_connections: `${connections}`,
  })
}
