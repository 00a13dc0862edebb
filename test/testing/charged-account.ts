import { openControlDatabase } from '../../src/access/control/control.ts'
import { createCustomer } from '../../src/access/testing/customers.ts'
import { monthAt } from '../../src/ledger/calendar.ts'
import { Ledger } from '../../src/ledger/ledger.ts'
import { openBooksToWrite } from '../../src/ledger/open-books.ts'
import { JournalWriter } from '../../src/ledger/testing/journal.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { seededRandom } from '../../src/stdx/random.ts'

/** Operations and their prices, the frequent ones first. */
const OPERATIONS = [
  ['suggestCompanies', 1],
  ['suggestAddresses', 1],
  ['readCompany', 10],
] as const

const LINES_PER_BATCH = 1000

/**
 * Creates an account with a project and a key. Writes this many debits of the running month for it, from the month's
 * beginning until now, as a server that has ended.
 */
export async function writeChargedAccount(data: string, debits: number): Promise<{ readonly account: string }> {
  const allowanceUnits = debits * 5
  const { account, subjects } = await createExampleAccount(data, allowanceUnits)
  {
    await using ledger = await Ledger.open({ data, databaseUrl: undefined })
    await ledger.setAllowance(account, allowanceUnits, 'operator')
  }
  await using books = await openBooksToWrite({ data, databaseUrl: undefined })
  const writer = await JournalWriter.begin(books, 7)
  const nowMs = systemClock.nowMs()
  const month = monthAt(nowMs)
  const owned = subjects.flatMap((subject) =>
    OPERATIONS.map(([operation, units]) => ({ account, ...subject, operation, units })),
  )
  const random = seededRandom(7)
  for (let written = 0; written < debits; ) {
    const share = written / debits
    // Busy and quiet days; the time never goes back.
    const atMs = Math.floor(
      month.startsAtMs + (nowMs - month.startsAtMs) * (share - 0.03 * Math.sin(8 * Math.PI * share)),
    )
    const lines = Array.from({ length: Math.min(LINES_PER_BATCH, debits - written) }, (_, i) => {
      const subject = owned[Math.floor(random.fraction() ** 2 * owned.length)]!
      return { requestId: (written + i + 1).toString(16).padStart(32, '0'), ...subject }
    })
    await writer.write({ period: month.period, atMs, lines })
    written += lines.length
  }
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
