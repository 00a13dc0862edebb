import { openControlDatabase, rotateKeyRing } from '../access/control/control.ts'
import { type AccessSnapshot, type AccessUpdate, AccessWatcher, Freshness } from '../access/view/view.ts'
import type { Log } from '../http/http.ts'
import type { Clock } from '../stdx/clock.ts'
import { END_MAX_MS, settlesWithin } from '../stdx/end-thread.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import { SqliteInThread } from '../storage/sqlite-in-thread.ts'
import { AccountComparison, type ComparedLedger } from './account-comparison.ts'
import { AccessLoader } from './load-access.ts'
import { type ChangeableLedger, passAccountChanges, passTrustRequests } from './pending-changes.ts'

export interface WatchedAccess extends AsyncDisposable {
  snapshot(): AccessSnapshot
  isFresh(): boolean
  readonly freshness: Freshness
}

/** How often the server passes pending changes to the ledger. */
const CHANGES_EVERY_MS = 500
/** How often the server checks the age of the key ring of browser sessions. */
const RING_EVERY_MS = 3_600_000

/** Follows the control database, and passes what the operator changed in it to the ledger. */
export async function watchAccess(options: {
  readonly data: string
  readonly databaseUrl: string | undefined
  readonly ledger: ChangeableLedger & ComparedLedger
  readonly clock: Clock
  readonly log: Log
  /** Called with every change, the first reading of all rows included. */
  readonly changed: (update: AccessUpdate) => void
  /** How long the end of what runs is waited for. */
  readonly endMs?: number
}): Promise<WatchedAccess> {
  const { ledger, clock, log, endMs = END_MAX_MS } = options
  const warn = (text: string): void => log.warn({}, text)
  // A disk that hangs must not hold this thread, which answers health checks.
  await using thread = new AsyncDisposableStack()
  const sqlite = options.databaseUrl === undefined ? thread.use(new SqliteInThread({ warn, endMs })) : undefined
  await using opened = new AsyncDisposableStack()
  const writer = opened.use(await openControlDatabase(options, 'write', sqlite))
  const control = { database: writer, clock }
  await rotateKeyRing(control)
  const reader = opened.use(await openControlDatabase(options, 'read', sqlite))
  const { data, databaseUrl } = options
  const loader = opened.use(new AccessLoader({ data, databaseUrl, warn, endMs }))
  const freshness = Freshness.make()
  let latest: AccessSnapshot | undefined
  const watcher = await AccessWatcher.start({
    database: reader,
    freshness,
    ports: {
      monotonicMs: () => monotonicClock.monotonicMs(),
      after(ms, work) {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    },
    readAllRows: (haste) => loader.load(haste),
    onChange: (snapshot, update) => {
      latest = snapshot
      options.changed(update)
    },
    onRereadFailed: (error) => log.warn({ error: String(error) }, 'cannot read all accounts again; retrying later'),
    onConnectionChange(change) {
      if (change.kind === 'restored') log.warn({}, 'the server can read the control database again')
      else log.warn({ error: String(change.error) }, 'cannot read the control database; retrying')
    },
  })
  opened.defer(() => watcher.close())

  const passIfPending = async (pass: typeof passAccountChanges): Promise<void> => {
    if (0 < latest!.pendingChanges) await pass(control, ledger)
  }
  const comparison = new AccountComparison(control, options)
  const passAccounts = async (): Promise<void> => {
    await passIfPending(passAccountChanges)
    await comparison.compareIfDue(latest!)
  }
  const changes = { what: 'pass accounts to the ledger', work: passAccounts }
  const trust = { what: 'carry out a trust request', work: () => passIfPending(passTrustRequests) }
  const ring = { what: 'rotate the secret of browser sessions', work: () => rotateKeyRing(control) }
  // Before the first request. If the ledger does not answer, the next attempt follows after the interval.
  await attempt(changes, log)
  const repeated = [
    repeat(CHANGES_EVERY_MS, changes, log),
    // Beside the account changes, because an audit may take long.
    repeat(CHANGES_EVERY_MS, trust, log),
    repeat(RING_EVERY_MS, ring, log),
  ]
  const parts = opened.move()
  const ownThread = thread.move()
  return {
    freshness,
    snapshot: () => latest!,
    isFresh: () => freshness.isFresh(monotonicClock.monotonicMs()),
    async [Symbol.asyncDispose]() {
      // An audit may take long, and what it finds is sent until the books answer. Both end with the ledger.
      const ended = repeated.map((stop) => stop())
      if (!(await settlesWithin(Promise.all(ended), endMs)))
        log.warn({}, 'the server stops before it has passed all changes to the ledger; the next start passes them')
      await settlesWithin(parts.disposeAsync(), endMs)
      await ownThread.disposeAsync()
    },
  }
}

interface Repeated {
  readonly what: string
  work(): Promise<unknown>
}

async function attempt({ what, work }: Repeated, log: Log): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.warn({ error: String(error) }, `cannot ${what}; retrying`)
  }
}

/** Runs the work again and again, one run at a time. Returns a function that stops it. */
function repeat(everyMs: number, repeated: Repeated, log: Log): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= attempt(repeated, log).finally(() => {
      running = undefined
    })
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
