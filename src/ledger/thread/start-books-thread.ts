import { Worker } from 'node:worker_threads'
import { InputError } from '../../stdx/input-error.ts'
import { limitYoungGeneration } from '../../stdx/young-generation.ts'
import type { BooksPlace } from '../open-books.ts'
import type { FromBooksThread } from './books-thread.ts'

export type OpenedBooks = Extract<FromBooksThread, { readonly kind: 'open' }>

/** Little is in use at once, the charges that wait for a commit or are in one, so a few MB are enough. */
const BOOKS_HEAP = limitYoungGeneration(4)

/** Resolves when the books can be charged. The operator can fix an InputError. */
export async function startBooksThread({ data, databaseUrl }: BooksPlace, warn: (text: string) => void) {
  const workerData: BooksPlace = { data, databaseUrl }
  const file = new URL('./books-thread.ts', import.meta.url)
  const thread = new Worker(file, { name: 'books', workerData, resourceLimits: BOOKS_HEAP })
  const opened = await new Promise<OpenedBooks>((resolve, reject) => {
    thread.on('message', (message: FromBooksThread) => {
      if (message.kind === 'warning') warn(message.text)
      if (message.kind === 'open') resolve(message)
      if (message.kind === 'failed') reject(new InputError(message.message))
    })
    thread.once('error', reject)
  })
  // A later error of the thread ends this process: nothing may be charged without books, and the next start goes on.
  // The listeners are removed by name: without the Worker's own listeners no message would arrive.
  thread.removeAllListeners('message').removeAllListeners('error')
  return { thread, opened }
}
