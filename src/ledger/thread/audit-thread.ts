import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../stdx/clock.ts'
import { InputError } from '../../stdx/input-error.ts'
import { type Database, DatabaseError, type DatabaseErrorReason, mayBeDamage } from '../../storage/storage.ts'
import { archiveFolder } from '../archive/journal-archive.ts'
import type { CheckpointChanges } from '../books/audit-checkpoint.ts'
import type { AuditDepth } from '../books/audit-input.ts'
import type { AuditReport } from '../books/audit-report.ts'
import { auditDatabase } from '../books/sql-audit.ts'
import { moveCheckpoint, readFullAt, writeFullAt } from '../books/sql-checkpoint.ts'
import { readBooksId } from '../books/sql-register.ts'
import { openBooksDatabase, openBooksToWrite } from '../open-books.ts'
import { auditPace } from './audit-pace.ts'
import type { NodePlace } from './place.ts'

/** `due`: what is new, or everything if that was not read for so long; beside the sale, and not while another node does. `at_once`: everything, at full speed. */
export type AuditOrder = { readonly kind: 'due'; readonly fullEveryMs: number } | { readonly kind: 'at_once' }

export interface AuditThreadData extends NodePlace {
  readonly order: AuditOrder
}

export type FromAuditThread =
  /** `unstored`: why the next audit must read the same again. */
  | { readonly outcome: 'audited'; readonly report: AuditReport; readonly unstored?: string }
  /** Another node audits the same books. */
  | { readonly outcome: 'left_to_other' }
  /** `unreadable`: there are no books, or damaged ones. `not_run`: that says nothing of the books. `fault`: of the database. */
  | { readonly outcome: 'unreadable' | 'not_run'; readonly message: string; readonly fault?: DatabaseErrorReason }

/* An audit may read for minutes, so it has a thread and connections of its own. */
const report = (message: FromAuditThread): void => parentPort!.postMessage(message)
const { data, databaseUrl, order } = workerData as AuditThreadData
/** The first of the two numbers of an advisory lock: what it is for. */
const AUDIT_LOCK = 0x61756469
const OPEN_TRIES = 3
const OPEN_PAUSE_MS = 500
try {
  report(await openAndAudit())
} catch (error) {
  // Only the message of an error crosses threads.
  // Beside a database server there may be nodes of a newer version, which have changed its tables.
  if (error instanceof InputError)
    report({ outcome: databaseUrl === undefined ? 'unreadable' : 'not_run', message: error.message })
  // A server that refuses the connection: the books were not looked at.
  else if (error instanceof DatabaseError) report(failed('not_run', error))
  // Nothing of the books: this process has no file or memory left to open them with.
  else throw error
}

/** The connection is closed before the report: an audit that is ordered then finds the lock free. */
async function openAndAudit(): Promise<FromAuditThread> {
  await using database = await openToRead()
  if (order.kind === 'at_once' || database.dialect === 'sqlite') return await audited(database)
  try {
    return await audited(database)
  } finally {
    // A connection that is lost has no lock either.
    await database.query('select pg_advisory_unlock_all()').catch(() => undefined)
  }
}

async function audited(database: Database): Promise<FromAuditThread> {
  try {
    if (order.kind === 'due' && !(await isFirst(database))) return { outcome: 'left_to_other' }
    const depth = order.kind === 'due' ? await dueDepth(database, order.fullEveryMs) : 'full'
    let changes: CheckpointChanges | undefined
    const store = async (verified: CheckpointChanges): Promise<void> => {
      changes = verified
    }
    const pace = order.kind === 'due' ? { pause: auditPace() } : {}
    const found = await auditDatabase(database, { depth, archive: archiveFolder(data), store, ...pace })
    const unstored = await stored(changes, depth).catch((error: unknown) => messageOf(error))
    return { outcome: 'audited', report: found, ...(unstored === undefined ? {} : { unstored }) }
  } catch (error) {
    if (error instanceof DatabaseError) return failed(mayBeDamage(error) ? 'unreadable' : 'not_run', error)
    // The database read the rows, and they are none that a ledger writes.
    return { outcome: 'unreadable', message: messageOf(error) }
  }
}

/** The lock is the connection's, and goes with it. A reconnection in between lets two audits run, which costs time and nothing else. */
async function isFirst(database: Database): Promise<boolean> {
  if (database.dialect === 'sqlite') return true
  const books = Number.parseInt((await readBooksId(database)).slice(0, 7), 16)
  const sql = 'select case when pg_try_advisory_lock($1::integer, $2::integer) then 1 else 0 end'
  const [[isFree]] = (await database.query(sql, AUDIT_LOCK, books)) as [[number]]
  return isFree === 1
}

async function dueDepth(database: Database, fullEveryMs: number): Promise<AuditDepth> {
  const ageMs = systemClock.nowMs() - (await readFullAt(database))
  // A time in the future was written by a clock that has been put right since.
  const isDue = fullEveryMs <= ageMs || (ageMs < 0 && Number.isFinite(fullEveryMs))
  return isDue ? 'full' : 'new'
}

/** By a connection that writes, opened for a moment. */
async function stored(changes: CheckpointChanges | undefined, depth: AuditDepth): Promise<undefined> {
  if (changes === undefined && depth === 'new') return
  await using writer = await openBooksToWrite({ data, databaseUrl })
  if (changes !== undefined) await moveCheckpoint(writer, changes)
  if (depth === 'full') await writeFullAt(writer, systemClock.nowMs())
}

function failed(outcome: 'unreadable' | 'not_run', { reason, message }: DatabaseError): FromAuditThread {
  return { outcome, message, fault: reason }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A file that another program has locked for a moment is opened a little later. */
async function openToRead(): Promise<Database> {
  for (let tries = 1; ; tries++) {
    try {
      return await openBooksDatabase({ data, databaseUrl })
    } catch (error) {
      if (tries === OPEN_TRIES || !(error instanceof InputError)) throw error
      await setTimeout(OPEN_PAUSE_MS)
    }
  }
}
