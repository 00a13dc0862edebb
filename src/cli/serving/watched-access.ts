import {
  type AccessSnapshot,
  AccessWatcher,
  applyAccountWishes,
  applyTrustWords,
  Freshness,
  hearTrustWords,
  openControlDatabase,
  rotateRing,
} from '../../access/access.ts'
import type { Log } from '../../http/http.ts'
import type { Clock } from '../../stdx/clock.ts'
import { monotonicClock } from '../../stdx/monotonic-clock.ts'
import { type LedgerForWishes, wishedBooks } from '../wished-books.ts'

export interface WatchedAccess extends AsyncDisposable {
  snapshot(): AccessSnapshot
  isFresh(): boolean
  readonly freshness: Freshness
}

/** How often what the operator wants is told to the books, and the ring of session secrets is looked at, in ms. */
const WISHES_EVERY_MS = 500
const RING_EVERY_MS = 3_600_000

/** Who may call, as the control database says from moment to moment; and tells the books what the operator wants of them. */
export async function watchAccess(options: {
  readonly data: string
  readonly databaseUrl: string | undefined
  readonly ledger: LedgerForWishes
  readonly clock: Clock
  readonly log: Log
  /** Told of every change, the first view included. */
  readonly changed: (snapshot: AccessSnapshot) => void
}): Promise<WatchedAccess> {
  const { ledger, clock, log } = options
  await using opened = new AsyncDisposableStack()
  const writer = opened.use(await openControlDatabase(options, 'write'))
  const control = { database: writer, clock }
  await rotateRing(control)
  const reader = opened.use(await openControlDatabase(options, 'read'))
  const freshness = Freshness.make()
  let latest: AccessSnapshot | undefined
  const watcher = await AccessWatcher.start({
    ...{ database: reader, freshness },
    ports: {
      monotonicMs: () => monotonicClock.monotonicMs(),
      after(ms, work) {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    },
    onChange: (snapshot) => {
      latest = snapshot
      options.changed(snapshot)
    },
    onTrouble(trouble) {
      if (trouble.kind === 'found') log.warn({}, 'the control database answers again')
      else log.warn({ err: trouble.error }, 'the control database does not answer')
    },
  })
  opened.defer(() => watcher.close())

  const books = wishedBooks(ledger)
  const unlessNone = async (
    apply: (...of: Parameters<typeof applyAccountWishes>) => Promise<unknown>,
  ): Promise<void> => {
    if (0 < latest!.wishes) await apply(control, books)
  }
  const tellBooks = (): Promise<void> => unlessNone(applyAccountWishes)
  // Before anybody calls; should the books not answer now, they are told with the next look.
  await tellBooks().catch((error: unknown) => log.warn({ error: String(error) }, 'it is tried again'))
  opened.defer(repeat(WISHES_EVERY_MS, tellBooks, log))
  opened.defer(repeat(WISHES_EVERY_MS, () => unlessNone(hearTrustWords), log))
  opened.defer(repeat(WISHES_EVERY_MS, () => unlessNone(applyTrustWords), log))
  opened.defer(repeat(RING_EVERY_MS, () => rotateRing(control), log))
  const parts = opened.move()
  return {
    freshness,
    snapshot: () => latest!,
    isFresh: () => freshness.isFresh(monotonicClock.monotonicMs()),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** One at a time, until the answer is called. What fails is tried again the next time. */
function repeat(everyMs: number, work: () => Promise<unknown>, log: Log): () => Promise<void> {
  let running = Promise.resolve()
  let isRunning = false
  const once = async (): Promise<void> => {
    isRunning = true
    try {
      await work()
    } catch (error) {
      log.warn({ error: String(error) }, 'it is tried again')
    }
    isRunning = false
  }
  const timer = setInterval(() => {
    if (!isRunning) running = once()
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
