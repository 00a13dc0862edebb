import { asFault } from './faults.ts'
import { exchangeHeartbeat, type HeartbeatAnswer, type HeartbeatReport } from './heartbeat.ts'
import { backoffMs, pause } from './ports.ts'
import type { LedgerServerPorts } from './server-ports.ts'

const SHARED_HEARTBEAT_MS = 250
const SOLE_HEARTBEAT_MS = 1_000
/** After this long without a heartbeat the server reads everything about accounts anew. */
const FORGET_MS = 5_000

export interface HeartbeatLoopPorts
  extends Pick<LedgerServerPorts, 'heartbeats' | 'timers' | 'clock' | 'shape' | 'heartbeatWritten'> {
  /** What the server tells the books now. */
  report(): HeartbeatReport
  /** Much may have changed since the last one. */
  missed(): void
  apply(answer: HeartbeatAnswer, report: HeartbeatReport): Promise<void>
}

/** Tells the books at short intervals that this server lives, and passes on what they answer. */
export class HeartbeatLoop {
  readonly #ports: HeartbeatLoopPorts
  #cancel: (() => void) | undefined
  #lastMs = Number.NaN
  #state: 'idle' | 'started' | 'stopped' = 'idle'
  #last: Promise<void> = Promise.resolve()

  constructor(ports: HeartbeatLoopPorts) {
    this.#ports = ports
  }

  start(): void {
    if (this.#state !== 'idle') return
    this.#state = 'started'
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isStopped) return
    const everyMs = this.#ports.shape === 'sole' ? SOLE_HEARTBEAT_MS : SHARED_HEARTBEAT_MS
    this.#cancel = this.#ports.timers.after(everyMs, () => {
      void this.beat().then(() => this.#schedule())
    })
  }

  /** None is begun any more, and the answer of one that is under way counts no more. */
  stop(): void {
    this.#state = 'stopped'
    this.#cancel?.()
  }

  get #isStopped(): boolean {
    return this.#state === 'stopped'
  }

  /** Repeats the heartbeat until the books answer. Only one is under way: they have numbers. */
  beat(): Promise<void> {
    return (this.#last = this.#last.then(() => this.#beat()))
  }

  async #beat(): Promise<void> {
    const { heartbeats, timers, clock } = this.#ports
    for (let tries = 0; !this.#isStopped; tries++) {
      try {
        const report = this.#ports.report()
        const answer = await exchangeHeartbeat(heartbeats, clock, report)
        if (this.#isStopped) return
        if (FORGET_MS < clock.monotonicMs() - this.#lastMs) this.#ports.missed()
        this.#lastMs = clock.monotonicMs()
        await this.#ports.apply(answer, report)
        this.#ports.heartbeatWritten?.(answer.nowMs + clock.monotonicMs() - answer.readAtMs)
        return
      } catch (error) {
        asFault(error)
        await pause(timers, backoffMs(tries))
      }
    }
  }
}
