/** Without a heartbeat for this long the node is not ready; after heartbeats for this long it is ready again. */
const WINDOW_MS = 2_000

/**
 * Decides from the written heartbeats whether the node can charge. It runs outside the books thread, which stands still
 * while its disk does.
 */
export class HeartbeatWatch {
  #lastMs: number
  /** Since this time no gap between two heartbeats reached the window. */
  #steadySinceMs = Number.NEGATIVE_INFINITY
  #lastGapMs = 0
  #reported: 'answering' | 'silent' = 'answering'

  /** `atMs`: when the node wrote its first heartbeat. */
  constructor(atMs: number) {
    this.#lastMs = atMs
  }

  /** Records a heartbeat that was written at this time. */
  noteHeartbeat(atMs: number): void {
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

  /** Why the node is not ready; undefined if it is. */
  describeProblem(nowMs: number): string | undefined {
    const ageMs = this.ageMs(nowMs)
    if (WINDOW_MS <= ageMs) return `the database has taken no heartbeat for ${seconds(ageMs)} s`
    if (WINDOW_MS <= this.#lastMs - this.#steadySinceMs) return undefined
    return `the database takes heartbeats again, but has not done so for ${seconds(WINDOW_MS)} s yet`
  }

  /** Called at intervals. Returns a log line when a silence begins, and one with its duration when it ends. */
  describeChange(nowMs: number): string | undefined {
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
