import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The event-loop delay of this thread. */
export class LoopLag {
  readonly #delay = monitorEventLoopDelay({ resolution: 10 })

  constructor() {
    this.#delay.enable()
  }

  /** The longest delay since the last call. */
  takeLongestMs(): number {
    const longestMs = this.#delay.max / 1e6
    this.#delay.reset()
    return longestMs
  }
}
