/** Without a success for so long the node is not ready; after successes for so long it is ready again. */
const WINDOW_MS = 2_000

/**
 * Decides from the heartbeats, which write to the database, whether the node can charge. It is used in another thread than the one that writes, because that one stands
 * still while the disk does.
 */
export class HeartbeatWatch {
  #lastMs: number
  /** Since then no two successes were further apart than the window. */
  #steadySinceMs = Number.NEGATIVE_INFINITY
  #lastGapMs = 0
  #reported: 'answering' | 'silent' = 'answering'

  /** The node has just written its first one. */
  constructor(atMs: number) {
    this.#lastMs = atMs
  }

  /** A heartbeat was written at this time. */
  succeeded(atMs: number): void {
    const gapMs = atMs - this.#lastMs
    if (WINDOW_MS <= gapMs) {
      this.#steadySinceMs = atMs
      this.#lastGapMs = gapMs
    }
    this.#lastMs = Math.max(this.#lastMs, atMs)
  }

  ageMs(nowMs: number): number {
    return Math.max(0, nowMs - this.#lastMs)
  }

  /** Why the node is not ready. */
  problem(nowMs: number): string | undefined {
    const ageMs = this.ageMs(nowMs)
    if (WINDOW_MS <= ageMs) return `the database has taken no heartbeat for ${seconds(ageMs)} s`
    if (WINDOW_MS <= this.#lastMs - this.#steadySinceMs) return undefined
    return `the database takes heartbeats again, but has not done so for ${seconds(WINDOW_MS)} s yet`
  }

  /** To be called now and then. A line for the log when a silence has begun, and another with its duration when it has ended. */
  change(nowMs: number): string | undefined {
    const now = WINDOW_MS <= this.ageMs(nowMs) ? 'silent' : 'answering'
    if (now === this.#reported) return undefined
    this.#reported = now
    if (now === 'silent') return 'the database takes no heartbeat; nothing can be charged until it does'
    return `the database takes heartbeats again; it took none for ${seconds(this.#lastGapMs)} s`
  }
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
