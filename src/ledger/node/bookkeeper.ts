import { assert } from '../../stdx/assert.ts'
import type { Books } from '../books/books.ts'
import type { Enrolment } from '../books/incarnations.ts'
import { GRANTS_MAX } from '../books/rows.ts'
import { BooksClock } from './books-clock.ts'
import { answerCall } from './calls.ts'
import { Connection } from './connection.ts'
import type { Counter } from './counters.ts'
import { Desk, type DeskPorts } from './desk.ts'
import type { HeldGrant } from './held-grant.ts'
import { checkForLostFolder } from './lost-folder.ts'
import { doubtsOfMark } from './mark-doubts.ts'
import type { DebitRequest, DebitResult, Refusal, ToBookkeeper, ToTeller } from './messages.ts'
import type { MarkFile, MonotonicClock, NodeNotes, Timers } from './ports.ts'
import { DEBIT_DEADLINE_MS, Poster } from './poster.ts'
import { type Beaten, Pulse } from './pulse.ts'
import { recover, settleLife } from './recovery.ts'
import { UNAVAILABLE, UNTRUSTED } from './refusals.ts'
import { SameBooks } from './same-books.ts'
import { Subjects } from './subjects.ts'
import { Sweeper } from './sweeper.ts'
import type { Taken, Till } from './till.ts'
import { Trust, type TrustStatus } from './trust.ts'
import { Turns } from './turns.ts'
import { pause, untilKnown } from './until-known.ts'
import { UnusablePeriods } from './unusable-periods.ts'

export interface BookkeeperPorts {
  readonly books: Books
  /** The same books for the heartbeat, if there is a way of its own. */
  readonly beats?: Books
  /** The node's name: the same in every life. */
  readonly node: string
  /** `sole`: no other node shares the books. */
  readonly shape: 'sole' | 'shared'
  readonly clock: MonotonicClock
  readonly timers: Timers
  readonly notes: NodeNotes
  readonly mark: MarkFile
  readonly till: Till
  count(counter: Counter, by?: number): void
  /** A heartbeat was written. */
  beaten?(): void
  trustChanged?(status: TrustStatus): void
  /** Text for the log. */
  report?(text: string): void
}

/**
 * Keeps the books of one node: owns its grants, serves its tellers, and is the only one that writes. All its parts run in one thread, one message at a
 * time; what takes long goes on between messages.
 */
export class Bookkeeper {
  readonly #ports: BookkeeperPorts
  readonly #clock: BooksClock
  readonly incarnation: number
  readonly #trust: Trust
  readonly #periods: UnusablePeriods
  readonly #poster: Poster
  readonly #pulse: Pulse
  readonly #sweeper: Sweeper
  readonly #sameBooks: SameBooks
  readonly #subjects: Subjects
  readonly #deskPorts: DeskPorts
  readonly #desks = new Map<string, Desk>()
  readonly #slots: Desk[] = []
  readonly #freeSlots: number[] = []
  readonly #grants = new Map<number, HeldGrant>()
  readonly #connections = new Map<number, Connection>()
  #distrusted: ReadonlySet<string> = new Set()
  #isClosing = false
  #grantCount = 0
  #swept = 0

  /** Begins a new life of the node: settles the earlier ones, and sells from then on. */
  static async start(ports: BookkeeperPorts): Promise<Bookkeeper> {
    const { books, timers, node, notes } = ports
    const mark = ports.mark.read()
    const markedIncarnation = mark?.incarnation ?? 0
    const noted = notes.found.map(({ incarnation }) => incarnation)
    const knownIncarnation = Math.max(markedIncarnation, notes.lastIncarnation ?? 0, ...noted)
    await checkForLostFolder(ports)
    const enrolment = await untilKnown(timers, () => books.enrol(node, markedIncarnation, knownIncarnation))
    const trust = new Trust(ports.till, (status) => ports.trustChanged?.(status))
    const clock = new BooksClock({ ...ports, trust }, enrolment)
    const doubts = doubtsOfMark(mark, enrolment)
    for (const doubt of doubts) await untilKnown(timers, () => books.raiseDoubt({ account: null, ...doubt }))
    await notes.begin(enrolment.incarnation)
    // In foreign books the incarnations that the notes name belong to another node.
    const isForeign = doubts.some(({ reason }) => reason === 'foreign_books')
    if (!isForeign) await recover({ ...ports, nowMs: enrolment.nowMs }, enrolment.earlier)
    const bookkeeper = new Bookkeeper(ports, enrolment, { trust, clock })
    await bookkeeper.#pulse.beat()
    bookkeeper.#pulse.start()
    bookkeeper.#sweeper.start()
    return bookkeeper
  }

  private constructor(
    ports: BookkeeperPorts,
    enrolment: Enrolment,
    { trust, clock }: { trust: Trust; clock: BooksClock },
  ) {
    const { incarnation } = enrolment
    this.#ports = ports
    this.#clock = clock
    this.incarnation = incarnation
    this.#trust = trust
    this.#periods = new UnusablePeriods({ ...ports, trust })
    this.#subjects = new Subjects(ports)
    this.#sameBooks = new SameBooks({ ...ports, trust, incarnation }, enrolment)
    const shared = { ...ports, incarnation, ledgerMs: () => this.ledgerMs(), grants: this.#grants }
    const contradiction = (held: HeldGrant): void => void this.#contradiction(held)
    this.#deskPorts = {
      ...{ ...shared, contradiction, turns: new Turns(DESKS_AT_ONCE), nextGrantId: () => this.#nextGrantId() },
      ...{ periods: this.#periods, fenced: () => this.#fenced(), unknown: (desk) => this.#forget(desk) },
    }
    this.#poster = new Poster({
      ...{ ...shared, contradiction, written: (seq) => this.#sameBooks.written(seq) },
      settled: (debit, end) => {
        if (end === 'back') debit.held.takeBack(debit.units, ports.till)
        this.#desks.get(debit.held.account)?.poke()
      },
      doubt: (state) =>
        state === 'in_doubt'
          ? this.#trust.set('commit_unknown', 'a commit failed on the disk')
          : this.#trust.clear('commit_unknown'),
    })
    this.#pulse = new Pulse({
      ...{ ...shared, beats: ports.beats ?? ports.books },
      sweptKnown: () => this.#swept,
      writtenSeq: () => this.#sameBooks.writtenSeq,
      nodeTime: () => this.#clock.nodeTime,
      heard: (beaten) => this.#heard(beaten),
      fenced: () => this.#fenced(),
    })
    this.#sweeper = new Sweeper({ ...shared, clockSteadySinceMs: () => clock.steadySinceMs })
  }

  get trust(): Trust {
    return this.#trust
  }

  /** The grants of this node, by id. */
  get held(): ReadonlyMap<number, HeldGrant> {
    return this.#grants
  }

  ledgerMs(): number {
    return this.#clock.ledgerMs()
  }

  /** A thread begins to sell. Answers where its messages go. */
  connect(teller: number, send: (message: ToTeller) => void): (message: ToBookkeeper) => void {
    assert(!this.#connections.has(teller), 'a number belongs to one teller')
    const connection = new Connection(teller, send)
    this.#connections.set(teller, connection)
    return (message) => this.#receive(connection, message)
  }

  /** The thread has ended, and nothing more will come from it. */
  disconnect(teller: number): void {
    this.#connections.get(teller)?.end()
    this.#connections.delete(teller)
    for (const desk of this.#desks.values()) {
      const units = this.#ports.till.clearInFlight(teller, desk.slot)
      if (0 < units) {
        this.#ports.count('tellers_lost')
        desk.tellerLost(units)
      }
    }
  }

  /** Gives back what is not sold and ends this life. Debits on their way are still written. */
  async close(): Promise<void> {
    const { timers, clock } = this.#ports
    this.#isClosing = true
    this.#trust.shut()
    this.#pulse.stop()
    this.#sweeper.stop()
    for (const desk of this.#desks.values()) desk.shut()
    // Other books than those that it has written: nothing can be settled in them. The next incarnation does what it can.
    if (this.#trust.has('behind')) return
    const untilMs = clock.monotonicMs() + CLOSE_MAX_MS
    while ((!this.#poster.isIdle || 0 < this.#grants.size) && clock.monotonicMs() < untilMs) {
      await pause(timers, CLOSE_POLL_MS)
      // A desk that was asking the books when it was shut goes idle without having looked, and no heartbeat comes that would make it look again.
      for (const desk of this.#desks.values()) desk.poke()
    }
    // What could not be settled now is settled by the next life: books that cannot be read any more must not keep a server from stopping.
    if (this.#grants.size !== 0) return
    await Promise.race([settleLife(this.#ports, this.incarnation), pause(timers, SETTLE_MAX_MS)])
  }

  #receive(connection: Connection, message: ToBookkeeper): void {
    switch (message.kind) {
      case 'ask':
        this.#ask(connection, message)
        break
      case 'debits':
        this.#debits(connection, message.debits)
        break
      case 'cancelled':
        this.#cancelled(message)
        break
      case 'low':
        this.#slots[message.slot]?.low()
        break
      case 'refill':
        this.#refill(connection, message)
        break
      case 'call':
        void this.#call(connection, message)
        break
    }
  }

  #refill(connection: Connection, { ticket, slot }: { ticket: number; slot: number }): void {
    const done = (): void => connection.send({ kind: 'refilled', ticket })
    const desk = this.#slots[slot]
    if (desk === undefined) done()
    else desk.refill(done)
  }

  #ask(connection: Connection, { ticket, account, units, subject }: Extract<ToBookkeeper, { kind: 'ask' }>): void {
    const { teller } = connection
    const refuse = (refusal: Refusal): void => connection.send({ kind: 'refused', ticket, refusal })
    const desk = this.#trust.isLive && !this.#isClosing ? this.#desk(account) : undefined
    if (desk === undefined) {
      refuse(this.#trust.isLive ? UNAVAILABLE : UNTRUSTED)
      return
    }
    const { till, clock } = this.#ports
    const serve = async (taken: Taken): Promise<void> => {
      if (connection.isOpen) till.addInFlight(teller, desk.slot, units)
      const number = connection.isOpen ? await this.#subjects.number(account, subject) : undefined
      const { grant, generation, period, endsAtMs } = taken
      if (number !== undefined && connection.isOpen) {
        const place = { slot: desk.slot, subject: number, grant, generation, period, endsAtMs }
        connection.send({ kind: 'reserved', ticket, ...place })
        return
      }
      if (connection.isOpen) till.addInFlight(teller, desk.slot, -units)
      this.#grants.get(grant)?.release(units, till)
      desk.poke()
      refuse(UNAVAILABLE)
    }
    desk.ask({ units, sinceMs: clock.monotonicMs(), serve: (taken) => void serve(taken), refuse })
  }

  #debits(connection: Connection, debits: readonly DebitRequest[]): void {
    const { clock, till } = this.#ports
    const deadlineMs = clock.monotonicMs() + DEBIT_DEADLINE_MS
    for (const debit of debits) {
      const answer = (result: DebitResult): void => connection.answer(debit.ticket, result)
      const held = this.#grants.get(debit.grant)
      if (held === undefined) answer('grant_closed')
      else if (this.#trust.isLive) this.#poster.add({ ...debit, held, deadlineMs, answer })
      else {
        held.release(debit.units, till)
        this.#desks.get(held.account)?.poke()
        answer('untrusted')
      }
    }
  }

  #cancelled({ grant, units }: { grant: number; units: number }): void {
    const held = this.#grants.get(grant)
    if (held === undefined) return
    this.#ports.count('cancelled_late')
    held.release(units, this.#ports.till)
    this.#desks.get(held.account)?.poke()
  }

  async #call(connection: Connection, { ticket, call }: Extract<ToBookkeeper, { kind: 'call' }>): Promise<void> {
    const result = await answerCall(call, {
      ...{ books: this.#ports.books, till: this.#ports.till, timers: this.#ports.timers, shape: this.#ports.shape },
      ...{ trust: this.#trust, held: this.#grants },
      ledgerMs: () => this.ledgerMs(),
      availableUnits: (account) => {
        const desk = this.#desks.get(account)
        return desk === undefined ? 0 : this.#ports.till.free(desk.slot)
      },
      isDistrusted: (account) => this.#distrusted.has(account),
      // Reads that the doubts are resolved, and which clock is trusted.
      trustAgain: () => this.#pulse.beat(),
    })
    connection.send({ kind: 'returned', ticket, result })
  }

  async #heard({ outcome, atMs, writtenSeq }: Beaten): Promise<void> {
    this.#ports.beaten?.()
    this.#clock.hear({ ...outcome, databaseMs: outcome.nowMs, atMs })
    this.#periods.tick()
    this.#ports.till.setNodes(this.#ports.shape === 'sole' ? 1 : outcome.nodes)
    const general = outcome.doubts.find(({ account }) => account === null)
    if (general === undefined) this.#trust.clear('books')
    else this.#trust.set('books', `${general.reason}: ${general.detail}`)
    this.#hearDistrust(new Set(outcome.doubts.flatMap(({ account }) => account ?? [])))
    if (outcome.swept !== this.#swept) void this.#findSwept(outcome.swept)
    for (const account of outcome.suspended) this.#desks.get(account)?.suspend()
    for (const { account, period } of outcome.recalled) {
      const desk = this.#desks.get(account)
      const current = desk?.grants.current
      if (current === undefined || current.month.period === period) desk?.recall()
    }
    for (const desk of this.#desks.values()) desk.tick()
    await this.#sameBooks.compare(outcome, writtenSeq)
  }

  #hearDistrust(accounts: ReadonlySet<string>): void {
    for (const account of accounts) if (!this.#distrusted.has(account)) this.#desks.get(account)?.distrust('distrusted')
    for (const account of this.#distrusted) if (!accounts.has(account)) this.#desks.get(account)?.distrust('trusted')
    this.#distrusted = accounts
  }

  /** Others have closed grants of ours: this node was taken for lost, or their month has ended. */
  async #findSwept(swept: number): Promise<void> {
    const known = [...this.#grants.values()]
    const { books, timers } = this.#ports
    const open = new Set((await untilKnown(timers, () => books.openGrantsOf(this.incarnation))).map(({ id }) => id))
    this.#swept = swept
    for (const held of known) {
      if (open.has(held.id) || held.state === 'gone') continue
      held.isClosedInBooks = true
      this.#desks.get(held.account)?.poke()
    }
  }

  /** What the books say of a grant cannot be: nothing more is sold to its account. */
  #contradiction(held: HeldGrant): void {
    const { books, timers } = this.#ports
    const detail = `grant ${held.id}: size ${held.size}, spent ${held.spent}, acked ${held.acked} by its node`
    held.isClosedInBooks = true
    void untilKnown(timers, () => books.raiseDoubt({ account: held.account, reason: 'contradiction', detail }))
    this.#desks.get(held.account)?.distrust('distrusted')
  }

  #fenced(): void {
    this.#trust.set('fenced', 'another process runs as this node')
    this.#pulse.stop()
    this.#sweeper.stop()
  }

  #desk(account: string): Desk | undefined {
    const known = this.#desks.get(account)
    if (known !== undefined) return known
    const slot = this.#freeSlots.pop() ?? this.#slots.length
    if (this.#ports.till.slots <= slot) return undefined
    const desk = new Desk(this.#deskPorts, { account, slot })
    this.#slots[slot] = desk
    this.#desks.set(account, desk)
    if (this.#distrusted.has(account)) desk.distrust('distrusted')
    return desk
  }

  /** No teller has ever heard of its slot, so another account may have it. */
  #forget(desk: Desk): void {
    if (desk.wasOpened) return
    this.#desks.delete(desk.account)
    this.#freeSlots.push(desk.slot)
  }

  #nextGrantId(): number {
    assert(this.#grantCount < GRANTS_MAX - 1, 'one life of a node opens fewer grants')
    return this.incarnation * GRANTS_MAX + ++this.#grantCount
  }
}

/** How many accounts' wishes are before the books at a time: more would only wait there, and others behind them. */
export const DESKS_AT_ONCE = 3

/** How long closing waits for debits and grants. */
const CLOSE_MAX_MS = 10_000
const CLOSE_POLL_MS = 20
/** How long it waits to write that this life has ended. */
const SETTLE_MAX_MS = 2_000
