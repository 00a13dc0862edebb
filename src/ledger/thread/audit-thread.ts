import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../stdx/clock.ts'
import { InputError } from '../../stdx/input-error.ts'
import { type Database, DatabaseError, mayBeDamage } from '../../storage/storage.ts'
import { archiveFolder } from '../archive/journal-archive.ts'
import type { CheckpointChanges } from '../books/audit-checkpoint.ts'
import type { AuditDepth } from '../books/audit-input.ts'
import type { AuditReport } from '../books/audit-report.ts'
import { auditDatabase } from '../books/sql-audit.ts'
import { moveCheckpoint, readFullAt, writeFullAt } from '../books/sql-checkpoint.ts'
import { readBooksId } from '../books/sql-register.ts'
import { openBooksDatabase, openBooksToWrite } from '../open-books.ts'
import { createAuditPause } from './audit-pause.ts'
import type { NodeLocation } from './node-location.ts'

/**
 * `due`: reads what is new, or everything after a long time; slowly, and only if no other node audits. `at_once`: reads
 * everything at full speed.
 */
export type AuditOrder = { readonly kind: 'due'; readonly fullEveryMs: number } | { readonly kind: 'at_once' }

export interface AuditThreadData extends NodeLocation {
  readonly order: AuditOrder
}

export type AuditOutcome =
  /** `unstored`: the error because of which the next audit must read the same again. */
  | { readonly outcome: 'audited'; readonly report: AuditReport; readonly unstored?: string }
  /** Another audit runs already, in this process or in another node. */
  | { readonly outcome: 'left_to_other' }
  /**
   * `unreadable`: the books were open and cannot be read any more, because they are missing or damaged. `not_run`: the
   * audit could not run, which says nothing about the books.
   */
  | { readonly outcome: 'unreadable' | 'not_run'; readonly message: string }

/* An audit may take minutes, so it has its own thread and connections. */
const report = (message: AuditOutcome): void => parentPort!.postMessage(message)
const { data, databaseUrl, order } = workerData as AuditThreadData
/** The first of the two numbers of the advisory lock: its purpose. */
const AUDIT_LOCK = 0x61756469
const OPEN_ATTEMPTS = 3
const OPEN_PAUSE_MS = 500
try {
  report(await openAndAudit())
} catch (error) {
  // Only the message of an error crosses threads. With PostgreSQL, nodes of a newer version may have changed the
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
  await using database = await openToRead()
  if (order.kind === 'at_once' || database.dialect === 'sqlite') return await runAudit(database)
  try {
    return await runAudit(database)
  } finally {
    // A lost connection has no lock either.
    await database.query('select pg_advisory_unlock_all()').catch(() => undefined)
  }
}

async function runAudit(database: Database): Promise<AuditOutcome> {
  try {
    if (order.kind === 'due' && !(await takeAuditLock(database))) return { outcome: 'left_to_other' }
    const depth = order.kind === 'due' ? await chooseDepth(database, order.fullEveryMs) : 'full'
    const pace = order.kind === 'due' ? { pause: createAuditPause() } : {}
    const { report, changes } = await auditDatabase(database, { depth, archive: archiveFolder(data), ...pace })
    const unstored = await storeCheckpoint(changes, depth).catch((error: unknown) => messageOf(error))
    return { outcome: 'audited', report, ...(unstored === undefined ? {} : { unstored }) }
  } catch (error) {
    // Another error means that the database read the rows, but no ledger writes such rows.
    const isOfBooks = !(error instanceof DatabaseError) || mayBeDamage(error)
    return { outcome: isOfBooks ? 'unreadable' : 'not_run', message: messageOf(error) }
  }
}

/** The lock ends with the connection. A reconnection lets two audits run, which costs time and nothing else. */
async function takeAuditLock(database: Database): Promise<boolean> {
  if (database.dialect === 'sqlite') return true
  const books = Number.parseInt((await readBooksId(database)).slice(0, 7), 16)
  const sql = 'select case when pg_try_advisory_lock($1::integer, $2::integer) then 1 else 0 end'
  const [[isFree]] = (await database.query(sql, AUDIT_LOCK, books)) as [[number]]
  return isFree === 1
}

async function chooseDepth(database: Database, fullEveryMs: number): Promise<AuditDepth> {
  const ageMs = systemClock.nowMs() - (await readFullAt(database))
  // A time in the future was written by a clock that has been corrected since.
  const isDue = fullEveryMs <= ageMs || (ageMs < 0 && Number.isFinite(fullEveryMs))
  return isDue ? 'full' : 'new'
}

/** Writes with a connection that is open only for a moment. */
async function storeCheckpoint(changes: CheckpointChanges | undefined, depth: AuditDepth): Promise<undefined> {
  if (changes === undefined && depth === 'new') return
  await using writer = await openBooksToWrite({ data, databaseUrl })
  if (changes !== undefined) await moveCheckpoint(writer, changes)
  if (depth === 'full') await writeFullAt(writer, systemClock.nowMs())
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Retries, because another program may have locked the file for a moment. */
async function openToRead(): Promise<Database> {
  for (let tries = 1; ; tries++) {
    try {
      return await openBooksDatabase({ data, databaseUrl })
    } catch (error) {
      if (tries === OPEN_ATTEMPTS || !(error instanceof InputError)) throw error
      await setTimeout(OPEN_PAUSE_MS)
    }
  }
}
