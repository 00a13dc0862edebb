import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How long the loop of this thread was kept from its next turn. */
export class LoopLag {
  readonly #delay = monitorEventLoopDelay({ resolution: 10 })

  constructor() {
    this.#delay.enable()
  }

  /** Since this was called last. */
  takeLongestMs(): number {
    const longestMs = this.#delay.max / 1e6
    this.#delay.reset()
    return longestMs
  }
}
