import { Worker } from 'node:worker_threads'
import { endThread } from '../../stdx/end-thread.ts'
import { InputError } from '../../stdx/input-error.ts'
import { limitYoungGeneration } from '../../stdx/young-generation.ts'
import type { FromBooksThread } from './books-thread.ts'
import type { ServerOptions } from './open-server.ts'

export type OpenedBooks = Extract<FromBooksThread, { readonly kind: 'open' }>

export interface StartOptions extends Omit<ServerOptions, 'waits'> {
  /** Books that cannot be opened now are waited for until this ends the wait. Without it they are an error. */
  readonly waits?: AbortSignal
}

/** Little is in use at once, the charges that wait for a commit or are in one, so a few MB are enough. */
const BOOKS_HEAP = limitYoungGeneration(4)

/** Resolves when the server has started. The operator can fix an InputError. */
export async function startBooksThread(options: StartOptions, warn: (text: string) => void) {
  const { data, databaseUrl, accounts, waits } = options
  const workerData: ServerOptions = { data, databaseUrl, accounts, waits: waits !== undefined }
  const file = new URL('./books-thread.ts', import.meta.url)
  const thread = new Worker(file, { name: 'books', workerData, resourceLimits: BOOKS_HEAP })
  const { promise, resolve, reject } = Promise.withResolvers<OpenedBooks>()
  const stop = async (): Promise<void> => {
    await endThread(thread, { name: 'the thread that writes the books', warn })
    reject(waits!.reason)
  }
  thread.on('message', (message: FromBooksThread) => {
    if (message.kind === 'warning') warn(message.text)
    if (message.kind === 'open') resolve(message)
    if (message.kind === 'failed') reject(new InputError(message.message))
  })
  thread.once('error', reject)
  waits?.addEventListener('abort', stop)
  if (waits?.aborted) void stop()
  const opened = await promise.finally(() => waits?.removeEventListener('abort', stop))
  // A later error of the thread ends this process: nothing may be charged without books, and the next start goes on.
  // The listeners are removed by name: without the Worker's own listeners no message would arrive.
  thread.removeAllListeners('message').removeAllListeners('error')
  return { thread, opened }
}
