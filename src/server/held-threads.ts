/** A thread whose event loop has not moved for so long is held: its connections wait. */
const HELD_AFTER_MS = 2_000
/** How often the watch looks. */
export const LOOK_EVERY_MS = 250
/** After a longer pause the watching thread or the machine stood still itself, and knows nothing of the others. */
const PAUSE_MAX_MS = 1_000

/** What the watch reads of a thread. */
export interface Watched {
  readonly beats: number
  readonly step: string
}

export interface HeldThread {
  readonly thread: number
  /** The step that it does not leave. */
  readonly step: string
  readonly sinceMs: number
}

/** Finds threads whose event loops do not move. It believes only what they move in shared memory. */
export class HeldThreads {
  readonly #moved = new Map<number, { beats: number; atMs: number }>()
  #lookedAtMs = Number.NEGATIVE_INFINITY

  /** Looks at these threads. Call it every `LOOK_EVERY_MS`. */
  look(threads: ReadonlyMap<number, Watched>, nowMs: number): readonly HeldThread[] {
    const isLate = this.#lookedAtMs + PAUSE_MAX_MS < nowMs
    this.#lookedAtMs = nowMs
    for (const thread of this.#moved.keys()) if (!threads.has(thread)) this.#moved.delete(thread)
    const held: HeldThread[] = []
    for (const [thread, { beats, step }] of threads) {
      const moved = this.#moved.get(thread)
      if (moved === undefined || moved.beats !== beats || isLate) this.#moved.set(thread, { beats, atMs: nowMs })
      else if (HELD_AFTER_MS <= nowMs - moved.atMs) held.push({ thread, step, sinceMs: moved.atMs })
    }
    return held
  }
}
