import { parentPort, workerData } from 'node:worker_threads'
import { audit } from '../books/audit.ts'
import { openBooksToRead } from '../open-books.ts'
import type { NodePlace } from './place.ts'

/* Reading the whole journal takes seconds, so it has a thread and a connection of its own; then it is over. */
const { data, databaseUrl } = workerData as NodePlace
const books = await openBooksToRead(data, databaseUrl)
try {
  parentPort!.postMessage(await books.snapshot(audit))
} finally {
  await books.close()
}
