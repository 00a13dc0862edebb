import { parentPort, workerData } from 'node:worker_threads'
import type { SignedTarget } from '../../stdx/post-signed.ts'
import { withBooksLock } from '../books-lock.ts'
import { type BooksPlace, openBooksToRead, openBooksToWrite } from '../open-books.ts'
import type { MonthWarning } from '../tables/warnings.ts'
import { type AccountsByShare, countAccounts, lookAtMonth, sendWarnings, storeWarnings } from './warn-of-months.ts'

export interface MonthsThreadData extends BooksPlace {
  readonly alert: SignedTarget | undefined
}

export type FromMonthsThread =
  | { readonly kind: 'months'; readonly accounts: AccountsByShare }
  /** No server has warned of these before. */
  | { readonly kind: 'warned'; readonly warnings: readonly MonthWarning[] }
  /** What could not be done now. The next look does it. It says nothing about the trust in the books. */
  | { readonly kind: 'failed'; readonly message: string }

/* Looks once how far the months are used. It has its own thread: a receiver of alerts may take ten seconds. */
const { data, databaseUrl, alert } = workerData as MonthsThreadData
const place: BooksPlace = { data, databaseUrl }
const send = (message: FromMonthsThread): void => parentPort!.postMessage(message)

try {
  await using reader = await openBooksToRead(place)
  const reached = await lookAtMonth(reader)
  send({ kind: 'months', accounts: countAccounts(reached) })
  await using writer = await openBooksToWrite(place)
  const warnings = await storeWarnings(writer, reached)
  if (0 < warnings.length) send({ kind: 'warned', warnings })
  if (alert !== undefined) await withBooksLock('warnings', place, reader, () => sendWarnings(writer, alert))
} catch (error) {
  send({ kind: 'failed', message: error instanceof Error ? describe(error) : String(error) })
}

/** `fetch` says what failed in the cause. */
function describe({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
