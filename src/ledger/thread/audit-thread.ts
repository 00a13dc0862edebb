import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../stdx/clock.ts'
import { InputError } from '../../stdx/input-error.ts'
import { DatabaseError, mayBeDamage } from '../../storage/storage.ts'
import { compareBooks, foldNewBatches } from '../audit/audit.ts'
import { type AuditReport, toDoubts } from '../audit/difference.ts'
import { withBooksLock } from '../books-lock.ts'
import { type BooksPlace, openBooksToRead, openBooksToWrite } from '../open-books.ts'
import { readAuditState, storeFullAuditTime } from '../tables/audits.ts'
import type { Books } from '../tables/books.ts'
import { raiseDoubts } from '../tables/doubts.ts'
import { createAuditPause } from './audit-pause.ts'

/**
 * `due`: reads what is new, or everything after a long time; slowly, and only if no other server audits. `look`: which
 * months are compared; undefined: all. `at_once`: compares everything new at full speed.
 */
export type AuditOrder =
  | { readonly kind: 'due'; readonly fullEveryMs: number; readonly look: number | undefined }
  | { readonly kind: 'at_once' }

export interface AuditThreadData extends BooksPlace {
  readonly order: AuditOrder
}

export type AuditOutcome =
  /** `found`: differences of batches, while they were added to the sums. */
  | { readonly outcome: 'audited'; readonly report: AuditReport; readonly found: AuditReport | undefined }
  /** Another audit runs already, in this process or in another server. */
  | { readonly outcome: 'left_to_other' }
  /**
   * `unreadable`: the books were open and cannot be read any more, because they are missing or damaged. `not_run`: the
   * audit could not run, which says nothing about the books.
   */
  | { readonly outcome: 'unreadable' | 'not_run'; readonly message: string }

/* An audit may take minutes, so it has its own thread and connections. */
const report = (message: AuditOutcome): void => parentPort!.postMessage(message)
const { data, databaseUrl, order } = workerData as AuditThreadData
const place: BooksPlace = { data, databaseUrl }
const OPEN_ATTEMPTS = 3
const OPEN_PAUSE_MS = 500
try {
  report(await openAndAudit())
} catch (error) {
  // Only the message of an error crosses threads. With PostgreSQL, servers of a newer version may have changed the
  // tables.
  if (error instanceof InputError)
    report({ outcome: databaseUrl === undefined ? 'unreadable' : 'not_run', message: error.message })
  // The server refused the connection, so the books were not read.
  else if (error instanceof DatabaseError) report({ outcome: 'not_run', message: error.message })
  // For example, this process has no file or memory left to open the books. That says nothing about them.
  else throw error
}

/** Closes the connection before it returns, so that the next audit finds the lock free. */
async function openAndAudit(): Promise<AuditOutcome> {
  await using reader = await openToRead()
  try {
    if (order.kind === 'at_once')
      return { outcome: 'audited', report: await compareBooks(reader, { depth: 'new' }), found: undefined }
    return (
      (await withBooksLock('audit', place, reader, () => auditDue(reader, order))) ?? {
        outcome: 'left_to_other',
      }
    )
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { outcome: isOfRows(error) ? 'unreadable' : 'not_run', message }
  }
}

/** Whether the rows are the cause: the database read them, but no ledger writes such rows. */
function isOfRows(error: unknown): boolean {
  if (error instanceof DatabaseError) return mayBeDamage(error)
  // The lock and the second connection are opened here: this process may have no file left for them.
  return !(error instanceof InputError || (error instanceof Error && ('syscall' in error || 'errcode' in error)))
}

async function auditDue(
  reader: Books,
  { fullEveryMs, look }: Extract<AuditOrder, { kind: 'due' }>,
): Promise<AuditOutcome> {
  const pause = createAuditPause()
  const ageMs = systemClock.nowMs() - (await readAuditState(reader)).fullAtMs
  // A time in the future was written by a clock that has been corrected since.
  const isFullDue = fullEveryMs <= ageMs || (ageMs < 0 && Number.isFinite(fullEveryMs))
  await using writer = await openBooksToWrite(place)
  const found = await foldNewBatches(writer, reader, pause)
  const compared = await compareBooks(reader, isFullDue ? { depth: 'full', pause } : { depth: 'new', look, pause })
  // With the time, because only the next full audit would find them again.
  await writer.transaction(async (rows) => {
    await raiseDoubts(rows, toDoubts(compared.differences))
    if (isFullDue) await storeFullAuditTime(rows, systemClock.nowMs())
  })
  return { outcome: 'audited', report: compared, found }
}

/** Retries, because another program may have locked the file for a moment. */
async function openToRead(): Promise<Books> {
  for (let tries = 1; ; tries++) {
    try {
      return await openBooksToRead(place)
    } catch (error) {
      if (tries === OPEN_ATTEMPTS || !(error instanceof InputError)) throw error
      await setTimeout(OPEN_PAUSE_MS)
    }
  }
}
