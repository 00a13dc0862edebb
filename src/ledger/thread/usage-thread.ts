import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { postgresAt } from '../../storage/database-url.ts'
import { DatabaseError } from '../../storage/storage.ts'
import { type BooksPlace, booksPath, openBooksDatabase } from '../open-books.ts'
import { ChargeTickets } from '../server/charge-tickets.ts'
import { ServerFlags } from '../server/server-flags.ts'
import { readUsage, type UsageOutcome } from '../server/usage.ts'
import { Books } from '../tables/books.ts'

/** Messages from the main thread. */
export interface ConnectToUsage {
  readonly tickets: SharedArrayBuffer
  readonly port: MessagePort
}

/** A warning. */
export type FromUsageThread = string

export interface UsageThreadData extends BooksPlace {
  readonly flags: SharedArrayBuffer
}

export interface UsageAnswer {
  readonly ticket: number
  readonly usage: UsageOutcome
}

/** Reads usage while the books thread stands still in a commit: it has its own thread and connections. */
const { data, databaseUrl, flags: memory } = workerData as UsageThreadData
const PATIENCE_MS = 2_000
const flags = new ServerFlags(memory)
const clients = new Set<ChargeTickets>()
let books: Promise<Books> | undefined
/** Reported once until it has passed. */
let lastProblem: string | undefined

parentPort!.on('message', ({ tickets: shared, port }: ConnectToUsage) => {
  const tickets = new ChargeTickets(shared)
  clients.add(tickets)
  port.on('message', ({ ticket, account }: { readonly ticket: number; readonly account: string }) => {
    void answer(account).then((usage) => port.postMessage({ ticket, usage } satisfies UsageAnswer))
  })
  port.on('close', () => clients.delete(tickets))
})

async function answer(account: string): Promise<UsageOutcome> {
  const opened = await openOnce()
  if (opened === undefined) return { outcome: 'unavailable' }
  try {
    return await readUsage(opened, account, { flags, tickets: clients })
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    return { outcome: 'unavailable' }
  }
}

/** Undefined: they cannot be opened now, whatever the reason. Charges may go on, and the next request tries again. */
async function openOnce(): Promise<Books | undefined> {
  try {
    const opened = await (books ??= openBooks())
    lastProblem = undefined
    return opened
  } catch (error) {
    books = undefined
    const problem = error instanceof Error ? error.message : String(error)
    if (problem !== lastProblem) parentPort!.postMessage(`usage cannot be read: ${problem}` satisfies FromUsageThread)
    lastProblem = problem
    return undefined
  }
}

async function openBooks(): Promise<Books> {
  if (databaseUrl === undefined) return new Books(await openBooksDatabase({ path: booksPath(data), mode: 'read' }))
  // A standby could answer with older counts, and `write` rejects it.
  const options = {
    ...postgresAt(databaseUrl, data),
    connections: 2,
    mode: 'write',
    patienceMs: PATIENCE_MS,
  } as const
  return new Books(await openBooksDatabase(options))
}
