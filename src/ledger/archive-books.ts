import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../stdx/clock.ts'
import { InputError } from '../stdx/input-error.ts'
import { tryLockFile } from '../storage/storage.ts'
import { type ArchiveOptions, type ArchiveReport, archiveJournal } from './archive/archive-journal.ts'
import { archiveFolder } from './archive/journal-archive.ts'
import { monthAt } from './calendar.ts'
import { openBooksToWrite } from './open-books.ts'
import { createAuditPause } from './thread/audit-pause.ts'
import type { NodeLocation } from './thread/node-location.ts'

/**
 * Archives old months, slowly enough that a server on these books can go on charging. `before` defaults to the last
 * month.
 */
export async function archiveBooks(
  place: NodeLocation,
  options: Pick<ArchiveOptions, 'step'> & { readonly before?: string | undefined },
): Promise<ArchiveReport & { readonly before: string }> {
  const { data, databaseUrl } = place
  const path = join(data, 'ledger.db')
  if (databaseUrl === undefined && !existsSync(path)) throw new InputError(`there are no books: ${path} does not exist`)
  const folder = archiveFolder(data)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  using lock = tryLockFile(join(folder, 'lock'))
  if (lock === undefined)
    throw new InputError(`another command archives into ${folder}. Run this one when it has ended.`)
  await using database = await openBooksToWrite(place)
  const before = options.before ?? monthAt(monthAt(systemClock.nowMs()).startsAtMs - 1).period
  const pause = createAuditPause()
  const step: ArchiveOptions['step'] = async (at) => {
    await options.step?.(at)
    await pause()
  }
  return { before, ...(await archiveJournal(database, { folder, before, step })) }
}
