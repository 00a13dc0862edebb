import { assert } from '../../stdx/assert.ts'
import type { Books } from '../books/books.ts'
import type { IncarnationStart } from '../books/incarnations.ts'
import { GRANTS_MAX } from '../books/rows.ts'
import { AccountActor, type AccountActorPorts } from './account-actor.ts'
import { BatchWriter } from './batch-writer.ts'
import { BooksClock } from './books-clock.ts'
import { answerCall, type CallPorts } from './calls.ts'
import type { ChargeTickets } from './charge-tickets.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { Connection } from './connection.ts'
import type { Counter } from './counters.ts'
import { GatherQueue } from './gather-queue.ts'
import { Heartbeat, type HeartbeatResult } from './heartbeat.ts'
import type { HeldGrant } from './held-grant.ts'
import { LedgerIdentityCheck } from './ledger-identity-check.ts'
import { checkForLostFolder } from './lost-folder.ts'
import { LostNodeCleanup } from './lost-node-cleanup.ts'
import { findMarkDoubts } from './mark-doubts.ts'
import type { ToClient, ToNode } from './messages.ts'
import type { NodeFlags } from './node-flags.ts'
import type { NodeParts } from './node-parts.ts'
import { type NumberedPayer, PendingCharge } from './pending-charge.ts'
import { settleEarlierIncarnations, settleIncarnation } from './recovery.ts'
import { UNAVAILABLE, UNTRUSTED } from './refusals.ts'
import { pause, retryUntilAnswered } from './retry-until-answered.ts'
import { SubjectNumbers } from './subject-numbers.ts'
import { Trust, type TrustStatus } from './trust.ts'
import { UnusablePeriods } from './unusable-periods.ts'

export interface LedgerNodePorts
  extends Pick<NodeParts, 'books' | 'node' | 'shape' | 'clock' | 'timers' | 'notes' | 'mark' | 'report'> {
  /** The same books over a connection of its own for the heartbeat, if there is one. */
  readonly heartbeatBooks?: Books
  readonly flags: NodeFlags
  count(counter: Counter, by?: number): void
  /** Called when a heartbeat was written. */
  heartbeatWritten?(): void
  trustChanged?(status: TrustStatus): void
}

/**
 * One node: owns its grants, admits the charges of its clients, and is its only writer of the books. All parts run in
 * one thread, one message at a time; long operations continue between messages.
 */
export class LedgerNode {
  readonly #ports: LedgerNodePorts
  readonly #clock: BooksClock
  readonly incarnation: number
  readonly #trust: Trust
  readonly #periods: UnusablePeriods
  readonly #writer: BatchWriter
  readonly #heartbeat: Heartbeat
  readonly #cleanup: LostNodeCleanup
  readonly #identityCheck: LedgerIdentityCheck
  readonly #subjects: SubjectNumbers
  readonly #actorPorts: AccountActorPorts
  readonly #callPorts: CallPorts
  readonly #actors = new Map<string, AccountActor>()
  readonly #grants = new Map<number, HeldGrant>()
  /** The payers whose subject numbers were requested. */
  readonly #numbering = new Set<NumberedPayer>()
  readonly #connections = new Set<Connection>()
  #distrusted: ReadonlySet<string> = new Set()
  #grantCount = 0
  #sweptGrants = 0

  /** Begins a new incarnation of the node: settles the earlier ones, then charges. */
  static async start(ports: LedgerNodePorts): Promise<LedgerNode> {
    const { books, timers, node, notes } = ports
    const mark = ports.mark.read()
    const markedIncarnation = mark?.incarnation ?? 0
    const incarnationsOfNotes = notes.found.map(({ incarnation }) => incarnation)
    const knownIncarnation = Math.max(markedIncarnation, notes.lastIncarnation ?? 0, ...incarnationsOfNotes)
    await checkForLostFolder(ports)
    const enrolment = await retryUntilAnswered(timers, () =>
      books.beginIncarnation(node, markedIncarnation, knownIncarnation),
    )
    const trust = new Trust(ports.flags, (status) => ports.trustChanged?.(status))
    const clock = new BooksClock({ ...ports, trust }, enrolment)
    const doubts = findMarkDoubts(mark, enrolment)
    for (const doubt of doubts) await retryUntilAnswered(timers, () => books.raiseDoubt({ account: null, ...doubt }))
    await notes.begin(enrolment.incarnation)
    // In foreign books the incarnations of the notes belong to another node.
    const isForeign = doubts.some(({ reason }) => reason === 'foreign_books')
    if (!isForeign) await settleEarlierIncarnations({ ...ports, nowMs: enrolment.nowMs }, enrolment.earlier)
    const ledgerNode = new LedgerNode(ports, enrolment, { trust, clock })
    await ledgerNode.#heartbeat.beat()
    ledgerNode.#heartbeat.start()
    ledgerNode.#cleanup.start()
    return ledgerNode
  }

  private constructor(
    ports: LedgerNodePorts,
    enrolment: IncarnationStart,
    { trust, clock }: { trust: Trust; clock: BooksClock },
  ) {
    const { incarnation } = enrolment
    this.#ports = ports
    this.#clock = clock
    this.incarnation = incarnation
    this.#trust = trust
    this.#subjects = new SubjectNumbers(ports.books)
    const parts: NodeParts = {
      ...{ ...ports, incarnation, trust, grants: this.#grants, ledgerMs: () => this.ledgerMs() },
      contradiction: (held) => this.#contradiction(held),
      damaged: (message) => this.#identityCheck.damaged(message),
      fenced: () => this.#fenced(),
      unitsReturned: (account) => {
        this.#actors.get(account)?.forgetShortage()
        this.#accountChanged(account)
      },
    }
    this.#periods = new UnusablePeriods(parts)
    this.#identityCheck = new LedgerIdentityCheck(parts, enrolment)
    this.#writer = new BatchWriter({
      ...{ ...parts, written: (seq) => this.#identityCheck.written(seq) },
      differs: (key) => this.#identityCheck.differs(key),
      mayWrite: () => !trust.has('behind'),
      doubt: (state) =>
        state === 'in_doubt'
          ? trust.set('commit_unknown', 'a commit failed on the disk')
          : trust.clear('commit_unknown'),
    })
    const limit = new ConcurrencyLimit(ACCOUNTS_AT_ONCE)
    this.#actorPorts = {
      ...{ ...parts, limit, periods: this.#periods },
      acquires: new GatherQueue(limit, (asks) => ports.books.acquireMany(asks)),
      closes: new GatherQueue(limit, (closings) => ports.books.closeMany(closings)),
      nextGrantId: () => this.#nextGrantId(),
      findSubject: (charge) => void this.#findSubject(charge),
      admitted: (charge) => this.#writer.add(charge),
      unknown: (actor) => this.#forget(actor),
    }
    this.#heartbeat = new Heartbeat({
      ...{ ...parts, books: ports.heartbeatBooks ?? ports.books },
      sweptKnown: () => this.#sweptGrants,
      writtenSeq: () => this.#identityCheck.writtenSeq,
      nodeTime: () => clock.nodeTime,
      applyResult: (result) => this.#applyHeartbeat(result),
    })
    this.#cleanup = new LostNodeCleanup({ ...parts, isClockInDoubt: () => clock.isInDoubt })
    this.#callPorts = {
      ...{ ...parts, actors: this.#actors },
      isDistrusted: (account) => this.#distrusted.has(account),
      accountChanged: (account) => {
        this.#actors.get(account)?.allowanceChanged()
        this.#accountChanged(account)
      },
      // The heartbeat reads the resolved doubts and the trusted time.
      trustAgain: () => this.#heartbeat.beat(),
    }
  }

  get trust(): Trust {
    return this.#trust
  }

  /** The grants of this node by id. */
  get held(): ReadonlyMap<number, HeldGrant> {
    return this.#grants
  }

  ledgerMs(): number {
    return this.#clock.ledgerMs()
  }

  /** Connects a thread that charges. */
  connect(tickets: ChargeTickets, send: (message: ToClient) => void): ClientChannel {
    const connection = new Connection(tickets, send)
    this.#connections.add(connection)
    const payers: NumberedPayer[] = []
    return {
      receive: (message) => this.#receive(connection, payers, message),
      disconnect: () => {
        // This withdraws its charges that are not sealed; the others stand.
        connection.end()
        this.#connections.delete(connection)
      },
    }
  }

  /** Returns unused units and ends this incarnation. Admitted charges are still written. */
  async close(): Promise<void> {
    const { timers, clock } = this.#ports
    this.#trust.shut()
    this.#heartbeat.stop()
    this.#cleanup.stop()
    for (const actor of this.#actors.values()) actor.shut()
    // These are not the books that it wrote, so nothing can be settled in them. The next incarnation does what it can.
    if (this.#trust.has('behind')) return
    const untilMs = clock.monotonicMs() + CLOSE_MAX_MS
    while ((!this.#writer.isIdle || 0 < this.#grants.size) && clock.monotonicMs() < untilMs) {
      await pause(timers, CLOSE_POLL_MS)
      // An actor that waited for the books when it was shut goes idle without another look, and no heartbeat follows.
      for (const actor of this.#actors.values()) actor.poke()
    }
    // The next incarnation settles the rest: unreadable books must not keep a server from stopping.
    if (this.#grants.size !== 0) return
    await Promise.race([settleIncarnation(this.#ports, this.incarnation), pause(timers, SETTLE_MAX_MS)])
  }

  #receive(connection: Connection, payers: NumberedPayer[], message: ToNode): void {
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
        connection.sendRefused(ticket, refusal)
        continue
      }
      const payer = payers[charges[i + 2] as number]!
      const actor = this.#actor(payer.account)
      const request = { requestId: charges[i + 1] as string, units: charges[i + 3] as number }
      actor.charge(new PendingCharge({ connection, ticket, ...request, payer, actor, sinceMs }))
    }
  }

  /** Its charges wait at their account, which polls. Their clients withdraw them if it takes too long. */
  async #findSubject({ payer, actor }: PendingCharge): Promise<void> {
    if (this.#numbering.has(payer)) return
    this.#numbering.add(payer)
    payer.number = await this.#subjects.number(payer.account, payer.subject)
    this.#numbering.delete(payer)
    if (payer.number !== 0) actor.poke()
  }

  async #call(connection: Connection, { ticket, call }: Extract<ToNode, { kind: 'call' }>): Promise<void> {
    const result = await answerCall(call, this.#callPorts)
    connection.send({ kind: 'returned', ticket, result })
  }

  async #applyHeartbeat({ outcome, atMs, writtenSeq }: HeartbeatResult): Promise<void> {
    this.#ports.heartbeatWritten?.()
    this.#clock.read({ ...outcome, databaseMs: outcome.nowMs, atMs })
    this.#periods.tick()
    this.#ports.flags.setNodes(this.#ports.shape === 'sole' ? 1 : outcome.nodes)
    const general = outcome.doubts.find(({ account }) => account === null)
    if (general !== undefined) this.#trust.set('books', `${general.reason}: ${general.detail}`)
    else if (!this.#identityCheck.isRaising) this.#trust.clear('books')
    this.#updateDistrusted(new Set(outcome.doubts.flatMap(({ account }) => account ?? [])))
    if (outcome.swept !== this.#sweptGrants) void this.#markSwept(outcome.swept)
    for (const account of outcome.suspended) this.#actors.get(account)?.suspend()
    for (const { account, period } of outcome.recalled) {
      this.#actors.get(account)?.recall(period)
    }
    for (const actor of this.#actors.values()) actor.tick()
    await this.#identityCheck.compare(outcome, writtenSeq)
  }

  #updateDistrusted(accounts: ReadonlySet<string>): void {
    for (const account of accounts)
      if (!this.#distrusted.has(account)) this.#actors.get(account)?.distrust('distrusted')
    for (const account of this.#distrusted) if (!accounts.has(account)) this.#actors.get(account)?.distrust('trusted')
    this.#distrusted = accounts
  }

  /** Finds the grants of this node that others closed, because the node seemed lost or their month ended. */
  async #markSwept(swept: number): Promise<void> {
    const known = [...this.#grants.values()]
    const { books, timers } = this.#ports
    const open = new Set(
      (await retryUntilAnswered(timers, () => books.openGrantsOf(this.incarnation))).map(({ id }) => id),
    )
    this.#sweptGrants = swept
    for (const held of known) {
      if (open.has(held.id) || held.state === 'gone') continue
      held.isClosedInBooks = true
      this.#actors.get(held.account)?.poke()
    }
  }

  /** The books contradict what the node knows of a grant: its account is not charged any more. */
  #contradiction(held: HeldGrant): void {
    const { books, timers } = this.#ports
    const detail = `grant ${held.id}: size ${held.size}, spent ${held.spent}, acked ${held.acked} by its node`
    held.isClosedInBooks = true
    void retryUntilAnswered(timers, () => books.raiseDoubt({ account: held.account, reason: 'contradiction', detail }))
    this.#actors.get(held.account)?.distrust('distrusted')
  }

  #fenced(): void {
    this.#trust.set('fenced', 'another process runs as this node')
    this.#heartbeat.stop()
    this.#cleanup.stop()
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

/** The node's side of the channel to one client. */
export interface ClientChannel {
  receive(message: ToNode): void
  /** The thread has ended and sends nothing more. */
  disconnect(): void
}

/** How many accounts use the books at a time. More would wait there and delay the others. */
export const ACCOUNTS_AT_ONCE = 3

/** How long closing waits for debits and grants. */
const CLOSE_MAX_MS = 10_000
const CLOSE_POLL_MS = 20
/** How long closing waits to write the end of this incarnation. */
const SETTLE_MAX_MS = 2_000
