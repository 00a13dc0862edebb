import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readBooksState } from '../../ledger/accounting.ts'
import type { Context } from '../context.ts'
import { withBooks } from '../with-books.ts'
import type { Finding } from './finding.ts'

/** A doubt stops charging. The books of a restored folder have one until the operator resolves it. */
export async function books(context: Context): Promise<Finding[]> {
  if (context.databaseUrl === undefined && !existsSync(join(context.dataDir, 'ledger.db')))
    return [{ check: 'books', state: 'ok', detail: 'none yet; the first `regista serve` creates them' }]
  const { doubts, replication } = await withBooks(context, (store) => store.snapshot(readBooksState))
  const about: Finding[] = []
  if (replication !== undefined) about.push(database(replication), commits(replication))
  if (doubts.length === 0) return [{ check: 'books', state: 'ok', detail: 'trusted' }, ...about]
  const found = doubts.map(
    ({ id, account, reason }): Finding => ({
      check: 'books',
      state: 'bad',
      detail: `doubt ${id} (${reason}) stops ${account ?? 'all accounts'}; \`regista accounting status\` says what to do`,
    }),
  )
  return [...found, ...about]
}

type Replication = NonNullable<Awaited<ReturnType<typeof readBooksState>>['replication']>

function database({ server, standbys }: Replication): Finding {
  const names = standbys?.map(
    ({ name, isSynchronous }) => `${name} (${isSynchronous ? 'synchronous' : 'asynchronous'})`,
  )
  const found = names === undefined ? UNKNOWN : names.length === 0 ? 'none is connected' : names.join(', ')
  return { check: 'database', state: 'ok', detail: `${server}; standbys: ${found}` }
}

const UNKNOWN = 'unknown; `grant pg_monitor` lets this role see them'

function commits({ waits, standbys }: Replication): Finding {
  if (!waits) {
    const detail =
      'none waits for a standby: if one may take over, set synchronous_standby_names, or acknowledged charges can be lost'
    return { check: 'commits', state: 'warn', detail }
  }
  if (standbys?.some(({ isSynchronous }) => isSynchronous) === false) {
    const detail =
      'each waits for a standby, and none that it may wait for is connected: nothing is charged until one is'
    return { check: 'commits', state: 'bad', detail }
  }
  return { check: 'commits', state: 'ok', detail: 'each waits for a standby' }
}
