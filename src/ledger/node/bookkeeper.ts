import { assert } from '../../stdx/assert.ts'
import type { Books } from '../books/books.ts'
import type { IncarnationStart } from '../books/incarnations.ts'
import { GRANTS_MAX } from '../books/rows.ts'
import { AccountActor, type AccountActorPorts } from './account-actor.ts'
import { BatchWriter } from './batch-writer.ts'
import { BooksClock } from './books-clock.ts'
import { answerCall } from './calls.ts'
import type { ChargeTickets } from './charge-tickets.ts'
import { Connection } from './connection.ts'
import type { Counter } from './counters.ts'
import { GatherQueue } from './gather-queue.ts'
import type { HeldGrant } from './held-grant.ts'
import { checkForLostFolder } from './lost-folder.ts'
import { doubtsOfMark } from './mark-doubts.ts'
import type { ToBookkeeper, ToClient } from './messages.ts'
import type { NodeFlags } from './node-flags.ts'
import { type NumberedPayer, PendingCharge } from './pending-charge.ts'
import type { MarkFile, MonotonicClock, NodeNotes, Timers } from './ports.ts'
import { type Beaten, Pulse } from './pulse.ts'
import { recover, settleLife } from './recovery.ts'
import { UNAVAILABLE, UNTRUSTED } from './refusals.ts'
import { SameBooks } from './same-books.ts'
import { Subjects } from './subjects.ts'
import { Sweeper } from './sweeper.ts'
import { Trust, type TrustStatus } from './trust.ts'
import { Turns } from './turns.ts'
import { pause, untilKnown } from './until-known.ts'
import { UnusablePeriods } from './unusable-periods.ts'

export interface BookkeeperPorts {
  readonly books: Books
  /** The same books for the heartbeat, if there is a way of its own. */
  readonly beats?: Books
  /** The node's name: the same in every incarnation. */
  readonly node: string
  /** `sole`: no other node shares the books. */
  readonly shape: 'sole' | 'shared'
  readonly clock: MonotonicClock
  readonly timers: Timers
  readonly notes: NodeNotes
  readonly mark: MarkFile
  readonly flags: NodeFlags
  count(counter: Counter, by?: number): void
  /** A heartbeat was written. */
  beaten?(): void
  trustChanged?(status: TrustStatus): void
  /** Text for the log. */
  report?(text: string): void
}

/**
 * Keeps the books of one node: owns its grants, admits the charges of its clients, and is the only one that writes. All its parts run in one thread, one message at a
 * time; what takes long goes on between messages.
 */
export class Bookkeeper {
  readonly #ports: BookkeeperPorts
  readonly #clock: BooksClock
  readonly incarnation: number
  readonly #trust: Trust
  readonly #periods: UnusablePeriods
  readonly #writer: BatchWriter
  readonly #pulse: Pulse
  readonly #sweeper: Sweeper
  readonly #sameBooks: SameBooks
  readonly #subjects: Subjects
  readonly #actorPorts: AccountActorPorts
  readonly #actors = new Map<string, AccountActor>()
  readonly #grants = new Map<number, HeldGrant>()
  /** The books are asked for the numbers of their subjects. */
  readonly #numbering = new Set<NumberedPayer>()
  readonly #connections = new Set<Connection>()
  #distrusted: ReadonlySet<string> = new Set()
  #grantCount = 0
  #swept = 0

  /** Begins a new incarnation of the node: settles the earlier ones, and charges from then on. */
  static async start(ports: BookkeeperPorts): Promise<Bookkeeper> {
    const { books, timers, node, notes } = ports
    const mark = ports.mark.read()
    const markedIncarnation = mark?.incarnation ?? 0
    const noted = notes.found.map(({ incarnation }) => incarnation)
    const knownIncarnation = Math.max(markedIncarnation, notes.lastIncarnation ?? 0, ...noted)
    await checkForLostFolder(ports)
    const enrolment = await untilKnown(timers, () => books.beginIncarnation(node, markedIncarnation, knownIncarnation))
    const trust = new Trust(ports.flags, (status) => ports.trustChanged?.(status))
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
    enrolment: IncarnationStart,
    { trust, clock }: { trust: Trust; clock: BooksClock },
  ) {
    const { incarnation } = enrolment
    this.#ports = ports
    this.#clock = clock
    this.incarnation = incarnation
    this.#trust = trust
    this.#periods = new UnusablePeriods({ ...ports, trust })
    this.#subjects = new Subjects(ports.books)
    this.#sameBooks = new SameBooks({ ...ports, trust, incarnation }, enrolment)
    const shared = { ...ports, incarnation, ledgerMs: () => this.ledgerMs(), grants: this.#grants }
    const turns = new Turns(ACCOUNTS_AT_ONCE)
    const events = {
      contradiction: (held: HeldGrant): void => void this.#contradiction(held),
      damaged: (message: string): void => this.#sameBooks.damaged(message),
      unitsReturned: (account: string): void => {
        this.#actors.get(account)?.unitsReturned()
        this.#accountChanged(account)
      },
    }
    this.#writer = new BatchWriter({
      ...{ ...shared, ...events, written: (seq) => this.#sameBooks.written(seq) },
      differs: (key) => this.#sameBooks.differs(key),
      mayWrite: () => !this.#trust.has('behind'),
      doubt: (state) =>
        state === 'in_doubt'
          ? this.#trust.set('commit_unknown', 'a commit failed on the disk')
          : this.#trust.clear('commit_unknown'),
    })
    this.#actorPorts = {
      ...{ ...shared, ...events, turns },
      acquires: new GatherQueue(turns, (asks) => ports.books.acquireMany(asks)),
      closes: new GatherQueue(turns, (closings) => ports.books.closeMany(closings)),
      nextGrantId: () => this.#nextGrantId(),
      findSubject: (charge) => void this.#findSubject(charge),
      admitted: (charge) => this.#writer.add(charge),
      periods: this.#periods,
      fenced: () => this.#fenced(),
      unknown: (actor) => this.#forget(actor),
    }
    this.#pulse = new Pulse({
      ...{ ...shared, ...events, beats: ports.beats ?? ports.books },
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

  /** A thread begins to charge. */
  connect(tickets: ChargeTickets, send: (message: ToClient) => void): ClientChannel {
    const connection = new Connection(tickets, send)
    this.#connections.add(connection)
    const payers: NumberedPayer[] = []
    return {
      receive: (message) => this.#receive(connection, payers, message),
      disconnect: () => {
        // Its charges that are not sealed are withdrawn by that; the others stand.
        connection.end()
        this.#connections.delete(connection)
      },
    }
  }

  /** Returns what is not charged and ends this incarnation. Charges that are admitted are still written. */
  async close(): Promise<void> {
    const { timers, clock } = this.#ports
    this.#trust.shut()
    this.#pulse.stop()
    this.#sweeper.stop()
    for (const actor of this.#actors.values()) actor.shut()
    // Other books than those that it has written: nothing can be settled in them. The next incarnation does what it can.
    if (this.#trust.has('behind')) return
    const untilMs = clock.monotonicMs() + CLOSE_MAX_MS
    while ((!this.#writer.isIdle || 0 < this.#grants.size) && clock.monotonicMs() < untilMs) {
      await pause(timers, CLOSE_POLL_MS)
      // An actor that was asking the books when it was shut goes idle without having looked, and no heartbeat comes that would make it look again.
      for (const actor of this.#actors.values()) actor.poke()
    }
    // The next incarnation settles what could not be settled now: books that cannot be read must not keep a server from stopping.
    if (this.#grants.size !== 0) return
    await Promise.race([settleLife(this.#ports, this.incarnation), pause(timers, SETTLE_MAX_MS)])
  }

  #receive(connection: Connection, payers: NumberedPayer[], message: ToBookkeeper): void {
    switch (message.kind) {
      case 'charges':
        if (message.renumbers) payers.length = 0
        for (const payer of message.payers) payers.push({ ...payer, number: 0 })
        this.#charges(connection, payers, message.charges)
        break
      case 'unanswered':
        this.#ports.count('intents_failed', message.charges)
        break
      case 'call':
        void this.#call(connection, message)
        break
    }
  }

  #charges(connection: Connection, payers: readonly NumberedPayer[], charges: readonly (number | string)[]): void {
    const sinceMs = this.#ports.clock.monotonicMs()
    const refusal = !this.#trust.isLive ? UNTRUSTED : this.#trust.isShut ? UNAVAILABLE : undefined
    for (let i = 0; i < charges.length; i += 4) {
      const ticket = charges[i] as number
      if (refusal !== undefined) {
        connection.refused(ticket, refusal)
        continue
      }
      const payer = payers[charges[i + 2] as number]!
      const actor = this.#actor(payer.account)
      const named = { requestId: charges[i + 1] as string, units: charges[i + 3] as number }
      actor.charge(new PendingCharge({ connection, ticket, ...named, payer, actor, sinceMs }))
    }
  }

  /** Charges of it wait at their account meanwhile, which asks again while it polls, and are withdrawn by their clients if it takes too long. */
  async #findSubject({ payer, actor }: PendingCharge): Promise<void> {
    if (this.#numbering.has(payer)) return
    this.#numbering.add(payer)
    payer.number = await this.#subjects.number(payer.account, payer.subject)
    this.#numbering.delete(payer)
    if (payer.number !== 0) actor.poke()
  }

  async #call(connection: Connection, { ticket, call }: Extract<ToBookkeeper, { kind: 'call' }>): Promise<void> {
    const result = await answerCall(call, {
      ...{ books: this.#ports.books, timers: this.#ports.timers, shape: this.#ports.shape },
      ...{ trust: this.#trust, held: this.#grants },
      ledgerMs: () => this.ledgerMs(),
      availableUnits: (account) => this.#actors.get(account)?.availableUnits ?? 0,
      monthOf: (account) => this.#actors.get(account)?.month,
      accountChanged: (account) => {
        this.#actors.get(account)?.changed()
        this.#accountChanged(account)
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
    this.#ports.flags.setNodes(this.#ports.shape === 'sole' ? 1 : outcome.nodes)
    const general = outcome.doubts.find(({ account }) => account === null)
    if (general !== undefined) this.#trust.set('books', `${general.reason}: ${general.detail}`)
    else if (!this.#sameBooks.isRaising) this.#trust.clear('books')
    this.#hearDistrust(new Set(outcome.doubts.flatMap(({ account }) => account ?? [])))
    if (outcome.swept !== this.#swept) void this.#findSwept(outcome.swept)
    for (const account of outcome.suspended) this.#actors.get(account)?.suspend()
    for (const { account, period } of outcome.recalled) {
      this.#actors.get(account)?.recall(period)
    }
    for (const actor of this.#actors.values()) actor.tick()
    await this.#sameBooks.compare(outcome, writtenSeq)
  }

  #hearDistrust(accounts: ReadonlySet<string>): void {
    for (const account of accounts)
      if (!this.#distrusted.has(account)) this.#actors.get(account)?.distrust('distrusted')
    for (const account of this.#distrusted) if (!accounts.has(account)) this.#actors.get(account)?.distrust('trusted')
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
      this.#actors.get(held.account)?.poke()
    }
  }

  /** What the books say of a grant cannot be: nothing more is sold to its account. */
  #contradiction(held: HeldGrant): void {
    const { books, timers } = this.#ports
    const detail = `grant ${held.id}: size ${held.size}, spent ${held.spent}, acked ${held.acked} by its node`
    held.isClosedInBooks = true
    void untilKnown(timers, () => books.raiseDoubt({ account: held.account, reason: 'contradiction', detail }))
    this.#actors.get(held.account)?.distrust('distrusted')
  }

  #fenced(): void {
    this.#trust.set('fenced', 'another process runs as this node')
    this.#pulse.stop()
    this.#sweeper.stop()
  }

  #actor(account: string): AccountActor {
    const known = this.#actors.get(account)
    if (known !== undefined) return known
    const actor = new AccountActor(this.#actorPorts, account)
    this.#actors.set(account, actor)
    if (this.#distrusted.has(account)) actor.distrust('distrusted')
    return actor
  }

  #forget(actor: AccountActor): void {
    if (actor.grants.isEmpty) this.#actors.delete(actor.account)
  }

  #accountChanged(account: string): void {
    for (const connection of this.#connections) connection.send({ kind: 'account_changed', account })
  }

  #nextGrantId(): number {
    assert(this.#grantCount < GRANTS_MAX - 1, 'one incarnation of a node opens fewer grants')
    return this.incarnation * GRANTS_MAX + ++this.#grantCount
  }
}

/** The bookkeeper's side of the channel to one client. */
export interface ClientChannel {
  receive(message: ToBookkeeper): void
  /** The thread has ended, and nothing more will come from it. */
  disconnect(): void
}

/** How many accounts ask the books at a time: more would only wait there, and others behind them. */
export const ACCOUNTS_AT_ONCE = 3

/** How long closing waits for debits and grants. */
const CLOSE_MAX_MS = 10_000
const CLOSE_POLL_MS = 20
/** How long it waits to write that this incarnation has ended. */
const SETTLE_MAX_MS = 2_000
