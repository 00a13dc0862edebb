/** An event of the simulated world. */
export interface WorldEvent {
  atMs: number
  /** At the same time the event that was scheduled first happens first. */
  tie: number
  readonly label: string
  readonly thread: Thread | undefined
  /** Undefined: cancelled. */
  work: (() => void) | undefined
}

/** A simulated thread. Its events happen only while it runs. */
export interface Thread {
  state: 'running' | 'paused' | 'dead'
  /** Events that came due while it was paused. They happen when it resumes. */
  readonly missed: WorldEvent[]
}

export function newThread(): Thread {
  return { state: 'running', missed: [] }
}

/** A binary heap with the earliest event first. */
export class EventHeap {
  readonly #events: WorldEvent[] = []

  push(event: WorldEvent): void {
    const events = this.#events
    let at = events.length
    events.push(event)
    while (0 < at) {
      const parent = (at - 1) >> 1
      if (isBefore(events[parent]!, event)) break
      events[at] = events[parent]!
      at = parent
    }
    events[at] = event
  }

  pop(): WorldEvent | undefined {
    const events = this.#events
    const first = events[0]
    const last = events.pop()
    if (last === undefined || events.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (events.length <= child) break
      if (child + 1 < events.length && isBefore(events[child + 1]!, events[child]!)) child++
      if (isBefore(last, events[child]!)) break
      events[at] = events[child]!
      at = child
    }
    events[at] = last
    return first
  }
}

function isBefore(a: WorldEvent, b: WorldEvent): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.tie < b.tie)
}
