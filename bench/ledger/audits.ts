import { randomFillSync } from 'node:crypto'
import { join } from 'node:path'
import { monthAt } from '../../src/ledger/calendar.ts'
import { Ledger } from '../../src/ledger/ledger.ts'
import { newIncarnation } from '../../src/ledger/server/new-incarnation.ts'
import { BOOKS_MIGRATIONS } from '../../src/ledger/tables/books.ts'
import { batchHash, chainStart, type Line, packLines } from '../../src/ledger/tables/lines.ts'
import { runAudit } from '../../src/ledger/thread/run-audit.ts'
import { ShortThreads } from '../../src/ledger/thread/short-threads.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { type Database, openDatabase } from '../../src/storage/storage.ts'
import { firstRequests, rateOf } from './rates.ts'

interface Place {
  readonly folder: string
  readonly url: string | undefined
}

export interface AuditFigures {
  /** The first audit of all lines, with nothing verified before. */
  readonly firstSeconds: number
  /** The audit of what is new, while charges go on. */
  readonly newSeconds: number
  readonly newLines: number
  /** Charges a second before that audit, and while it ran. */
  readonly alone: number
  readonly meanwhile: number
}

const ACCOUNTS = 1000
const BATCH_LINES = 64
const IN_FLIGHT = 64
const WARM_UP_MS = 3_000
const NEVER = Number.POSITIVE_INFINITY

/** Books with so many lines that were audited and so many that were not, and what the next audit costs. */
export async function auditFigures(
  place: Place,
  { lines, linesNew, ms }: { readonly lines: number; readonly linesNew: number; readonly ms: number },
): Promise<AuditFigures> {
  const names = Array.from({ length: ACCOUNTS }, (_, i) => `account ${i}`)
  await using ledger = await Ledger.open({ data: place.folder, databaseUrl: place.url })
  for (const name of names) await ledger.setAllowance(name, 1_000_000_000, 'bench')
  await firstRequests(ledger, names)
  await using database = await openBooks(place)
  await writeHistory(database, { names, lines })
  const [firstSeconds] = await timed(() => audit(place))
  await writeHistory(database, { names, lines: linesNew })

  await rateOf(ledger, { inFlight: IN_FLIGHT, accounts: names, ms: WARM_UP_MS })
  const slice = () =>
    rateOf(ledger, { inFlight: IN_FLIGHT, accounts: names, ms: SLICE_MS }).then((rate) => rate.perSecond)
  const before: number[] = []
  while (before.length < (4 * ms) / SLICE_MS) before.push(await slice())
  let isRunning = true
  const auditing = timed(() => audit(place)).finally(() => {
    isRunning = false
  })
  const rates: number[] = []
  while (isRunning) rates.push(await slice())
  const [newSeconds, newLines] = await auditing
  // The last slice is only partly beside the audit.
  const meanwhile = mean(1 < rates.length ? rates.slice(0, -1) : rates)
  return { firstSeconds, newSeconds, newLines, alone: mean(before), meanwhile }
}

/** Rates are measured in slices of this length, before the audit and beside it, so that both have the same pauses. */
const SLICE_MS = 500

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

async function timed<T>(work: () => Promise<T>): Promise<[seconds: number, result: T]> {
  const startedMs = performance.now()
  const result = await work()
  return [(performance.now() - startedMs) / 1000, result]
}

/** How many lines it read. */
async function audit({ folder, url }: Place): Promise<number> {
  const end = await runAudit(
    new ShortThreads(),
    { data: folder, databaseUrl: url },
    { kind: 'due', fullEveryMs: NEVER, look: undefined },
  )
  if (end.outcome !== 'audited') throw new Error(`the audit did not run: ${JSON.stringify(end)}`)
  const { report, found } = end
  if (report.differencesTotal !== 0) throw new Error(`the books of the bench differ: ${JSON.stringify(report)}`)
  return report.checked.lines + (found?.checked.lines ?? 0)
}

function openBooks({ folder, url }: Place): Promise<Database> {
  const migrations = BOOKS_MIGRATIONS
  return url === undefined
    ? openDatabase({ path: join(folder, 'ledger.db'), migrations, mode: 'write' })
    : openDatabase({ url, migrations, connections: 1 })
}

/** How many batches one transaction writes: the server beside it goes on charging. */
const BATCHES_AT_ONCE = 500

/** The lines of one incarnation that has ended: each account charged in turn. */
async function writeHistory(
  database: Database,
  { names, lines }: { readonly names: readonly string[]; readonly lines: number },
): Promise<void> {
  const incarnation = newIncarnation()
  const nowMs = systemClock.nowMs()
  const start = `insert into incarnation (incarnation, node, started_at_ms, heartbeat_at_ms)
                 values ($1, 'history', $2, 0)`
  await database.run(start, incarnation, nowMs)
  const subjects = new Map<string, number>(
    await database.query<readonly [string, number]>('select account, max(id) from subject group by account'),
  )
  const perAccount = new Array<number>(names.length).fill(0)
  const random = new Uint8Array(16 * BATCH_LINES)
  const { period } = monthAt(nowMs)
  let end = chainStart(incarnation)
  let written = 0
  while (written < lines) {
    await database.transaction(async (queries) => {
      for (let i = 0; i < BATCHES_AT_ONCE && written < lines; i++) {
        randomFillSync(random)
        const batch: Line[] = []
        for (let j = 0; j < BATCH_LINES && written < lines; j++, written++) {
          const account = written % names.length
          perAccount[account]!++
          const requestId = random.subarray(16 * j, 16 * j + 16).toHex()
          batch.push({ requestId, subject: subjects.get(names[account]!)!, units: 1 })
        }
        const packed = packLines(batch)
        const hash = batchHash(end, incarnation, packed)
        end = { seq: end.seq + 1, hash, period, atMs: nowMs }
        const sql = 'insert into batch (incarnation, seq, period, at_ms, hash, lines) values ($1, $2, $3, $4, $5, $6)'
        await queries.run(sql, incarnation, end.seq, period, nowMs, hash, packed)
      }
    })
  }
  await database.transaction(async (queries) => {
    for (const [i, name] of names.entries()) {
      const month = 'update account_month set spent = spent + $3 where account = $1 and period = $2'
      await queries.run(month, name, period, perAccount[i]!)
    }
  })
}
