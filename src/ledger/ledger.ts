import { MessageChannel, Worker } from 'node:worker_threads'
import { assert } from '../stdx/assert.ts'
import { endThread } from '../stdx/end-thread.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import { DatabaseError } from '../storage/storage.ts'
import { type AccountDifference, findDifferences, type WantedAccount } from './account-differences.ts'
import { type BooksPlace, openBooksToRead } from './open-books.ts'
import type { Charge, ChargeRequest, Refusal } from './server/charge.ts'
import { ChargeTickets } from './server/charge-tickets.ts'
import type { Call } from './server/messages.ts'
import { ServerFlags } from './server/server-flags.ts'
import type { TrustStatus } from './server/trust.ts'
import type { CreditsOutcome, UsageOutcome } from './server/usage.ts'
import { ALLOWANCE_MAX, type StateOutcome } from './tables/accounts.ts'
import type { NewDoubt, TrustRequest, TrustResult } from './tables/doubts.ts'
import type { NoticeRow } from './tables/notices.ts'
import { BookChecks, type BookChecksOptions } from './thread/book-checks.ts'
import type { FromBooksThread, ToBooksThread } from './thread/books-thread.ts'
import { HeartbeatWatch } from './thread/heartbeat-watch.ts'
import { type Invitation, type JoinedLedger, joinLedger, type RehearsalInvitation } from './thread/join.ts'
import { SharedCounters } from './thread/shared-counters.ts'
import { type OpenedBooks, startBooksThread } from './thread/start-books-thread.ts'
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
  #incarnation: number
  #clockAheadMs = 0
  #trust: TrustStatus
  #closed: Promise<void> | undefined

  /** Opens the books and waits until they can be charged. The operator can fix an InputError. */
  static async open(options: LedgerOptions): Promise<Ledger> {
    const { thread, opened } = await startBooksThread(options, (text) => options.warn?.(text))
    return new Ledger(options, thread, opened)
  }

  private constructor(options: LedgerOptions, thread: Worker, { flags, counters, health }: OpenedBooks) {
    const { data, databaseUrl, warn, audits } = options
    this.#place = { data, databaseUrl }
    this.#incarnation = health.incarnation
    this.#counters = new SharedCounters(counters)
    this.#heartbeat = new HeartbeatWatch(health.heartbeatAtMs)
    this.#trust = health.trust
    this.#watching = setInterval(() => this.#reportSilence(), WATCH_EVERY_MS).unref()
    this.#warn = warn ?? (() => undefined)
    this.#noteClock(health.clockAheadMs)
    for (const line of describeTrustChanges({ ...health.trust, reasons: [] }, health.trust)) this.#warn(line)
    this.#books = thread
    this.#flags = flags
    thread.on('message', (message: FromBooksThread) => this.#receive(message))
    const workerData: UsageThreadData = { data, databaseUrl, flags }
    this.#usage = new Worker(new URL('./thread/usage-thread.ts', import.meta.url), { name: 'usage', workerData })
    this.#usage.on('message', (text: FromUsageThread) => this.#warn(text))
    this.#own = joinLedger(this.invite())
    this.#checks = new BookChecks(options, { warn: this.#warn, distrust: (doubt) => this.distrust(doubt) })
    if (audits === 'regular') this.#checks.start()
  }

  /** The number under which this server writes now. */
  get incarnation(): number {
    return this.#incarnation
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

  /** Invites it to charge books in memory before: it calls `joinRehearsal`. The message transfers the port. */
  inviteToRehearse(): RehearsalInvitation {
    return this.#inviteAs('rehearse', new ServerFlags().memory)
  }

  #inviteAs(kind: 'connect' | 'rehearse', flags: SharedArrayBuffer): RehearsalInvitation {
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

  /** What every answer shows of an account. Only the first one of a month asks the books. */
  credits(account: string): Promise<CreditsOutcome> {
    return this.#own.credits(account)
  }

  /**
   * Opens the account if there is none. This, `suspend`, `resume` and `trust` throw DatabaseError if the books do not
   * answer; then the caller sends what it wants by then.
   */
  async setAllowance(account: string, units: number, who: string): Promise<void> {
    assert(Number.isSafeInteger(units) && 0 <= units && units <= ALLOWANCE_MAX, 'an allowance is a whole number')
    await this.#callBooks({ name: 'set_allowance', account, units, who })
  }

  /** When it resolves, no server charges the account any more. */
  suspend(account: string): Promise<StateOutcome> {
    return this.#callBooks({ name: 'set_state', account, state: 'suspended' }) as Promise<StateOutcome>
  }

  resume(account: string): Promise<StateOutcome> {
    return this.#callBooks({ name: 'set_state', account, state: 'active' }) as Promise<StateOutcome>
  }

  /** The accounts whose row in the books is missing or differs. Reads beside the charges, which do not wait for it. */
  async findDifferences(wanted: readonly WantedAccount[]): Promise<AccountDifference[]> {
    await using books = await openBooksToRead(this.#place)
    return await findDifferences(books, wanted)
  }

  /** Makes the rows of these accounts as they are wanted, and returns what differed. Throws like `setAllowance`. */
  async enforce(accounts: readonly WantedAccount[]): Promise<AccountDifference[]> {
    return (await this.#callBooks({ name: 'enforce', accounts })) as AccountDifference[]
  }

  /** Stores a fact for the operator. Throws like `setAllowance`. */
  async notice(notice: Pick<NoticeRow, 'reason' | 'detail'>): Promise<void> {
    await this.#callBooks({ name: 'notice', ...notice })
  }

  /** Writes into the books which release this server serves. */
  serve(release: string | null): void {
    this.#books.postMessage({ kind: 'serve', release } satisfies ToBooksThread)
  }

  /** As of the last heartbeat or change. */
  trustStatus(): TrustStatus {
    return this.#trust
  }

  /** The reasons why nothing can be charged now. Answers at once, even if the database does not. */
  listProblems(): string[] {
    const silence = this.#heartbeat.describeProblem(this.#noteBatches())
    const reasons = this.#trust.reasons.map(formatReason)
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
    return this.#clockAheadMs
  }

  /** Undefined: the clock of this machine agrees with that of the books. */
  clockProblem(): string | undefined {
    return describeClock(this.#clockAheadMs)
  }

  /** How long ago the last heartbeat was written. */
  heartbeatAgeMs(): number {
    return this.#heartbeat.ageMs(monotonicClock.monotonicMs())
  }

  /** Stops charging this account, or all of them, until the operator resolves the doubt. */
  async distrust(doubt: NewDoubt): Promise<void> {
    await this.#own.client.call({ name: 'distrust', ...doubt })
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
    if (message.kind !== 'health') return
    const { heartbeatAtMs, clockAheadMs, trust, incarnation } = message.health
    this.#noteClock(clockAheadMs)
    this.#heartbeat.noteHeartbeat(heartbeatAtMs)
    for (const line of describeTrustChanges(this.#trust, trust)) this.#warn(line)
    this.#trust = trust
    this.#incarnation = incarnation
  }

  #noteClock(aheadMs: number): void {
    const problem = describeClock(aheadMs)
    if (problem !== undefined && this.clockProblem() === undefined) this.#warn(problem)
    this.#clockAheadMs = aheadMs
  }

  /** After the messages that wait: when this thread was held up, its timers run before it reads the heartbeats. */
  #reportSilence(): void {
    setImmediate(() => {
      const line = this.#heartbeat.describeChange(this.#noteBatches())
      if (line !== undefined) this.#warn(line)
    })
  }

  async #callBooks(call: Call): Promise<unknown> {
    const result = await this.#own.client.call(call)
    const isUnavailable = (result as { outcome?: string } | undefined)?.outcome === 'unavailable'
    if (!isUnavailable) return result
    const message = 'the books do not answer; the change may have been made or not'
    throw new DatabaseError(message, { outcome: 'unknown', reason: 'lost' })
  }
}

interface LedgerOptions extends BookChecksOptions {
  /**
   * `regular`: also at the start. An account whose rows disagree is not charged until the operator resolves the doubt.
   */
  readonly audits?: 'regular' | 'on_demand'
  /** Receives log lines about the database and about what an audit finds. */
  readonly warn?: (text: string) => void
}

/** How often the log checks whether the database is silent. */
const WATCH_EVERY_MS = 500
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
export { type Invitation, joinLedger, joinRehearsal, portsOf } from './thread/join.ts'
