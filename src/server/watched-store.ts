import { Worker } from 'node:worker_threads'
import type { Log } from '../http/http.ts'
import { END_MAX_MS, endThread } from '../stdx/end-thread.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import type { StoreSettings } from '../store/store.ts'
import type { FromStoreThread, StoreToFollow } from './store-thread.ts'

export interface WatchedStore extends AsyncDisposable {
  /** Why the store is not followed; what was fetched before is still served. Undefined also without a store. */
  problem(): string | undefined
  /** A step that takes long, such as a download. */
  activity(): string | undefined
  /** Since the store last sent something useful, in ms. Undefined: there is no store. */
  answerAgeMs(): number | undefined
}

/** Loading a release costs processor time, so the servers of one fleet begin within this time, not all at once. */
const SPREAD_MS = 20_000
/** The store is asked every five seconds. A slow one that has no problem has this time to answer. */
const SILENCE_MAX_MS = 60_000
/** The thread sends a sign of life every second, unless a system call does not return. */
const BLOCKED_AFTER_MS = 5_000

export interface StoreWatch {
  readonly releasesDir: string
  readonly isAlone: boolean
  readonly log: Log
  /** How long the end of the thread is waited for. */
  readonly endMs?: number
  readonly clock?: typeof monotonicClock
}

/** Starts the thread that fetches what a store publishes into the folder of releases. */
export function watchStore(
  store: StoreSettings | undefined,
  { releasesDir, isAlone, log, endMs = END_MAX_MS, clock = monotonicClock }: StoreWatch,
): WatchedStore {
  if (store === undefined)
    return { problem: nothing, activity: nothing, answerAgeMs: nothing, [Symbol.asyncDispose]: async () => undefined }
  let problem: string | undefined
  let activity: string | undefined
  let answeredMs = clock.monotonicMs()
  let heardMs = answeredMs
  const workerData: StoreToFollow = { store, releasesDir, spreadMs: isAlone ? 0 : SPREAD_MS }
  const worker = new Worker(new URL('./store-thread.ts', import.meta.url), { name: 'store', workerData })
  worker.on('message', (message: FromStoreThread) => {
    heardMs = clock.monotonicMs()
    if (message.kind === 'alive') return
    if (message.kind === 'log')
      return message.fields.problem === undefined
        ? log.info(message.fields, message.text)
        : log.warn(message.fields, message.text)
    problem = message.status.problem
    activity = message.status.activity
    if (message.status.answered) answeredMs = heardMs
  })
  let isStopping = false
  const fail = (error?: unknown): void => {
    if (isStopping || problem === ENDED) return
    problem = ENDED
    log.error({ err: error }, 'the thread that follows the store has ended')
  }
  worker.once('error', fail)
  worker.once('exit', () => fail())
  const answerAgeMs = (): number => clock.monotonicMs() - answeredMs
  return {
    problem() {
      const ageMs = answerAgeMs()
      const isBlocked = problem !== ENDED && BLOCKED_AFTER_MS < clock.monotonicMs() - heardMs
      if (problem === undefined ? ageMs <= SILENCE_MAX_MS : !isBlocked) return problem
      return `the store has not answered for ${Math.floor(ageMs / 1000)} s`
    },
    activity: () => activity,
    answerAgeMs,
    async [Symbol.asyncDispose]() {
      isStopping = true
      const warn = (text: string): void => log.warn({}, text)
      await endThread(worker, { name: 'the thread that follows the store', warn, maxMs: endMs })
    },
  }
}

function nothing(): undefined {}

const ENDED = 'the thread that follows the store has ended. Restart the server, and report this with its log.'
