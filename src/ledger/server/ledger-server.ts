import { raiseDoubts } from '../tables/doubts.ts'
import { endIncarnation } from '../tables/incarnations.ts'
import { AccountMemories } from './account-memories.ts'
import { BatchWriter } from './batch-writer.ts'
import { beginIncarnation } from './begin-incarnation.ts'
import { BooksClock } from './books-clock.ts'
import { answerCall, type CallPorts } from './calls.ts'
import { UNAVAILABLE, UNTRUSTED } from './charge.ts'
import type { ChargeTickets } from './charge-tickets.ts'
import { ChargeWatch } from './charge-watch.ts'
import { Connection } from './connection.ts'
import { asFault } from './faults.ts'
import type { HeartbeatAnswer, HeartbeatReport } from './heartbeat.ts'
import { HeartbeatLoop } from './heartbeat-loop.ts'
import type { JournalEnd } from './journal-end.ts'
import { HOLD_MAX, SERVERS_MAX, WINDOW_MIN } from './limits.ts'
import type { ToClient, ToServer } from './messages.ts'
import { type NumberedPayer, PendingCharge } from './pending-charge.ts'
import { pause, resolveWithin } from './ports.ts'
import { FOLDER_LOST, MANY_SERVERS, NOT_SYNCHRONOUS, RESTARTS, ServerNotices } from './server-notices.ts'
import type { LedgerServerPorts } from './server-ports.ts'
import { SubjectNumbers } from './subject-numbers.ts'
import { Trust, type TrustStatus } from './trust.ts'
import { untilAnswered } from './until-answered.ts'

/** A server that has just started counts with the others only after their next heartbeats. */
const SETTLED_BEATS = 2
/** How long closing waits for batches, and to write the end of this incarnation. */
const CLOSE_MAX_MS = 10_000
const CLOSE_POLL_MS = 20

/**
 * The ledger of one server: it admits the charges of its clients and writes them. All parts run in one thread, one
 * message at a time; long operations continue between messages.
 */
export class LedgerServer {
  readonly #ports: LedgerServerPorts
  readonly #trust: Trust
  readonly #clock: BooksClock
  readonly #writer: BatchWriter
  readonly #watch: ChargeWatch
  readonly #heartbeat: HeartbeatLoop
  readonly #subjects: SubjectNumbers
  readonly #memories = new AccountMemories()
  readonly #connections = new Set<Connection>()
  readonly #payers = new Set<NumberedPayer[]>()
  readonly #callPorts: CallPorts
  readonly #notices: ServerNotices
  #incarnation: number
  #release: string | null = null
  #beats = 0
  #restarting: Promise<void> | undefined

  /** Begins a new incarnation. Nothing of the earlier ones has to be recovered. */
  static async start(ports: LedgerServerPorts): Promise<LedgerServer> {
    const server = new LedgerServer(ports)
    await server.#begin()
    await server.#heartbeat.beat()
    server.#trust.clear('starting')
    server.#heartbeat.start()
    return server
  }

  private constructor(ports: LedgerServerPorts) {
    this.#ports = ports
    this.#notices = new ServerNotices(ports)
    this.#trust = new Trust(ports.flags, (status) => ports.trustChanged?.(status))
    this.#clock = new BooksClock(ports.clock)
    this.#incarnation = ports.newIncarnation()
    this.#subjects = new SubjectNumbers(
      {
        ...ports,
        incarnation: () => this.#incarnation,
        behind: () => this.#noteBehind(),
        fault: ({ message }) => this.#watch.noteFault(message),
      },
      (charge) => this.#writer.add(charge),
    )
    this.#watch = new ChargeWatch({
      ...ports,
      step: () =>
        this.#writer.queue.isEmpty && this.#subjects.isAsking ? 'the numbers of subjects' : this.#writer.step,
      failing: (detail) => (detail === undefined ? this.#trust.clear('failing') : this.#trust.set('failing', detail)),
      isNumbering: () => this.#subjects.isAsking,
      isBusy: () => !this.#writer.isIdle || this.#subjects.isAsking,
      probe: () => this.#writer.wake(),
    })
    this.#writer = new BatchWriter(
      {
        books: ports.posts,
        clock: ports.clock,
        timers: ports.timers,
        count: ports.count,
        memory: (account) => this.#memories.of(account),
        month: () => this.#clock.now(),
        window: () => ports.flags.window,
        acknowledged: (end, charges) => {
          this.#ports.mark.write({ ...end, incarnation: this.#incarnation })
          this.#ports.recent.add(this.#incarnation, end, charges)
        },
        watch: this.#watch,
        damaged: (account, detail) => this.#doubtAccount(account, detail),
        restart: (why) => this.#restart(why),
        renumber: (charge) => this.#subjects.number(charge),
      },
      this.#incarnation,
    )
    this.#heartbeat = new HeartbeatLoop({
      ...ports,
      report: () => {
        const { incarnation, end } = this.#writer.journal
        const since = this.#beats === 0 ? undefined : this.#memories.changesSinceMs(this.#clock.now().nowMs)
        return { incarnation, end, release: this.#release, changesSinceMs: since }
      },
      missed: () => this.#accountChanged(null),
      apply: (answer, report) => this.#apply(answer, report),
    })
    ports.flags.window = WINDOW_MIN
    this.#callPorts = {
      books: ports.books,
      memories: this.#memories,
      trust: this.#trust,
      month: () => this.#clock.now(),
      window: () => ports.flags.window,
      untilAnswered: (attempt) => untilAnswered(ports.timers, attempt),
      accountChanged: (account) => this.#accountChanged(account),
      beat: () => this.#heartbeat.beat(),
    }
  }

  get incarnation(): number {
    return this.#incarnation
  }

  get trust(): TrustStatus {
    return this.#trust.status()
  }

  get journal(): Pick<JournalEnd, 'end'> {
    return this.#writer.journal
  }

  /** The next heartbeat tells the books which release is served. */
  serve(release: string | null): void {
    this.#release = release
  }

  /** Connects a thread that charges. */
  connect(tickets: ChargeTickets, send: (message: ToClient) => void): ClientChannel {
    const connection = new Connection(tickets, send)
    this.#connections.add(connection)
    const payers: NumberedPayer[] = []
    this.#payers.add(payers)
    return {
      receive: (message) => this.#receive(connection, payers, message),
      disconnect: () => {
        // This withdraws its charges that are not sealed; the books decide the others.
        connection.end()
        this.#connections.delete(connection)
        this.#payers.delete(payers)
      },
    }
  }

  /** Ends this incarnation. Sealed charges are still written. */
  async close(): Promise<void> {
    const { timers, clock, books } = this.#ports
    this.#trust.shut()
    this.#heartbeat.stop()
    this.#watch.stop()
    this.#writer.stop()
    const untilMs = clock.monotonicMs() + CLOSE_MAX_MS
    while (!this.#writer.isIdle && clock.monotonicMs() < untilMs) await pause(timers, CLOSE_POLL_MS)
    await resolveWithin(timers, 2_000, endIncarnation(books, this.#incarnation).catch(asFault))
  }

  // Its incarnation

  async #begin(): Promise<void> {
    const incarnation = this.#incarnation
    const { end, outcome, isFolderLost } = await beginIncarnation(incarnation, this.#ports, () =>
      this.#trust.set('behind', 'the books lack charges that this server has acknowledged'),
    )
    if (isFolderLost) await this.#notices.store('folder_lost', FOLDER_LOST)
    this.#ports.flags.incarnation = incarnation
    this.#writer.begin(incarnation, end)
    // Reads the new doubt before charges go on.
    if (outcome === 'doubt') await this.#heartbeat.beat()
    this.#trust.clear('behind')
  }

  /** A batch under way may still be written, under the numbers of this incarnation. It is decided first. */
  #noteBehind(): void {
    if (this.#restarting !== undefined) return
    this.#trust.set('behind', RESTARTS.behind)
    this.#writer.noteBehind()
  }

  /** The books lack what this server has written, or do not decide it: it goes on under new numbers. */
  #restart(why: 'behind' | 'cloned' | 'abandoned'): Promise<void> {
    this.#restarting ??= this.#restartOnce(why).finally(() => {
      this.#restarting = undefined
    })
    return this.#restarting
  }

  async #restartOnce(why: 'behind' | 'cloned' | 'abandoned'): Promise<void> {
    if (this.#trust.isShut) return
    if (why !== 'abandoned') this.#trust.set('behind', RESTARTS[why])
    this.#incarnation = this.#ports.newIncarnation()
    this.#subjects.forget()
    for (const payers of this.#payers) for (const payer of payers) payer.number = 0
    await this.#begin()
    if (why !== 'behind')
      await this.#notices.store('restarted', `${RESTARTS[why]}; incarnation ${this.#incarnation} begins`)
    this.#accountChanged(null)
  }

  // Heartbeats

  async #apply(answer: HeartbeatAnswer, { incarnation }: HeartbeatReport): Promise<void> {
    const { nowMs, month, servers, doubts, changes, isSynchronous, lastPeriod } = answer
    const leapMs = this.#clock.read(answer)
    this.#beats++
    this.#setWindow(servers)
    for (const account of this.#memories.readChanges(changes, nowMs)) this.#accountChanged(account)
    const general = doubts.find(({ account }) => account === null)
    if (general === undefined) this.#trust.clear('books')
    else this.#trust.set('books', `${general.reason}: ${general.detail}`)
    this.#memories.distrust(new Set(doubts.flatMap(({ account }) => account ?? [])))
    const wasSynchronous = this.#trust.status().isSynchronous
    this.#trust.note({ doubtedAccounts: this.#memories.distrusted.size, isSynchronous })
    if (wasSynchronous === true && isSynchronous === false)
      await this.#notices.store('not_synchronous', NOT_SYNCHRONOUS)
    if (leapMs !== undefined) {
      // What is known of the accounts may be of a month that was wrong.
      this.#accountChanged(null)
      await this.#notices.store('clock', `the clock of the books leapt by ${Math.round(leapMs / 1000)} s`)
    }
    if (lastPeriod !== undefined && month.period < lastPeriod)
      await this.#notices.store('clock', `the clock shows ${month.period}, and ${lastPeriod} was charged already`)
    if (answer.chain === 'behind' && incarnation === this.#writer.journal.incarnation) this.#noteBehind()
  }

  #setWindow(servers: number): void {
    const { flags, shape } = this.#ports
    flags.servers = shape === 'sole' ? 1 : servers
    const share = Math.max(WINDOW_MIN, Math.floor(HOLD_MAX / servers))
    flags.window = shape === 'sole' ? HOLD_MAX : this.#beats < SETTLED_BEATS ? WINDOW_MIN : share
    if (SERVERS_MAX < flags.servers) this.#notices.report(MANY_SERVERS)
  }

  async #doubtAccount(account: string | null, detail: string): Promise<void> {
    const doubt = { account, reason: 'damaged', detail: `the books refuse its rows: ${detail}` }
    const { books, timers } = this.#ports
    await untilAnswered(timers, () => books.transaction((rows) => raiseDoubts(rows, [doubt])))
    if (account === null) this.#trust.set('books', `${doubt.reason}: ${doubt.detail}`)
    else this.#memories.distrust(new Set([...this.#memories.distrusted, account]))
    this.#ports.report?.(`${account ?? 'all accounts'}: ${doubt.detail}`)
  }

  // Messages

  #receive(connection: Connection, payers: NumberedPayer[], message: ToServer): void {
    if (message.kind === 'call') return void this.#answer(connection, message)
    if (message.renumbers) payers.length = 0
    for (const payer of message.payers) payers.push({ ...payer, number: 0 })
    const refusal = this.#trust.isShut ? UNAVAILABLE : this.#trust.isLive ? undefined : UNTRUSTED
    const { charges } = message
    for (let i = 0; i < charges.length; i += 4) {
      const ticket = charges[i] as number
      if (refusal !== undefined) {
        connection.sendRefused(ticket, refusal)
        continue
      }
      const payer = payers[charges[i + 2] as number]!
      const request = { requestId: charges[i + 1] as string, units: charges[i + 3] as number }
      const charge = new PendingCharge({ connection, ticket, ...request, payer })
      this.#watch.noteAsked()
      if (payer.number === 0) this.#subjects.number(charge)
      else this.#writer.add(charge)
    }
  }

  async #answer(connection: Connection, { ticket, call }: Extract<ToServer, { kind: 'call' }>): Promise<void> {
    connection.send({ kind: 'returned', ticket, result: await answerCall(call, this.#callPorts) })
  }

  #accountChanged(account: string | null): void {
    this.#memories.forget(account)
    for (const connection of this.#connections) connection.send({ kind: 'account_changed', account })
  }
}

/** What one client sends to the ledger. */
export interface ClientChannel {
  receive(message: ToServer): void
  /** The thread has ended and sends nothing more. */
  disconnect(): void
}
