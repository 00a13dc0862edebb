import { Worker } from 'node:worker_threads'
import type { Log } from '../http/http.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import type { StoreSettings } from '../store/store.ts'
import type { FromStoreThread, StoreToFollow } from './store-thread.ts'

export interface WatchedStore extends AsyncDisposable {
  /** Why the store is not followed; what was fetched before is still served. Undefined also without a store. */
  problem(): string | undefined
  /** Since the store last sent something useful, in ms. Undefined: there is no store. */
  answerAgeMs(): number | undefined
}

/** Loading a release costs processor time, so the servers of one fleet begin within this time, not all at once. */
const SPREAD_MS = 30_000

/** Starts the thread that fetches what a store publishes into the folder of releases. */
export function watchStore(
  store: StoreSettings | undefined,
  { releasesDir, isAlone, log }: { readonly releasesDir: string; readonly isAlone: boolean; readonly log: Log },
): WatchedStore {
  if (store === undefined)
    return { problem: () => undefined, answerAgeMs: () => undefined, [Symbol.asyncDispose]: async () => undefined }
  let problem: string | undefined
  let answeredMs = monotonicClock.monotonicMs()
  const workerData: StoreToFollow = { store, releasesDir, spreadMs: isAlone ? 0 : SPREAD_MS }
  const worker = new Worker(new URL('./store-thread.ts', import.meta.url), { name: 'store', workerData })
  worker.on('message', (message: FromStoreThread) => {
    if (message.kind === 'log')
      return message.fields.problem === undefined
        ? log.info(message.fields, message.text)
        : log.warn(message.fields, message.text)
    problem = message.status.problem
    if (message.status.answered) answeredMs = monotonicClock.monotonicMs()
  })
  let isStopping = false
  const fail = (error?: unknown): void => {
    if (isStopping || problem === ENDED) return
    problem = ENDED
    log.error({ err: error }, 'the thread that follows the store has ended')
  }
  worker.once('error', fail)
  worker.once('exit', () => fail())
  return {
    problem: () => problem,
    answerAgeMs: () => monotonicClock.monotonicMs() - answeredMs,
    async [Symbol.asyncDispose]() {
      isStopping = true
      await worker.terminate()
    },
  }
}

const ENDED = 'the thread that follows the store has ended. Restart the server, and report this with its log.'
