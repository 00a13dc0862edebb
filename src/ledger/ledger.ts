import { MessageChannel, Worker } from 'node:worker_threads'
import { assert } from '../stdx/assert.ts'
import { endThread } from '../stdx/end-thread.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import { SqliteInThread } from '../storage/sqlite-in-thread.ts'
import { DatabaseError } from '../storage/storage.ts'
import { type AccountDifference, findAllDifferences, type WantedAccount } from './account-differences.ts'
import { type BooksPlace, openBooksToRead } from './open-books.ts'
import type { Charge, ChargeRequest, Refusal } from './server/charge.ts'
import { ChargeTickets } from './server/charge-tickets.ts'
import type { Call } from './server/messages.ts'
import { ServerFlags } from './server/server-flags.ts'
import type { TrustStatus } from './server/trust.ts'
import type { CreditsOutcome, UsageOutcome } from './server/usage.ts'
import { type AccountState, ALLOWANCE_MAX } from './tables/accounts.ts'
import type { NewDoubt, TrustRequest, TrustResult } from './tables/doubts.ts'
import type { NewNotice } from './tables/notices.ts'
import { BookChecks, type BookChecksOptions } from './thread/book-checks.ts'
import type { FromBooksThread, ToBooksThread } from './thread/books-thread.ts'
import { HeartbeatWatch } from './thread/heartbeat-watch.ts'
import { type Invitation, type JoinedLedger, joinLedger, within } from './thread/join.ts'
import type { ServerHealth } from './thread/open-server.ts'
import { SharedCounters } from './thread/shared-counters.ts'
import { type OpenedBooks, type StartOptions, startBooksThread } from './thread/start-books-thread.ts'
import { describeClock, describeTrustChanges, formatReason } from './thread/trust-report.ts'
import type { ConnectToUsage, FromUsageThread, UsageThreadData } from './thread/usage-thread.ts'
import type { AccountsByShare } from './thread/warn-of-months.ts'

/**
 * Charges units to accounts and keeps the books. It does not know what the units pay for. A request whose answer is
 * ready calls `charge`. If the outcome is `charged`, the debit is durable and the answer may be sent; otherwise the
 * request must not be answered with success.
 */
export class Ledger implements AsyncDisposable {
  readonly #place: BooksPlace
  readonly #books: Worker
  readonly #usage: Worker
  readonly #flags: SharedArrayBuffer
  readonly #own: JoinedLedger
  readonly #counters: SharedCounters
  readonly #heartbeat: HeartbeatWatch
  readonly #watching: NodeJS.Timeout
  readonly #warn: (text: string) => void
  readonly #checks: BookChecks
  #health: ServerHealth
  #closed: Promise<void> | undefined

  /**
   * Opens the books and waits until they can be charged, or until older ones need the accounts that the operator wants.
   * The operator can fix an InputError.
   */
  static async open(options: LedgerOptions): Promise<Ledger> {
    const { thread, opened } = await startBooksThread(options, (text) => options.warn?.(text))
    return new Ledger(options, thread, opened)
  }

  private constructor(options: LedgerOptions, thread: Worker, { flags, counters, health }: OpenedBooks) {
    const { data, databaseUrl, warn, audits } = options
    this.#place = { data, databaseUrl }
    this.#health = { ...health, clockAheadMs: 0, trust: { ...health.trust, reasons: [] } }
    this.#counters = new SharedCounters(counters)
    this.#heartbeat = new HeartbeatWatch(health.heartbeatAtMs)
    this.#watching = setInterval(() => this.#reportSilence(), WATCH_EVERY_MS).unref()
    this.#warn = warn ?? (() => undefined)
    this.#noteHealth(health)
    this.#books = thread
    this.#flags = flags
    thread.on('message', (message: FromBooksThread) => this.#receive(message))
    const workerData: UsageThreadData = { data, databaseUrl, flags }
    this.#usage = new Worker(new URL('./thread/usage-thread.ts', import.meta.url), { name: 'usage', workerData })
    this.#usage.on('message', (text: FromUsageThread) => this.#warn(text))
    this.#own = joinLedger(this.invite())
    this.#checks = new BookChecks(options, { warn: this.#warn, distrust: (doubts) => this.distrust(...doubts) })
    if (audits === 'regular') this.#checks.start()
  }

  /** The number under which this server writes now, or begins to. */
  get incarnation(): number {
    return this.#health.incarnation
  }

  /** Finds a refusal without a message to the books, so that the request need not be computed. */
  knownRefusal(account: string, units: number): Refusal | undefined {
    return this.#own.client.knownRefusal(account, units)
  }

  charge(request: ChargeRequest): Charge {
    return this.#own.client.charge(request)
  }

  /** Invites another thread to charge: it calls `joinLedger`. The message needs `portsOf` as its transfer list. */
  invite(): Invitation {
    const invitation = this.#inviteAs('connect', this.#flags)
    const usage = new MessageChannel()
    const connectToUsage: ConnectToUsage = { tickets: invitation.tickets, port: usage.port2 }
    this.#usage.postMessage(connectToUsage, [usage.port2])
    return { ...invitation, usagePort: usage.port1 }
  }

  /** Invites a thread to charge books in memory, which have nobody's units, before it charges real ones. */
  inviteToRehearse(): Invitation {
    return this.#inviteAs('rehearse', new ServerFlags().memory)
  }

  #inviteAs(kind: 'connect' | 'rehearse', flags: SharedArrayBuffer): Invitation {
    const { memory: tickets } = ChargeTickets.create()
    const { port1, port2 } = new MessageChannel()
    this.#books.postMessage({ kind, flags, tickets, port: port2 } satisfies ToBooksThread, [port2])
    return { flags, tickets, port: port1 }
  }

  /** Live servers on these books, as of the last heartbeat. */
  get servers(): number {
    return this.#own.client.servers
  }

  usage(account: string): Promise<UsageOutcome> {
    return this.#own.usage(account)
  }

  /** What every answer shows of an account. Asks the books only if nothing is remembered of the account. */
  credits(account: string): Promise<CreditsOutcome> {
    return this.#own.credits(account)
  }

  /**
   * Opens the account if there is none. This, `setState` and `trust` throw DatabaseError if the books do not
   * answer; then the caller sends what it wants by then.
   */
  async setAllowance(account: string, units: number, who: string): Promise<void> {
    assert(Number.isSafeInteger(units) && 0 <= units && units <= ALLOWANCE_MAX, 'an allowance is a whole number')
    await this.#callBooks({ name: 'set_allowance', account, units, who })
  }

  /** When a suspension resolves, no server charges the account any more. */
  async setState(account: string, state: AccountState): Promise<void> {
    await this.#callBooks({ name: 'set_state', account, state })
  }

  /** The accounts whose row in the books is missing or differs. Reads beside the charges, which do not wait for it. */
  async findDifferences(wanted: Iterator<WantedAccount, void>): Promise<AccountDifference[]> {
    const onSqlite = this.#place.databaseUrl === undefined
    await using sqlite = onSqlite ? new SqliteInThread({ warn: this.#warn }) : undefined
    await using books = await openBooksToRead(this.#place, undefined, sqlite)
    return await findAllDifferences(books, wanted)
  }

  /** Makes the rows of these accounts as they are wanted, and returns what differed. Throws like `setAllowance`. */
  async enforce(accounts: readonly WantedAccount[]): Promise<AccountDifference[]> {
    return (await this.#callBooks({ name: 'enforce', accounts })) as AccountDifference[]
  }

  /**
   * All accounts were compared with the books, and enforced, since this incarnation began. What older books lack is put
   * back only then. Throws like `setAllowance`.
   */
  async accountsPassed(incarnation: number): Promise<void> {
    await this.#callBooks({ name: 'accounts_passed', incarnation })
  }

  /** Stores a fact for the operator. Throws like `setAllowance`. */
  async notice(notice: NewNotice): Promise<void> {
    await this.#callBooks({ name: 'notice', ...notice })
  }

  /** Writes into the books which release this server serves. */
  serve(release: string | null): void {
    this.#books.postMessage({ kind: 'serve', release } satisfies ToBooksThread)
  }

  /** As of the last heartbeat or change. */
  trustStatus(): TrustStatus {
    return this.#health.trust
  }

  /** The reasons why nothing can be charged now. Answers at once, even if the database does not. */
  listProblems(): string[] {
    const silence = this.#heartbeat.describeProblem(this.#noteBatches())
    const reasons = this.#health.trust.reasons.map(formatReason)
    return silence === undefined ? reasons : [silence, ...reasons]
  }

  /** A heartbeat that is late although the server charges. */
  heartbeatProblem(): string | undefined {
    return this.#heartbeat.describeDegraded(this.#noteBatches())
  }

  /** Returns the time. */
  #noteBatches(): number {
    const nowMs = monotonicClock.monotonicMs()
    this.#heartbeat.noteBatches(this.#counters.read().batches, nowMs)
    return nowMs
  }

  /** As of the last heartbeat; negative: behind. */
  get clockAheadMs(): number {
    return this.#health.clockAheadMs
  }

  /** Undefined: the clock of this machine agrees with that of the books. */
  clockProblem(): string | undefined {
    return describeClock(this.#health.clockAheadMs)
  }

  /** How long ago the last heartbeat was written. */
  heartbeatAgeMs(): number {
    return this.#heartbeat.ageMs(monotonicClock.monotonicMs())
  }

  /** Stops charging this account, or all of them, until the operator resolves the doubt. */
  async distrust(...doubts: readonly NewDoubt[]): Promise<void> {
    await this.#own.client.call({ name: 'distrust', doubts })
  }

  /**
   * Resolves the doubts that the operator named, after an audit. A doubt about an account in which the audit finds
   * differences stays, and the differences become doubts too. Throws InputError if the audit cannot run.
   */
  async trust(request: TrustRequest): Promise<TrustResult> {
    const broken = await this.#checks.findBroken()
    return (await this.#callBooks({ name: 'trust', ...request, broken })) as TrustResult
  }

  /** As of the last look at the running month, every five minutes. Undefined: not yet. */
  get accountsByShare(): AccountsByShare | undefined {
    return this.#checks.accountsByShare
  }

  /** The counters of this server since its start, under the names of `COUNTERS`. */
  counters(): Readonly<Record<string, number>> {
    return this.#counters.read()
  }

  /** Stops. Called when all requests have ended; charges that still wait are withdrawn. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close())
  }

  async #close(): Promise<void> {
    clearInterval(this.#watching)
    const warn = this.#warn
    const readersEnd = [this.#checks.close(), endThread(this.#usage, { name: 'the thread that reads usage', warn })]
    this.#own.leave()
    await Promise.all(readersEnd)
    const ended = new Promise((resolve) => this.#books.once('exit', resolve))
    this.#books.postMessage({ kind: 'close' } satisfies ToBooksThread)
    await endThread(this.#books, { name: 'the thread that writes the books', warn, maxMs: BOOKS_END_MAX_MS, ended })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #receive(message: FromBooksThread): void {
    if (message.kind === 'warning') this.#warn(message.text)
    if (message.kind === 'health') this.#noteHealth(message.health)
  }

  #noteHealth(health: ServerHealth): void {
    const problem = describeClock(health.clockAheadMs)
    if (problem !== undefined && this.clockProblem() === undefined) this.#warn(problem)
    this.#heartbeat.noteHeartbeat(health.heartbeatAtMs)
    for (const line of describeTrustChanges(this.#health.trust, health.trust)) this.#warn(line)
    this.#health = health
  }

  /** After the messages that wait: when this thread was held up, its timers run before it reads the heartbeats. */
  #reportSilence(): void {
    setImmediate(() => {
      const line = this.#heartbeat.describeChange(this.#noteBatches())
      if (line !== undefined) this.#warn(line)
    })
  }

  async #callBooks(call: Call): Promise<unknown> {
    // A disk that hangs stops the books thread: it answers nothing.
    const result = await within(this.#own.client.call(call), CALL_MAX_MS)
    if ((result as { outcome?: string } | undefined)?.outcome !== 'unavailable') return result
    const message = 'the books do not answer; the change may have been made or not'
    throw new DatabaseError(message, { outcome: 'unknown', reason: 'lost' })
  }
}

interface LedgerOptions extends BookChecksOptions, Pick<StartOptions, 'waits'> {
  /** `passed`: the caller calls `accountsPassed`. Else charges that older books lack are put back at once. */
  readonly accounts?: 'passed'
  /**
   * `regular`: also at the start. An account whose rows disagree is not charged until the operator resolves the doubt.
   */
  readonly audits?: 'regular' | 'on_demand'
  /** Receives log lines about the database and about what an audit finds. */
  readonly warn?: (text: string) => void
}

/** How often the log checks whether the database is silent. */
const WATCH_EVERY_MS = 500
/** A change by the operator is some statements, each of which has a limit of its own. */
const CALL_MAX_MS = 10_000
/** The thread gives its last batch ten seconds, and the end of its incarnation two. */
const BOOKS_END_MAX_MS = 15_000

export type { Charge, Refusal } from './server/charge.ts'
export { COUNTERS } from './server/counters.ts'
export type { LedgerClient } from './server/ledger-client.ts'
export { isServerRunning } from './server/server-folder.ts'
export type { Credits, CreditsOutcome, Usage, UsageOutcome } from './server/usage.ts'
export { BOOKS_MIGRATIONS } from './tables/books.ts'
export type { TrustResult } from './tables/doubts.ts'
export { FULL_AUDIT_DAYS } from './thread/book-checks.ts'
export { type Invitation, type JoinedLedger, joinLedger, portsOf } from './thread/join.ts'
