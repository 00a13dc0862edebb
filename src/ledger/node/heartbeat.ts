import { DatabaseError } from '../../storage/storage.ts'
import type { HeartbeatOutcome } from '../books/incarnations.ts'
import type { NodeTime } from '../books/ledger-time.ts'
import { GrantReports } from './grant-reports.ts'
import type { NodeParts } from './node-parts.ts'
import { backoffMs, pause } from './retry-until-answered.ts'

export interface HeartbeatPorts extends NodeParts {
  /** How many grants of this incarnation the node knows to have been closed by others. */
  sweptKnown(): number
  writtenSeq(): number
  nodeTime(): NodeTime
  applyResult(beat: HeartbeatResult): Promise<void>
}

/** What the books answered to a heartbeat, and its monotonic time; NaN if that took too long. */
export interface HeartbeatResult {
  readonly outcome: Extract<HeartbeatOutcome, { outcome: 'beat' }>
  readonly atMs: number
  /** The last batch that was known to be in the books before the request. */
  readonly writtenSeq: number
}

/** A node that shares its books reads changes by others within this time. */
const SHARED_HEARTBEAT_MS = 250
const SOLE_HEARTBEAT_MS = 1_000
/** A clock reading that took longer is not used. */
const SLOW_CLOCK_MS = 1_000

/** The heartbeat of a node: renews its lease, reports what it has charged, and reads what others need. */
export class Heartbeat {
  readonly #ports: HeartbeatPorts
  readonly #reports: GrantReports
  #isStopped = false
  #cancel: (() => void) | undefined

  constructor(ports: HeartbeatPorts) {
    this.#ports = ports
    this.#reports = new GrantReports(ports)
  }

  start(): void {
    const { timers, shape } = this.#ports
    const every = shape === 'sole' ? SOLE_HEARTBEAT_MS : SHARED_HEARTBEAT_MS
    this.#cancel = timers.after(every, () => void this.#run())
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel?.()
  }

  async #run(): Promise<void> {
    await this.beat()
    if (!this.#isStopped) this.start()
  }

  async beat(): Promise<void> {
    const { clock } = this.#ports
    // Read before the request: what the node learns meanwhile is not in this heartbeat.
    const sweptKnown = this.#ports.sweptKnown()
    const writtenSeq = this.#ports.writtenSeq()
    const { outcome, reports, sentMs } = await this.#send(writtenSeq)
    if (outcome.outcome === 'fenced') return this.#ports.fenced()
    // A grant that others have closed meanwhile did not take the report.
    if (outcome.swept === sweptKnown) for (const { held, hint } of reports) held.markReported(hint)
    const answeredMs = clock.monotonicMs()
    const atMs = answeredMs - sentMs < SLOW_CLOCK_MS ? (sentMs + answeredMs) / 2 : Number.NaN
    await this.#ports.applyResult({ outcome, atMs, writtenSeq })
  }

  /**
   * Repeats the heartbeat until the books answer. If they refuse a report because the row of a grant is damaged, a
   * heartbeat without reports still renews the lease.
   */
  async #send(writtenSeq: number) {
    const { books, clock, timers, node, incarnation } = this.#ports
    let reports = this.#reports.takeNext()
    for (let tries = 0; ; tries++) {
      const sentMs = clock.monotonicMs()
      try {
        const time = this.#ports.nodeTime()
        const outcome = await books.recordHeartbeat({
          node,
          incarnation,
          writtenSeq,
          hints: reports.map(({ hint }) => hint),
          time,
        })
        this.#reports.allowMore(reports.length)
        return { outcome, reports, sentMs }
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error
        if (isTransient(error)) await pause(timers, backoffMs(tries))
        else if (reports.length === 0) {
          if (error.reason === 'damaged') this.#ports.damaged(error.message)
          await pause(timers, backoffMs(tries))
        } else {
          this.#reports.allowFewer()
          reports = []
        }
      }
    }
  }
}

/** Whether the fault is of the database as a whole, and not of the rows to be changed. */
function isTransient({ outcome, reason }: DatabaseError): boolean {
  return outcome === 'unknown' || reason === 'lost' || reason === 'busy' || reason === 'full'
}
