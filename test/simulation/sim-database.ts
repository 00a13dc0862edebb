import { Books } from '../../src/ledger/books/books.ts'
import type { BooksStore } from '../../src/ledger/books/store.ts'
import type { Random } from '../../src/stdx/random.ts'
import { DatabaseError, type DatabaseErrorReason } from '../../src/storage/storage.ts'
import type { BooksChecker } from './books-checker.ts'
import type { Thread } from './event-heap.ts'
import type { Kernel } from './kernel.ts'
import type { LossChecker } from './loss-checker.ts'
import type { CallFault, Plan } from './plan.ts'
import type { KnownStops, StopChecker } from './stop-checker.ts'
import type { Tally } from './tally.ts'
import { Violation } from './violation.ts'

/** The connection of one process to the database. */
export interface Link {
  readonly node: string
  readonly thread: Thread
  /** Until this time nothing gets through. */
  cutUntilMs: number
  /** Operations that are executed when the process dies: a commit that failed and is on the disk all the same. */
  readonly ghosts: (() => void)[]
  /** The suspensions and doubts that its process knows. */
  readonly stops: KnownStops
}

export interface SimDatabasePorts {
  readonly kernel: Kernel
  readonly store: BooksStore
  readonly random: Random
  readonly plan: Plan
  readonly checker: BooksChecker
  readonly stops: StopChecker
  readonly losses: LossChecker
  readonly injected: Tally
  /** `awaited`: operations take real time, and the world waits for them. */
  readonly pace: 'at_once' | 'awaited'
  /** Given for a real network: replies are lost by cutting the connection. */
  readonly cutNext: (() => void) | undefined
}

type Operation = keyof Books & string

/** How long a caller waits at most, in ms. */
const CALL_MAX_MS = 1_000

/** A slow call that draws less than STALLS_MS stalls instead, for up to STALL_MAX_MS: longer than any caller waits. */
const STALLS_MS = 50
const STALL_MAX_MS = 9_000

/**
 * The database behind a network that loses, delays and repeats calls. An operation is executed within one event,
 * wholly or not at all; its caller may learn something else.
 */
export class SimDatabase {
  readonly #ports: SimDatabasePorts
  /** No faults any more. */
  isHealed = false
  /** Until this time nothing is executed. */
  downUntilMs = 0
  /** By this time the slowest call so far is executed. */
  stalledUntilMs = 0
  /** How far the database's clock is ahead. */
  clockOffsetMs = 0
  /** The part of `clockOffsetMs` that is a leap, which the operator will correct. */
  leapMs = 0
  /** Delayed operations, by the node that sent them. They can arrive at the worst moment. */
  readonly #late = new Map<string, Set<() => void>>()

  readonly #faults: readonly { readonly kind: CallFault; readonly chance: number }[]

  constructor(ports: SimDatabasePorts) {
    this.#ports = ports
    this.#faults = [...ports.plan.faults].flatMap(([kind, chance]) => (isCallFault(kind) ? [{ kind, chance }] : []))
  }

  /** The books as a process sees them. */
  booksFor(link: Link): Books {
    let operation: Operation = 'close'
    const call = <T>(work: () => Promise<T>): Promise<T> => this.#call(link, operation, work)
    const { store } = this.#ports
    const books = new Books({
      post: (batch, uses) => {
        // Later changes of the caller's objects must not reach the books.
        const sent = {
          ...batch,
          lines: batch.lines.map(({ requestId, grant, subject, units }) => ({ requestId, grant, subject, units })),
        }
        return call(() => store.post(sent, uses))
      },
      transaction: (work) => call(() => store.transaction(work)),
      read: (work) => call(() => store.read(work)),
      snapshot: (work) => call(() => store.snapshot(work)),
      close: async () => undefined,
    })
    return new Proxy(books, {
      get(target, name) {
        const method = Reflect.get(target, name) as (...args: unknown[]) => unknown
        return (...args: unknown[]) => {
          operation = name as Operation
          return method.apply(target, args)
        }
      },
    })
  }

  /** The books without a network: each operation is executed at once. */
  plainBooks(): Books {
    const { store, kernel, pace } = this.#ports
    if (pace === 'at_once') return new Books(store)
    return new Books({
      post: (batch, uses) => kernel.awaiting(store.post(batch, uses)),
      transaction: (work) => kernel.awaiting(store.transaction(work)),
      read: (work) => kernel.awaiting(store.read(work)),
      snapshot: (work) => kernel.awaiting(store.snapshot(work)),
      close: () => store.close(),
    })
  }

  #call<T>(link: Link, operation: Operation, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const { kernel, cutNext, stops } = this.#ports
      const there = this.#latency()
      const fail = (ms: number, outcome: 'not_done' | 'unknown', reason: DatabaseErrorReason): void => {
        const fault = new DatabaseError(`the simulated ${operation} fails`, { outcome, reason })
        const deliver = (): void => {
          stops.recordFailure(link.stops, fault, kernel.events)
          reject(fault)
        }
        kernel.after(ms, 'fault', deliver, link.thread)
      }
      const executeLate = (ms: number): void => this.#later(link, ms, () => this.#execute(link, work, () => undefined))
      const execute = (ms: number, onResult: (result: { value: T } | { error: unknown }) => void): void => {
        kernel.after(ms, operation, () => {
          this.#execute(link, work, onResult)
          if (TURNING_POINTS.includes(operation)) this.#hurry(link)
        })
      }
      const answer = (result: { value: T } | { error: unknown }): void => {
        const stopped = stops.now()
        const deliver = (): void => {
          if ('error' in result) {
            reject(result.error)
            return
          }
          stops.recordReply(link.stops, { operation, stops: stopped, event: kernel.events })
          resolve(result.value)
        }
        kernel.after(this.#latency(), 'reply', deliver, link.thread)
      }
      const nothing = (): void => undefined
      const patience = this.#below(CALL_MAX_MS)
      if (this.#isUnreachable(link)) {
        this.#ports.injected.add('unreachable')
        // A call that does not get through now may do so later.
        const staysUnderWay = this.#ports.plan.faults.has('late_request') && applies('late_request', operation)
        if (staysUnderWay && this.#below(4) === 0) {
          executeLate(this.#below(15_000))
          return fail(patience, 'unknown', 'lost')
        }
        return fail(this.#below(2) === 0 ? patience : 1, this.#below(2) === 0 ? 'unknown' : 'not_done', 'lost')
      }
      switch (this.#fate(operation)) {
        case undefined:
          return execute(there, answer)
        case 'lost_request':
          return fail(patience, this.#below(3) === 0 ? 'not_done' : 'unknown', 'lost')
        case 'lost_reply':
          if (cutNext !== undefined) {
            kernel.after(there, operation, () => {
              cutNext()
              this.#execute(link, work, answer)
            })
            return
          }
          execute(there, nothing)
          return fail(there + patience, 'unknown', 'lost')
        case 'late_request':
          executeLate(there + this.#below(this.#below(4) === 0 ? 40_000 : 3_000))
          return fail(this.#below(50), 'unknown', 'lost')
        case 'twice':
          execute(there, answer)
          return executeLate(there + this.#below(5_000))
        case 'slow': {
          const ms = there + this.#slowness(operation)
          this.stalledUntilMs = Math.max(this.stalledUntilMs, kernel.nowMs + ms)
          return execute(ms, answer)
        }
        case 'busy':
          return fail(there, 'not_done', 'busy')
        case 'disk_full':
          return fail(there, 'not_done', 'full')
        case 'commit_error':
          this.#failCommit(link, () => execute(0, nothing))
          return fail(there, 'unknown', 'io')
      }
    })
  }

  #later({ node }: Link, ms: number, arrive: () => void): void {
    const ofNode = this.#late.get(node) ?? new Set()
    this.#late.set(node, ofNode)
    const once = (): void => {
      if (ofNode.delete(once)) arrive()
    }
    ofNode.add(once)
    this.#ports.kernel.after(ms, 'late', once)
  }

  /** Something changed for this node, so some of its delayed calls arrive just after that. */
  #hurry({ node }: Link): void {
    for (const arrive of this.#late.get(node) ?? []) {
      if (this.#below(3) === 0) this.#ports.kernel.after(this.#latency() * 0.5, 'late', arrive)
    }
  }

  /** The disk failed during a commit: the commit is there, or is lost, or appears when the process has died. */
  #failCommit({ ghosts }: Link, execute: () => void): void {
    const kind = this.#below(3)
    if (kind === 0) execute()
    if (kind === 1) ghosts.push(execute)
  }

  #execute<T>(link: Link, work: () => Promise<T>, onResult: (result: { value: T } | { error: unknown }) => void): void {
    const { kernel, checker, losses, pace } = this.#ports
    losses.acting = link
    const ended = (): void => {
      checker.check(kernel.events)
    }
    const done = work().then(
      (value) => {
        ended()
        onResult({ value })
      },
      (error: unknown) => {
        ended()
        if (!(error instanceof DatabaseError)) throw error
        const isCut = error.reason === 'lost' || error.reason === 'busy'
        if (pace === 'at_once' || !isCut) throw new Violation('refused', `the books refuse: ${error.message}`)
        onResult({ error })
      },
    )
    void (pace === 'awaited' ? kernel.awaiting(done) : done).catch(kernel.fail)
  }

  #isUnreachable({ cutUntilMs }: Link): boolean {
    if (this.isHealed) return false
    const { nowMs } = this.#ports.kernel
    return nowMs < cutUntilMs || nowMs < this.downUntilMs
  }

  #fate(operation: Operation): CallFault | undefined {
    if (this.isHealed) return undefined
    const { random, injected } = this.#ports
    for (const { kind, chance } of this.#faults) {
      if (!applies(kind, operation) || chance <= random.fraction()) continue
      injected.add(kind)
      return kind
    }
    return undefined
  }

  /**
   * Most slow calls end before the caller gives up. A few stall, as with a network that loses the first replies or a
   * slow disk. The operator's calls never do: an allowance that is raised after all units were charged would leave
   * units that no client requests.
   */
  #slowness(operation: Operation): number {
    const ms = this.#below(CALL_MAX_MS)
    return ms < STALLS_MS && !OPERATOR_CALLS.includes(operation) ? ms * (STALL_MAX_MS / STALLS_MS) : ms
  }

  #latency(): number {
    return this.#ports.plan.latencyMs * (0.2 + this.#ports.random.fraction())
  }

  #below(below: number): number {
    return this.#ports.random.below(below)
  }
}

const IS_CALL_FAULT: Readonly<Record<CallFault, true>> = {
  lost_request: true,
  lost_reply: true,
  late_request: true,
  twice: true,
  slow: true,
  busy: true,
  disk_full: true,
  commit_error: true,
}

function isCallFault(kind: string): kind is CallFault {
  return kind in IS_CALL_FAULT
}

/**
 * These calls must not arrive after a repetition of themselves: the operator's last command must win, and each start
 * of a node is one incarnation. In reality row locks ensure it: a transaction keeps its rows locked until it has
 * ended. All other operations tolerate even that.
 */
const OPERATOR_CALLS: readonly Operation[] = ['setAllowance', 'setAccountState', 'resolveDoubts', 'beginIncarnation']
const READS: readonly Operation[] = ['findCleanupWork', 'openGrantsOf', 'readMonth']

/** After these operations a delayed earlier one finds other books. */
const TURNING_POINTS: readonly Operation[] = [
  ...([
    'beginIncarnation',
    'voidLines',
    'recoverGrant',
    'endIncarnation',
    'closeGrant',
    'returnUnits',
    'acquire',
  ] as const),
  ...(['acquireMany', 'closeMany'] as const),
  ...(['settleIfLost', 'acknowledgeHeld'] as const),
]

function applies(fault: CallFault, operation: Operation): boolean {
  switch (fault) {
    case 'late_request':
    case 'twice':
      return !OPERATOR_CALLS.includes(operation) && !READS.includes(operation)
    case 'disk_full':
      return !READS.includes(operation)
    case 'commit_error':
      return operation === 'post'
    default:
      return true
  }
}
