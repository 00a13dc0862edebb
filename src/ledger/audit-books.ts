import { setTimeout } from 'node:timers/promises'
import { InputError } from '../stdx/input-error.ts'
import { type AuditOptions, compareBooks } from './audit/audit.ts'
import type { AuditReport } from './audit/difference.ts'
import { withBooksLock } from './books-lock.ts'
import { type BooksPlace, openBooksToRead } from './open-books.ts'
import { createAuditPause } from './thread/audit-pause.ts'

/**
 * Audits the books, slowly enough that a server on them can go on charging. Changes nothing. Throws InputError if there
 * are none, or if an export could remove what a full audit still reads.
 */
export async function auditBooks(
  place: BooksPlace,
  depth: AuditReport['depth'],
  progress?: AuditOptions['progress'],
): Promise<AuditReport> {
  await using books = await openBooksToRead(place)
  const compare = () => compareBooks(books, { depth, pause: createAuditPause(), progress })
  if (depth === 'new') return await compare()
  for (let tries = 0; tries < LOCK_TRIES; tries++) {
    const report = await withBooksLock('audit', place, books, compare)
    if (report !== undefined) return report
    await setTimeout(LOCK_PAUSE_MS)
  }
  throw new InputError('an export, or another audit, runs on these books. Run this command when it has ended.')
}

/** The audits of a server that end soon are waited for. */
const LOCK_TRIES = 100
const LOCK_PAUSE_MS = 200
