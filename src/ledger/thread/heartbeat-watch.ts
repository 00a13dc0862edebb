/** Without a heartbeat for this long a server that charges nothing is not ready. */
const SILENT_AFTER_MS = 2_000
/** So many heartbeats in a row make it ready again: half a second on PostgreSQL, two seconds on SQLite. */
const STEADY_BEATS = 3
/**
 * A server that charges is ready without heartbeats for so long. They carry doubts and changes of accounts, and after
 * 15 s the others think that the server is gone.
 */
const CHARGING_MAX_MS = 10_000

/**
 * Watches the written heartbeats: without them a server that charges is degraded, and any other is not ready. It runs
 * outside the books thread, which stands still while its disk does.
 */
export class HeartbeatWatch {
  #lastMs: number
  /** Heartbeats since the last silence. */
  #beats = STEADY_BEATS
  /** Since the last log line. */
  #longestGapMs = 0
  #reported: 'answering' | 'silent' = 'answering'
  #batches = 0
  #chargedAtMs = Number.NEGATIVE_INFINITY

  /** `atMs`: when the server wrote its first heartbeat. */
  constructor(atMs: number) {
    this.#lastMs = atMs
  }

  /** Records a heartbeat that was written at this time. */
  noteHeartbeat(atMs: number): void {
    const gapMs = atMs - this.#lastMs
    if (SILENT_AFTER_MS <= gapMs) this.#beats = 0
    this.#longestGapMs = Math.max(this.#longestGapMs, gapMs)
    this.#beats++
    this.#lastMs = Math.max(this.#lastMs, atMs)
  }

  /** Records how many batches with charges the server has written until now. */
  noteBatches(batches: number, nowMs: number): void {
    if (this.#batches < batches) this.#chargedAtMs = nowMs
    this.#batches = batches
  }

  ageMs(nowMs: number): number {
    return Math.max(0, nowMs - this.#lastMs)
  }

  /** Why the server is not ready; undefined if it is. */
  describeProblem(nowMs: number): string | undefined {
    return this.#isCharging(nowMs) ? undefined : this.#describeSilence(nowMs)
  }

  /** What is wrong although the server charges. */
  describeDegraded(nowMs: number): string | undefined {
    return this.#isCharging(nowMs) ? this.#describeSilence(nowMs) : undefined
  }

  #isCharging(nowMs: number): boolean {
    return nowMs - this.#chargedAtMs < SILENT_AFTER_MS && this.ageMs(nowMs) < CHARGING_MAX_MS
  }

  #describeSilence(nowMs: number): string | undefined {
    const ageMs = this.ageMs(nowMs)
    if (SILENT_AFTER_MS <= ageMs) return `the database has taken no heartbeat for ${seconds(ageMs)} s`
    if (STEADY_BEATS <= this.#beats) return undefined
    return `the database takes heartbeats again, but has not yet taken ${STEADY_BEATS} in a row`
  }

  /** Called at intervals. Returns a log line when a silence begins, and one with its duration when it ends. */
  describeChange(nowMs: number): string | undefined {
    const now = SILENT_AFTER_MS <= this.ageMs(nowMs) ? 'silent' : 'answering'
    if (now === this.#reported) return undefined
    this.#reported = now
    if (now === 'silent')
      return 'the database takes no heartbeat; the server reads no doubts and no changes of accounts until it does'
    const gap = seconds(this.#longestGapMs)
    this.#longestGapMs = 0
    return `the database takes heartbeats again; it took none for ${gap} s`
  }
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
