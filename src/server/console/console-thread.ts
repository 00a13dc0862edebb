import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../stdx/clock.ts'
import { InputError } from '../../stdx/input-error.ts'
import { DatabaseError } from '../../storage/storage.ts'
import { ConsoleError, type ConsoleErrorCode } from './console-error.ts'
import { type ConsoleQuery, runConsoleQuery } from './console-query.ts'
import { type ConsolePlace, ConsoleSources } from './console-sources.ts'

/** A result as text: the main thread only passes it on. */
export type FromConsoleThread =
  | { readonly outcome: 'read'; readonly json: string }
  | { readonly outcome: 'refused'; readonly code: ConsoleErrorCode; readonly message: string }

const sources = new ConsoleSources(workerData as ConsolePlace, systemClock)
const parent = parentPort!

parent.on('message', (query: ConsoleQuery) => {
  void answer(query).then((message) => parent.postMessage(message))
})

/** A fault of our own is thrown, ends this thread and is logged by the main thread. */
async function answer(query: ConsoleQuery): Promise<FromConsoleThread> {
  try {
    return { outcome: 'read', json: JSON.stringify(await runConsoleQuery(sources, query)) }
  } catch (error) {
    if (error instanceof ConsoleError) return { outcome: 'refused', code: error.code, message: error.message }
    if (error instanceof InputError) return { outcome: 'refused', code: 'unavailable', message: error.message }
    if (!(error instanceof DatabaseError)) throw error
    const isLate = error.reason === 'busy'
    return {
      outcome: 'refused',
      code: isLate ? 'deadline_exceeded' : 'unavailable',
      message: `The database cannot answer: ${error.message}. Try again; if it goes on, look at /readyz and the log.`,
    }
  }
}
