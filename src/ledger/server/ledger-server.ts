import { raiseDoubts } from '../tables/doubts.ts'
import { endIncarnation } from '../tables/incarnations.ts'
import { shareOf } from '../tables/places.ts'
import { AccountMemories } from './account-memories.ts'
import { AccountsGate } from './accounts-gate.ts'
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
import { SERVERS_MAX } from './limits.ts'
import type { ToClient, ToServer } from './messages.ts'
import { NumberedPayer, PendingCharge } from './pending-charge.ts'
import { Place } from './place.ts'
import { pause, resolveWithin } from './ports.ts'
import { FOLDER_LOST, NOT_SYNCHRONOUS, RESTARTS, type RestartReason, ServerNotices } from './server-notices.ts'
import type { LedgerServerPorts } from './server-ports.ts'
import { Trust, type TrustStatus } from './trust.ts'
import { untilAnswered } from './until-answered.ts'

/** How long a start waits for the next heartbeats of the other servers, which then count this one. */
const ENTER_MAX_MS = 3_000
const ENTER_POLL_MS = 100
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
  readonly #memories = new AccountMemories()
  readonly #connections = new Set<Connection>()
  readonly #callPorts: CallPorts
  readonly #notices: ServerNotices
  readonly #accounts: AccountsGate
  readonly #place: Place
  /** A new number is here at once, and in the journal when the books have it. */
  #incarnation: number
  #release: string | null = null
  #beats = 0
  #restarting: Promise<void> | undefined

  /** Resolves when the server charges, or waits for the accounts that older books lack. */
  static async start(ports: LedgerServerPorts): Promise<LedgerServer> {
    const server = new LedgerServer(ports)
    const started = server.#start()
    await Promise.race([started, server.#accounts.asked])
    // What fails behind the gate ends the thread: the race no longer reports it.
    void started.then()
    return server
  }

  private constructor(ports: LedgerServerPorts) {
    this.#ports = ports
    this.#notices = new ServerNotices(ports)
    this.#trust = new Trust(ports.flags, (status) => ports.trustChanged?.(status))
    this.#clock = new BooksClock(ports.clock)
    this.#incarnation = ports.newIncarnation()
    this.#accounts = new AccountsGate(this.#incarnation)
    this.#watch = new ChargeWatch({
      ...ports,
      step: () => this.#writer.step,
      failing: (detail) => (detail === undefined ? this.#trust.clear('failing') : this.#trust.set('failing', detail)),
      isBusy: () => !this.#writer.isIdle,
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
      },
      this.#incarnation,
    )
    this.#heartbeat = new HeartbeatLoop({
      ...ports,
      report: () => {
        const { incarnation, end } = this.#writer.journal
        const since = this.#beats === 0 ? undefined : this.#memories.changesSinceMs(this.#clock.now().nowMs)
        return { incarnation, end, release: this.#release, changesSinceMs: since, ...this.#place.report() }
      },
      missed: () => this.#accountChanged(null),
      apply: (answer, report) => this.#apply(answer, report),
    })
    ports.flags.servers = SERVERS_MAX
    ports.flags.window = shareOf(SERVERS_MAX)
    this.#place = new Place({ ...ports, trust: this.#trust, windowUnderWay: () => this.#writer.windowUnderWay })
    this.#callPorts = {
      books: ports.books,
      memories: this.#memories,
      trust: this.#trust,
      month: () => this.#clock.now(),
      window: () => ports.flags.window,
      untilAnswered: (attempt) => untilAnswered(ports.timers, attempt),
      accountChanged: (account) => this.#accountChanged(account),
      accountsPassed: (incarnation) => this.#accounts.open(incarnation),
      beat: () => this.#heartbeat.beat(),
    }
  }

  get trust(): TrustStatus {
    return this.#trust.status()
  }

  get journal(): Pick<JournalEnd, 'incarnation' | 'end'> {
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
    return {
      receive: (message) => this.#receive(connection, payers, message),
      disconnect: () => {
        // This withdraws its charges that are not sealed; the books decide the others.
        connection.end()
        this.#connections.delete(connection)
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

  /** Nothing of the earlier incarnations has to be recovered. */
  async #start(): Promise<void> {
    await this.#begin()
    await this.#startHeartbeats()
  }

  async #startHeartbeats(): Promise<void> {
    if (this.#beats === 0) await this.#heartbeat.beat()
    this.#trust.clear('starting')
    this.#heartbeat.start()
  }

  async #begin(): Promise<void> {
    const incarnation = this.#incarnation
    const { end, isFolderLost } = await beginIncarnation(incarnation, this.#ports, async () => {
      this.#trust.set('behind', 'the books lack charges that this server has acknowledged')
      if (this.#ports.accounts !== 'passed') return
      await this.#startHeartbeats()
      await this.#accounts.wait()
    })
    if (isFolderLost) await this.#notices.store('folder_lost', FOLDER_LOST)
    this.#ports.flags.incarnation = incarnation
    this.#writer.begin(incarnation, end)
    await this.#enter()
    this.#trust.clear('behind')
  }

  /**
   * Reads the new doubts, and takes a place, before charges go on. Charges that wait do so for two seconds, less than
   * this, so none of them is written while the place is not open.
   */
  async #enter(): Promise<void> {
    const { clock, timers } = this.#ports
    const untilMs = clock.monotonicMs() + ENTER_MAX_MS
    await this.#heartbeat.beat()
    while (this.#place.state === 'entering' && clock.monotonicMs() < untilMs && !this.#trust.isShut) {
      await pause(timers, ENTER_POLL_MS)
      await this.#heartbeat.beat()
    }
  }

  /** A batch under way may still be written, under the numbers of this incarnation. It is decided first. */
  #noteBehind(): void {
    if (this.#restarting !== undefined) return
    this.#trust.set('behind', RESTARTS.behind)
    this.#writer.restart('behind')
  }

  /** The server goes on under new numbers. */
  #restart(why: RestartReason): Promise<void> {
    this.#restarting ??= this.#restartOnce(why).finally(() => {
      this.#restarting = undefined
    })
    return this.#restarting
  }

  async #restartOnce(why: RestartReason): Promise<void> {
    if (this.#trust.isShut) return
    if (why === 'behind' || why === 'cloned') this.#trust.set('behind', RESTARTS[why])
    this.#incarnation = this.#ports.newIncarnation()
    this.#accounts.close(this.#incarnation)
    this.#place.leave()
    await this.#begin()
    if (why !== 'behind')
      await this.#notices.store('restarted', `${RESTARTS[why]}; incarnation ${this.#incarnation} begins`)
    this.#accountChanged(null)
  }

  // Heartbeats

  async #apply(answer: HeartbeatAnswer, { incarnation }: HeartbeatReport): Promise<void> {
    const { nowMs, month, doubts, changes, isSynchronous, lastPeriod } = answer
    const leapMs = this.#clock.read(answer)
    this.#beats++
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
    else if (incarnation === this.#incarnation) {
      const read = await this.#place.read(incarnation, answer.servers, nowMs)
      if (read === 'lost' && this.#restarting === undefined) this.#writer.restart('displaced')
    }
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
    for (const payer of message.payers) payers.push(new NumberedPayer(payer))
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
      this.#writer.add(charge)
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
