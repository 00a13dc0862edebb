/** Everything that the client uses of its surroundings. Tests pass their own. */
export interface Ports {
  readonly fetch: typeof fetch
  /** Milliseconds since 1970. */
  nowMs(): number
  /** 0 ≤ chance < 1. */
  chance(): number
  /** Rejects with the signal's reason once it is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const SYSTEM_PORTS: Ports = {
  // A method of `window`: it fails if it is called on another object.
  fetch: (input, init) => fetch(input, init),
  nowMs: Date.now,
  chance: Math.random,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    }),
}
