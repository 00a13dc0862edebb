import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { ReleaseFolder } from '../release/release.ts'
import { systemClock } from '../stdx/clock.ts'
import { freeBytes } from '../stdx/free-bytes.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import { seededRandom } from '../stdx/random.ts'
import { systemSleep } from '../stdx/sleep.ts'
import { ReleaseStore, StoreFollower, type StoreSettings, type StoreStatus } from '../store/store.ts'
import { lowerPriority } from './lower-priority.ts'

/** The start data of the thread: plain values. */
export interface StoreToFollow {
  readonly store: StoreSettings
  readonly releasesDir: string
  readonly spreadMs: number
}

export type FromStoreThread =
  | { readonly kind: 'alive' }
  | { readonly kind: 'status'; readonly status: StoreStatus }
  | { readonly kind: 'log'; readonly fields: Readonly<Record<string, unknown>>; readonly text: string }

/** A download reports each chunk. */
const REPORT_EVERY_MS = 1_000

/*
 * A thread that follows the store. It is ended at any moment: what it writes is written as if the process could die.
 */
lowerPriority()
const { store, releasesDir, spreadMs } = workerData as StoreToFollow
const send = (message: FromStoreThread): void => parentPort!.postMessage(message)
let reportedMs = Number.NEGATIVE_INFINITY
let problem: string | undefined
const follower = new StoreFollower(ReleaseStore.open(store), new ReleaseFolder(releasesDir, 'store'), {
  sleep: systemSleep,
  random: seededRandom(randomInt(2 ** 31)),
  signal: new AbortController().signal,
  spreadMs,
  freeBytes,
  hasCatalog: () => existsSync(join(releasesDir, '../catalog.db')),
  nowMs: () => systemClock.nowMs(),
  log: (fields, text) => send({ kind: 'log', fields, text }),
  report(status) {
    const nowMs = monotonicClock.monotonicMs()
    if (status.problem === problem && nowMs < reportedMs + REPORT_EVERY_MS) return
    reportedMs = nowMs
    problem = status.problem
    send({ kind: 'status', status })
  },
})
// A thread in a system call cannot send it: what it reported before is then not known to be true any more.
setInterval(() => send({ kind: 'alive' }), REPORT_EVERY_MS)
await follower.run()
