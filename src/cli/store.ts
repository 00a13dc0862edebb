import { join } from 'node:path'
import { ReleaseFolder, type Withdrawal } from '../release/release.ts'
import { formatCount, formatNumber } from '../stdx/format-count.ts'
import { InputError } from '../stdx/input-error.ts'
import { systemSleep } from '../stdx/sleep.ts'
import { postgresAt } from '../storage/database-url.ts'
import { openDatabase, tryLockFile, withAdvisoryLock } from '../storage/storage.ts'
import { CURRENT_PATH, describeAhead, publishToStore, ReleaseStore, WITHDRAWN_PATH } from '../store/store.ts'
import { type Context, releasesDir } from './context.ts'
import { readStoreSettings, type StoreOptions } from './store-settings.ts'
import { readingBooks } from './with-books.ts'

interface OpenOptions {
  readonly store?: StoreOptions['store'] | undefined
  readonly resign?: boolean | undefined
}

export function openStore({ store, resign }: OpenOptions): ReleaseStore | undefined {
  return store ? ReleaseStore.open({ ...readStoreSettings(store), resign }) : undefined
}

/** Throws an InputError if the store cannot be read or written, before any work is done. */
export async function openStoreToWrite(options: OpenOptions): Promise<ReleaseStore | undefined> {
  if (options.resign && !options.store) throw new InputError('--resign needs --store.')
  const store = openStore(options)
  await store?.checkAccess()
  return store
}

/** Publishes a local release to the store. */
export async function sendToStore(context: Context, store: ReleaseStore, id: string) {
  const { terminal, clock, interrupted: signal } = context
  const withdrawals = await readWithdrawals(context)
  const report = await withStoreLock(context, store, () =>
    publishToStore(store, {
      folder: new ReleaseFolder(releasesDir(context)),
      id,
      withdrawals,
      nowMs: clock.nowMs(),
      signal,
      progress: (done, total) => terminal.progress({ what: 'sending', unit: 'bytes', done, total }),
    }),
  )
  terminal.progressDone()
  const { filesSent, bytesSent, filesKept, removedReleases, current } = report
  terminal.line(
    `sent ${id} to ${store.name}: ${formatCount(filesSent, 'new file')} of ${filesSent + filesKept}, ${formatNumber(bytesSent)} bytes`,
  )
  for (const removed of removedReleases) terminal.line(`removed the old release ${removed} from the store`)
  if (report.problem !== undefined) terminal.warn(`old releases were not removed from the store: ${report.problem}`)
  return { ...report, current: current.release, sequence: current.sequence }
}

async function readWithdrawals(context: Context): Promise<Withdrawal[]> {
  using catalog = await context.openCatalog()
  return catalog.withdrawals()
}

const WAIT_MS = 1_000
/** The first publication of national data takes some minutes. */
const WAITS_MAX = 1_800

/** Lets one command at a time write to a store. A second one waits, and says so. */
export async function withStoreLock<T>(context: Context, store: ReleaseStore, work: () => Promise<T>): Promise<T> {
  const { terminal, interrupted } = context
  for (let waits = 0; waits < WAITS_MAX; waits++) {
    const done = await tryWithStoreLock(context, store, async () => {
      await warnOfClock(context, store)
      return await work()
    })
    if (done !== undefined) return done.value
    if (waits === 0) terminal.warn(`another command writes to ${store.name}; waiting until it ends`)
    await systemSleep(WAIT_MS, interrupted)
  }
  throw new InputError(`another command has been writing to ${store.name} for half an hour. End it, then try again.`)
}

/**
 * What is too far ahead counts as a mistake, and sequences begin anew with the time of this machine. Whether its own
 * clock is behind cannot be known here.
 */
async function warnOfClock({ terminal, clock }: Pick<Context, 'terminal' | 'clock'>, store: ReleaseStore) {
  // What cannot be read is the matter of the work.
  const documents = await Promise.all([
    store.readCurrent().catch(() => null),
    store.readWithdrawals().catch(() => null),
  ])
  const paths = [CURRENT_PATH, WITHDRAWN_PATH].filter((path, i) => {
    const document = documents[i]
    return document && document !== 'unchanged' && describeAhead(path, document.sequence, clock.nowMs()) !== undefined
  })
  if (paths.length === 0) return
  terminal.warn(
    `${paths.join(' and ')} of the store is more than a day ahead of the clock of this machine. If the clock is behind, servers refuse what is written now: set it, then run this command again.`,
  )
}

/** Beside those of the ledger (`src/ledger/books-lock.ts`), in the same database. */
const STORE_LOCK = 7_165_420_313

/**
 * Three locks, because a bucket has none: of the data folder, of the folder of the store, and in the database that
 * several publishers share. Undefined: another command holds one of them.
 */
export async function tryWithStoreLock<T>(
  context: Pick<Context, 'dataDir' | 'databaseUrl'>,
  store: ReleaseStore,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  using ours = tryLockFile(join(context.dataDir, 'store.lock'))
  if (ours === undefined) return undefined
  const { lock } = store.requireWriter()
  using theirs = lock?.()
  if (lock !== undefined && theirs === undefined) return undefined
  const run = async (): Promise<{ readonly value: T }> => ({ value: await work() })
  const { dataDir, databaseUrl: url } = context
  if (url === undefined) return await run()
  // No table is looked at: while a fleet is upgraded the publisher is first, and the tables are those of the servers.
  return await readingBooks(async () => {
    await using database = await openDatabase({ ...postgresAt(url, dataDir), connections: 1 })
    return await withAdvisoryLock(database, STORE_LOCK, run)
  })
}
