import { join } from 'node:path'
import { openControlDatabase } from '../../src/access/control/control.ts'
import { monthAt } from '../../src/ledger/calendar.ts'
import { Ledger } from '../../src/ledger/ledger.ts'
import { openBooksToWrite } from '../../src/ledger/open-books.ts'
import type { ConsoleQuery } from '../../src/server/console/console-query.ts'
import { ConsoleReader } from '../../src/server/console/console-reader.ts'
import { makeLog } from '../../src/server/log.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { percentiles } from '../ledger/percentiles.ts'
import { say } from '../report.ts'
import { fillAccounts, keyHash, projectId } from './fill.ts'

export interface ListOptions {
  readonly data: string
  readonly databaseUrl?: string
  readonly accounts: number
  readonly rounds: number
}

/** How long the console's thread takes for the lists of many accounts, its connections included. */
export async function measureLists(name: string, { accounts, rounds, ...place }: ListOptions): Promise<void> {
  const { data, databaseUrl } = place
  await (await Ledger.open({ data, databaseUrl })).close()
  await using control = await openControlDatabase({ data, databaseUrl }, 'write')
  await fillAccounts(control, accounts)
  await fillBooks({ data, databaseUrl })
  const log = makeLog({ level: 'warn', to: process.stderr })
  const releases = join(data, 'releases')
  await using reader = new ConsoleReader({ data, databaseUrl, releases, deadlineMs: 60_000, log })
  // The thread starts with the first query.
  await reader.read({ resource: 'nodes' })
  for (const [what, queries] of Object.entries(listQueries(accounts))) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const startedMs = performance.now()
      await Promise.all(queries.map((query) => reader.read(query)))
      times.push(performance.now() - startedMs)
    }
    const figures = [percentiles(times).p50, Math.max(...times)].map((ms) => ms.toFixed(0))
    say(`| ${[name, accounts, what, ...figures, '≤ 300'].join(' | ')} |`)
  }

  /** Every account is in the books and has used something. */
  async function fillBooks(place: { data: string; databaseUrl: string | undefined }): Promise<void> {
    await using books = await openBooksToWrite(place)
    const rows = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${accounts})`
    await books.transaction(async (queries) => {
      await queries.run(
        `insert into account (account, allowance, state) ${rows} select 'acc_bench' || i, 100000000, 'active' from n`,
      )
      await queries.run(
        `insert into account_month (period, account, spent, allowance) ${rows} select $1, 'acc_bench' || i, i, 100000000 from n`,
        monthAt(systemClock.nowMs()).period,
      )
    })
  }
}

function listQueries(accounts: number): Readonly<Record<string, readonly ConsoleQuery[]>> {
  const search = (text: string): ConsoleQuery[] => [{ resource: 'accounts', text }]
  const account = `acc_bench${accounts}`
  return {
    'the first page of accounts': search(''),
    'the last page of accounts': [{ resource: 'accounts', cursor: `${accounts - 100}` }],
    'a name that no account has': search('no such name'),
    'a word of every web site': search('shop'),
    'the web site of the last account': search(`shop${accounts}.example`),
    'a client id': search(`rgp_${keyHash(accounts).slice(0, 32)}`),
    'a project': search(projectId(accounts)),
    'keys close to expiry': [{ resource: 'keys' }],
    'the page of one account': [
      { resource: 'usage', account, period: '2020-01' },
      { resource: 'projects', account },
    ],
    'all lists of the first page at once': [
      { resource: 'accounts' },
      ...(['nodes', 'sources', 'releases', 'ledger', 'keys'] as const).map((resource) => ({ resource })),
    ],
  }
}
