import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseFault, type FaultReason } from '../../storage/storage.ts'
import { type AuditReport, audit } from '../books/audit.ts'
import { openBooksToRead } from '../open-books.ts'
import type { NodePlace } from './place.ts'

export type FromAuditThread =
  | { readonly outcome: 'audited'; readonly report: AuditReport }
  | { readonly outcome: 'failed'; readonly reason: FaultReason; readonly message: string }

/* Reading the whole journal takes seconds, so it has a thread and a connection of its own; then it is over. */
const say = (message: FromAuditThread): void => parentPort!.postMessage(message)
const { data, databaseUrl } = workerData as NodePlace
try {
  const books = await openBooksToRead(data, databaseUrl)
  try {
    say({ outcome: 'audited', report: await books.snapshot(audit) })
  } finally {
    await books.close()
  }
} catch (error) {
  // What an error carries besides its words does not cross threads.
  if (!(error instanceof DatabaseFault)) throw error
  say({ outcome: 'failed', reason: error.reason, message: error.message })
}
