import type { Books } from '../books/books.ts'
import { CLOCK, type NewDoubt } from '../books/doubts.ts'
import type { BeatOutcome } from '../books/incarnations.ts'
import type { DoubtRow } from '../books/rows.ts'
import { monthAt } from '../calendar.ts'
import type { Timers } from './ports.ts'
import type { Trust } from './trust.ts'
import { untilKnown } from './until-known.ts'

export interface ClockDoubtPorts {
  readonly books: Books
  readonly timers: Timers
  readonly shape: 'sole' | 'shared'
  readonly trust: Trust
}

/** Keeps a doubt in the books while this node does not believe their clock, so that the operator can name it. */
export class ClockDoubt {
  readonly #ports: ClockDoubtPorts
  #raised: NewDoubt | undefined

  constructor(ports: ClockDoubtPorts) {
    this.#ports = ports
  }

  /** To be called at each heartbeat, after the clock was read. The answer is what stands then. */
  async follow({ nowMs, doubts }: Extract<BeatOutcome, { outcome: 'beat' }>): Promise<readonly DoubtRow[]> {
    const { books, timers, trust, shape } = this.#ports
    const standing = doubts.filter(({ reason }) => reason === CLOCK)
    if (trust.has('clock')) {
      // By month, so that all nodes raise the same doubt, and a second leap raises another.
      const detail = `the clock of the books leapt to ${monthAt(nowMs).period}`
      const raised = { account: null, reason: CLOCK, detail }
      this.#raised = raised
      if (!standing.some((doubt) => doubt.detail === detail)) await untilKnown(timers, () => books.raiseDoubt(raised))
      return doubts
    }
    // Without other nodes, what stands was raised by this node before its last restart.
    const gone = shape === 'sole' ? standing : standing.filter(({ detail }) => detail === this.#raised?.detail)
    this.#raised = undefined
    for (const doubt of gone)
      await untilKnown(timers, () => books.withdrawDoubt(doubt, 'this node believes the clock of the books again'))
    return doubts.filter((doubt) => !gone.includes(doubt))
  }
}
