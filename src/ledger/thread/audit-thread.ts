import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { GivenError } from '../../stdx/given-error.ts'
import { DatabaseFault, type FaultReason, mayBeDamage } from '../../storage/storage.ts'
import { type AuditReport, audit } from '../books/audit.ts'
import type { BooksStore } from '../books/rows.ts'
import { openBooksToRead } from '../open-books.ts'
import type { NodePlace } from './place.ts'

export type FromAuditThread =
  | { readonly outcome: 'audited'; readonly report: AuditReport }
  /** The database refused to go on. `nothing`: that says nothing of the books. */
  | {
      readonly outcome: 'failed'
      readonly reason: FaultReason
      readonly shows: 'damage' | 'nothing'
      readonly message: string
    }
  /** There are no books there that this version could read. */
  | { readonly outcome: 'not_opened'; readonly message: string }
  /** The database read the rows, and they are none that a ledger writes. */
  | { readonly outcome: 'unreadable'; readonly message: string }

/* Reading the whole journal takes seconds, so it has a thread and a connection of its own; then it is over. */
const say = (message: FromAuditThread): void => parentPort!.postMessage(message)
const { data, databaseUrl } = workerData as NodePlace
const OPEN_TRIES = 3
const OPEN_PAUSE_MS = 500
try {
  const books = await opened()
  try {
    say(await audited(books))
  } finally {
    await books.close()
  }
} catch (error) {
  // What an error carries besides its words does not cross threads.
  if (error instanceof GivenError) say({ outcome: 'not_opened', message: error.message })
  // A server that let nobody in: the books were not looked at.
  else if (error instanceof DatabaseFault) say(failed(error, 'nothing'))
  // Nothing of the books: this process has no file or memory left to open them with.
  else throw error
}

async function audited(books: BooksStore): Promise<FromAuditThread> {
  try {
    return { outcome: 'audited', report: await books.snapshot(audit) }
  } catch (error) {
    if (error instanceof DatabaseFault) return failed(error, mayBeDamage(error) ? 'damage' : 'nothing')
    return { outcome: 'unreadable', message: error instanceof Error ? error.message : String(error) }
  }
}

function failed({ reason, message }: DatabaseFault, shows: 'damage' | 'nothing'): FromAuditThread {
  return { outcome: 'failed', reason, shows, message }
}

/** A file that another program has locked for a moment is opened a little later. */
async function opened(): Promise<BooksStore> {
  for (let tries = 1; ; tries++) {
    try {
      return await openBooksToRead(data, databaseUrl)
    } catch (error) {
      if (tries === OPEN_TRIES || !(error instanceof GivenError)) throw error
      await setTimeout(OPEN_PAUSE_MS)
    }
  }
}
