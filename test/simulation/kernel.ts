import { EventHeap, type Thread, type WorldEvent } from './event-heap.ts'

/** Taken before the traps are set: only the kernel may use the real one. */
const realImmediate = setImmediate

/** At most so many events are handled in one turn of Node's event loop. */
const EVENTS_PER_TURN = 500

/**
 * The time of the simulated world, and its events, one after the other in the order of their times. Node empties its
 * microtask queue after each immediate, so each event is one immediate: every promise that can settle has settled
 * before the next event.
 */
export class Kernel {
  nowMs = 0
  /** How many events were dispatched. */
  events = 0
  /** A hash of all events in order. Two runs of a seed have the same. */
  hash = 0x811c9dc5
  readonly #heap = new EventHeap()
  readonly #labels = new Map<string, number>()
  #ties = 0
  #state: 'running' | 'stopped' = 'running'
  /** Pending operations on a real database. No event happens while there are any. */
  #awaited = 0
  #whenNothingAwaited: (() => void) | undefined
  /** The first error. */
  failure: unknown

  after(ms: number, label: string, work: () => void, thread?: Thread): WorldEvent {
    const event = { atMs: this.nowMs + Math.max(0, ms), tie: this.#ties++, label, thread, work }
    this.#heap.push(event)
    return event
  }

  /** Resumes the thread. All events that it missed happen now. */
  resume(thread: Thread): void {
    if (thread.state !== 'paused') return
    thread.state = 'running'
    for (const event of thread.missed.splice(0)) {
      event.atMs = this.nowMs
      event.tie = this.#ties++
      this.#heap.push(event)
    }
  }

  stop(): void {
    this.#state = 'stopped'
  }

  get isStopped(): boolean {
    return this.#state === 'stopped'
  }

  /** Stops the world's time until the operation has ended. */
  async awaiting<T>(operation: Promise<T>): Promise<T> {
    this.#awaited++
    try {
      return await operation
    } finally {
      this.#awaited--
      if (this.#awaited === 0 && this.#whenNothingAwaited !== undefined) {
        const goOn = this.#whenNothingAwaited
        this.#whenNothingAwaited = undefined
        realImmediate(goOn)
      }
    }
  }

  /** Ends the world with an error. */
  readonly fail = (error: unknown): void => {
    this.failure ??= error
    this.stop()
  }

  mix(value: number): void {
    this.hash = Math.imul(this.hash ^ value, 0x01000193)
    this.hash = Math.imul(this.hash ^ (this.hash >>> 15), 0x2c1b3c6d)
  }

  /** Runs until the world is stopped, or something has failed. */
  run(): Promise<void> {
    return new Promise((resolve) => {
      let planned = EVENTS_PER_TURN
      let wasCutShort = false
      const step = (): void => {
        if (this.#state === 'stopped') return
        if (0 < this.#awaited) {
          wasCutShort = true
          return
        }
        try {
          this.#dispatch()
        } catch (error) {
          this.fail(error)
        }
      }
      const turn = (): void => {
        if (this.#state === 'stopped') {
          resolve()
          return
        }
        if (0 < this.#awaited) {
          this.#whenNothingAwaited = turn
          return
        }
        // With a real database most events wait for it, and each unused immediate costs time.
        planned = wasCutShort ? 1 : Math.min(2 * planned, EVENTS_PER_TURN)
        wasCutShort = false
        for (let i = 0; i < planned; i++) realImmediate(step)
        realImmediate(turn)
      }
      turn()
    })
  }

  #dispatch(): void {
    for (;;) {
      const event = this.#heap.pop()
      if (event === undefined) {
        this.stop()
        return
      }
      const { thread, work } = event
      if (work === undefined || thread?.state === 'dead') continue
      this.nowMs = event.atMs
      if (thread?.state === 'paused') {
        thread.missed.push(event)
        continue
      }
      this.events++
      this.mix(this.#labelNumber(event.label))
      this.mix(Math.floor(event.atMs * 1000) | 0)
      work()
      return
    }
  }

  #labelNumber(label: string): number {
    let number = this.#labels.get(label)
    if (number === undefined) {
      number = 0
      for (let i = 0; i < label.length; i++) number = (Math.imul(number, 31) + label.charCodeAt(i)) | 0
      this.#labels.set(label, number)
    }
    return number
  }
}
