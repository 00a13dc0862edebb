import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ReleaseFolder } from '../release/release.ts'
import { InputError } from '../stdx/input-error.ts'
import { describeKnownError } from '../stdx/known-error.ts'
import type { Random } from '../stdx/random.ts'
import type { Sleep } from '../stdx/sleep.ts'
import { tryLockFile } from '../storage/storage.ts'
import { type CurrentRelease, isLater, requireWithdrawals } from './acceptance.ts'
import { type AcceptedState, readAcceptedState, writeAcceptedState } from './accepted-state.ts'
import { isAhead } from './documents.ts'
import type { FormFault } from './fetch-file.ts'
import { fetchRelease, hasRelease } from './fetch-release.ts'
import type { PatienceLimits } from './form-patience.ts'
import { CURRENT_PATH, WITHDRAWN_PATH } from './layout.ts'
import type { ReleaseStore } from './release-store.ts'

export interface FollowTools {
  readonly sleep: Sleep
  readonly random: Random
  readonly signal: AbortSignal
  /** The servers of a fleet load a release within this time, not all at once. */
  readonly spreadMs: number
  /** This machine publishes too: its commands write to the same folder. */
  readonly hasCatalog: () => boolean
  /** Free bytes on the disk of a folder; undefined if the system cannot tell. */
  readonly freeBytes: (folder: string) => Promise<number | undefined>
  /** How long the shorter forms of files may fail. */
  readonly formLimits?: PatienceLimits | undefined
  nowMs(): number
  /** Receives what an operator should find in the log. */
  readonly log: (fields: Readonly<Record<string, unknown>>, text: string) => void
  /** Called at each sign of life of the store, and when the problem changes. */
  readonly report: (status: StoreStatus) => void
}

export interface StoreStatus {
  /** Why the store is not followed; what was fetched before is still served. */
  readonly problem: string | undefined
  /** The store has just sent something useful. */
  readonly answered: boolean
  /** A step that takes long, such as a download. */
  readonly activity: string | undefined
}

/** A fifth of jitter, so that servers that start together do not ask together. */
const ASK_EVERY_MS = 5_000
/** Some hosts make an ETag of length and second: every tenth question is without one. */
const ASK_WITHOUT_ETAG_EVERY = 10
/** A release that cannot be fetched is tried again after 5, 10, 20 … seconds, at most this. */
const RETRY_MAX_MS = 600_000
/** Threads serve an earlier release until they have loaded the next one. */
const PRUNE_AFTER_MS = 600_000
const FETCHED_KEPT = 2

/**
 * Follows a store: fetches the release and the withdrawals that it names into the local folder, whose watchers apply
 * them. Only documents with a higher sequence than before count, so a cache or a bucket restored from a backup takes
 * nothing back. Each document is applied once: what a local command switches to stays until the store changes.
 */
export class StoreFollower {
  readonly #store: ReleaseStore
  readonly #folder: ReleaseFolder
  readonly #tools: FollowTools
  readonly #problems = new Map<string, string>()
  readonly #etags = new Map<string, string>()
  #asked = 0
  #activity: string | undefined
  #failed: { readonly sequence: number; readonly times: number; readonly retryAtMs: number } | undefined

  constructor(store: ReleaseStore, folder: ReleaseFolder, tools: FollowTools) {
    this.#store = store
    this.#folder = folder
    this.#tools = tools
  }

  /** Runs until the signal aborts. Withdrawals do not wait for a release that is being fetched. */
  async run(): Promise<void> {
    let lock: Disposable | undefined
    await this.#repeat(async () => {
      await this.#check('folder', async () => {
        mkdirSync(this.#folder.dir, { recursive: true })
        lock = tryLockFile(join(this.#folder.dir, 'store.lock'))
        return lock ? undefined : `another server fetches into ${this.#folder.dir}. Give each server its own folder.`
      })
      return lock === undefined
    })
    using _lock = lock
    await Promise.all([this.#repeat(() => this.checkWithdrawals()), this.#repeat(() => this.checkRelease())])
  }

  /** Until the signal aborts, or the check says that it need not be repeated. */
  async #repeat(check: () => Promise<unknown>): Promise<void> {
    const { signal, sleep, random } = this.#tools
    while (!signal.aborted && (await check()) !== false)
      await sleep(ASK_EVERY_MS * (0.9 + random.fraction() / 5), signal).catch(() => undefined)
  }

  /** Reads the list of withdrawn records, and applies it if it is a later one. Never throws. */
  async checkWithdrawals(): Promise<void> {
    await this.#check('withdrawn records', () => this.#followWithdrawals())
  }

  /** Reads which release is current, and fetches and switches to it if that is a later one. Never throws. */
  async checkRelease(): Promise<void> {
    await this.#check('release', () => this.#followRelease())
  }

  async #check(what: string, follow: () => Promise<string | undefined>): Promise<void> {
    let problem: string | undefined
    try {
      problem = await follow()
    } catch (error) {
      if (this.#tools.signal.aborted) return
      problem = describeKnownError(error) ?? (error instanceof Error ? error.message : String(error))
    }
    const before = this.#problems.get(what)
    if (problem === before) return
    if (problem === undefined) this.#problems.delete(what)
    else this.#problems.set(what, problem)
    this.#tools.log(
      { store: this.#store.name, what, problem },
      problem ? 'the store has a problem' : 'the store is well again',
    )
    this.#report({ answered: false })
  }

  #report({ answered }: Pick<StoreStatus, 'answered'>): void {
    const problem = [...new Set(this.#problems.values())].map((text) => `store: ${text}`).join(' ') || undefined
    this.#tools.report({ problem, answered, activity: this.#activity })
  }

  /** Returns what is wrong with the store, if it answers. */
  async #followWithdrawals(): Promise<string | undefined> {
    const { signal, hasCatalog } = this.#tools
    this.#asked += 1
    if (this.#asked % ASK_WITHOUT_ETAG_EVERY === 0) this.#etags.clear()
    const read = await this.#store.readWithdrawals({ etag: this.#etags.get(WITHDRAWN_PATH), signal })
    this.#report({ answered: true })
    if (read === 'unchanged') return undefined
    const accepted = this.#accepted(WITHDRAWN_PATH)
    if (read === null) return accepted === undefined ? undefined : `${WITHDRAWN_PATH} is gone. Publish again.`
    if (isLater(WITHDRAWN_PATH, read.sequence, accepted, this.#tools.nowMs())) {
      // What a command has withdrawn here may not have reached the store.
      if (hasCatalog()) this.#folder.addWithdrawals(read.list)
      else this.#folder.setWithdrawals(read.list)
      this.#accept(WITHDRAWN_PATH, read.sequence)
    }
    this.#remember(WITHDRAWN_PATH, read.etag)
    return undefined
  }

  async #followRelease(): Promise<string | undefined> {
    const { signal } = this.#tools
    this.#prune()
    const etag = this.#hasServable() ? this.#etags.get(CURRENT_PATH) : undefined
    const read = await this.#store.readCurrent({ etag, signal })
    this.#report({ answered: true })
    if (read === 'unchanged') return this.#describeLost()
    if (read === null)
      return `it has no ${CURRENT_PATH}: nothing is published for this build. Publish with this version.`
    const isNew = isLater(CURRENT_PATH, read.sequence, this.#accepted(CURRENT_PATH), this.#tools.nowMs())
    if (!isNew && this.#hasServable()) {
      this.#remember(CURRENT_PATH, read.etag)
      return this.#describeLost()
    }
    if (this.#failed?.sequence === read.sequence && this.#tools.nowMs() < this.#failed.retryAtMs)
      return this.#problems.get('release')
    let isApplied: boolean
    try {
      isApplied = await this.#apply(read)
      this.#failed = undefined
    } catch (error) {
      const times = this.#failed?.sequence === read.sequence ? this.#failed.times + 1 : 0
      const retryAtMs = this.#tools.nowMs() + Math.min(RETRY_MAX_MS, ASK_EVERY_MS * 2 ** times)
      this.#failed = { sequence: read.sequence, times, retryAtMs }
      throw error
    }
    return isApplied ? this.#describeLost() : await this.#followRelease()
  }

  /** Returns whether it is applied: the store may name another release before this one is here. */
  async #apply(current: CurrentRelease): Promise<boolean> {
    const { release, sequence, rollback } = current
    const { signal, sleep, random, spreadMs, log, freeBytes, formLimits, hasCatalog } = this.#tools
    const stored = await this.#store.readManifest(current, signal)
    const isHere = hasRelease(this.#folder, stored)
    if (!isHere) {
      const progress = (): void => this.#report({ answered: true })
      const received = (bytes: number, bytesTotal: number): void => {
        this.#activity = `fetching ${release} from the store: ${toMegabytes(bytes)} of ${toMegabytes(bytesTotal)} MB`
        progress()
      }
      using _ = { [Symbol.dispose]: () => (this.#activity = undefined) }
      const warn = (fault: FormFault): void => log({ release, ...fault }, 'a file is fetched in a longer form')
      const fetched = await fetchRelease(this.#store, this.#folder, stored, {
        signal,
        progress,
        received,
        warn,
        formLimits,
        freeBytes,
      })
      log({ release, ...fetched }, 'the server has fetched a release from the store')
    }
    // A release that is here without a catalog was fetched: a server may have died before it wrote that.
    if (!isHere || !hasCatalog()) {
      const state = this.#state()
      const fetched = [...state.fetched.filter((id) => id !== release), release]
      writeAcceptedState(this.#folder.dir, { ...state, fetched })
    }
    if (await this.#isReplaced(sequence)) return false
    // An operator waits for a rollback.
    if (this.#hasServable() && !rollback) {
      await sleep(random.fraction() * spreadMs, signal)
      if (await this.#isReplaced(sequence)) return false
    }
    this.#etags.delete(WITHDRAWN_PATH)
    const problem = await this.#followWithdrawals()
    if (problem !== undefined) throw new InputError(problem)
    requireWithdrawals(current, this.#accepted(WITHDRAWN_PATH))
    this.#folder.switchTo(release)
    this.#accept(CURRENT_PATH, sequence)
    log({ release, sequence, rollback }, 'the server switches to the release of the store')
    return true
  }

  /** A lower sequence than this one is that of a cache. */
  async #isReplaced(sequence: number): Promise<boolean> {
    const read = await this.#store.readCurrent({ signal: this.#tools.signal })
    return read !== null && read !== 'unchanged' && sequence < read.sequence
  }

  /** Whether the local folder names a release that this build can serve. */
  #hasServable(): boolean {
    const id = this.#folder.currentId()
    return id !== null && this.#folder.describe(id).problem === null
  }

  /** A publication without a whole register is served, because only the operator knows whether it is a mistake. */
  #describeLost(): string | undefined {
    const current = this.#folder.current()
    return current === null ? undefined : this.#folder.describeLost(current.manifest)
  }

  /** The next answer may be `unchanged`: what is there now has been applied. */
  #remember(path: string, etag: string | undefined): void {
    if (etag !== undefined) this.#etags.set(path, etag)
  }

  #state(): AcceptedState {
    const state = readAcceptedState(this.#folder.dir)
    const { name: store } = this.#store
    if (state.store === store) return state
    const anew = { ...state, store, sequences: {} }
    writeAcceptedState(this.#folder.dir, anew)
    if (state.store !== undefined)
      this.#tools.log({ store, was: state.store }, 'the server follows another store; sequences begin anew')
    return anew
  }

  /** One that is too far ahead does not count: an earlier build accepted any. */
  #accepted(path: string): number | undefined {
    const sequence = this.#state().sequences[path]
    return sequence === undefined || isAhead(sequence, this.#tools.nowMs()) ? undefined : sequence
  }

  #accept(path: string, sequence: number): void {
    const state = this.#state()
    writeAcceptedState(this.#folder.dir, { ...state, sequences: { ...state.sequences, [path]: sequence } })
  }

  /** Removes releases that were fetched, but the last two and the current one. */
  #prune(): void {
    const state = this.#state()
    const current = this.#folder.currentId()
    const old = state.fetched.slice(0, -FETCHED_KEPT).filter((id) => id !== current)
    const switched = statSync(join(this.#folder.dir, 'current'), { throwIfNoEntry: false })
    if (old.length === 0 || switched === undefined) return
    if (this.#tools.nowMs() < switched.mtimeMs + PRUNE_AFTER_MS) return
    for (const id of old) rmSync(this.#folder.path(id), { recursive: true, force: true })
    writeAcceptedState(this.#folder.dir, { ...state, fetched: state.fetched.filter((id) => !old.includes(id)) })
  }
}

function toMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6)
}
