import assert from 'node:assert/strict'
import { join } from 'node:path'
import { openControlDatabase } from '../../src/access/control/control.ts'
import { createCustomer } from '../../src/access/testing/customers.ts'
import { Books } from '../../src/ledger/books/books.ts'
import { GRANTS_MAX } from '../../src/ledger/books/rows.ts'
import { BOOKS_MIGRATIONS, openSqlBooks } from '../../src/ledger/books/sql-store.ts'
import { monthAt } from '../../src/ledger/calendar.ts'
import { Ledger } from '../../src/ledger/ledger.ts'
import { subjectNumber } from '../../src/ledger/testing/rows.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { seededRandom } from '../../src/stdx/random.ts'
import { openDatabase } from '../../src/storage/storage.ts'

/** Operations and their prices, the frequent ones first. */
const OPERATIONS = [
  ['suggestCompanies', 1],
  ['suggestAddresses', 1],
  ['readCompany', 10],
] as const

const LINES_PER_BATCH = 1000

/**
 * Creates an account with a project and a key. Writes this many debits of the running month for it, from the month's
 * beginning until now, as a node that has ended.
 */
export async function writeChargedAccount(data: string, debits: number): Promise<{ readonly account: string }> {
  const allowanceUnits = debits * 5
  const { account, subjects } = await createExampleAccount(data, allowanceUnits)
  // The node of this folder: without its mark a server that starts later would doubt the books.
  await (await Ledger.open({ data, databaseUrl: undefined })).close()
  await using database = await openDatabase({
    path: join(data, 'ledger.db'),
    migrations: BOOKS_MIGRATIONS,
    mode: 'write',
  })
  const store = openSqlBooks({ posts: database, transactions: database, snapshots: database })
  const books = new Books(store)
  await books.setAllowance({ account, units: allowanceUnits, who: 'operator' })
  const { incarnation } = await books.beginIncarnation('an-earlier-node', 0)
  const nowMs = systemClock.nowMs()
  const month = monthAt(nowMs)
  const grant = incarnation * GRANTS_MAX
  const request = { account, month, incarnation, grant, version: 0, least: 1, wanted: allowanceUnits }
  assert.equal((await books.acquire({ ...request, shape: 'sole' })).outcome, 'granted')
  const numbers: (readonly [subject: number, units: number])[] = []
  for (const subject of subjects)
    for (const [operation, units] of OPERATIONS)
      numbers.push([await subjectNumber(books, { account, ...subject, operation }), units])
  const random = seededRandom(7)
  let acked = 0
  for (let seq = 1, written = 0; written < debits; seq++) {
    const share = written / debits
    // Busy and quiet days; the time never goes back.
    const atMs = Math.floor(
      month.startsAtMs + (nowMs - month.startsAtMs) * (share - 0.03 * Math.sin(8 * Math.PI * share)),
    )
    const lines = Array.from({ length: Math.min(LINES_PER_BATCH, debits - written) }, (_, i) => {
      const [subject, units] = numbers[Math.floor(random.fraction() ** 2 * numbers.length)]!
      return { requestId: (written + i + 1).toString(16).padStart(32, '0'), grant, subject, units }
    })
    const units = lines.reduce((sum, line) => sum + line.units, 0)
    assert.equal((await books.post({ incarnation, seq, atMs, lines }, [{ grant, units, acked }])).outcome, 'done')
    acked += units
    written += lines.length
  }
  await books.closeGrant({ account, period: month.period, grant, version: 1 }, acked)
  assert.equal(await books.endIncarnation(incarnation), 'ended')
  return { account }
}

async function createExampleAccount(data: string, units: number) {
  await using database = await openControlDatabase({ data, databaseUrl: undefined }, 'write')
  const { account, project, clientId, id } = await createCustomer({ database, clock: systemClock }, { units })
  const subjects = [
    { project, credential: clientId },
    { project, credential: id },
    // The books keep names that the control database has no more.
    { project: 'prj_earlier', credential: 'key_earlier' },
  ]
  return { account, subjects }
}
