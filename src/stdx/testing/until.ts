import { setTimeout } from 'node:timers/promises'

/** A slow machine has a larger one: every limit of the tests is multiplied by it. */
export const PATIENCE = Number(process.env.REGISTA_TEST_PATIENCE) || 1

/** The longest wait of a test. */
export const LIMIT_MS = 60_000 * PATIENCE
const POLL_MS = 5

/**
 * Waits until a condition is met, and returns what met it. Fails at the limit, and names what it waited for and what
 * the condition returned last: the number of open connections says more than `false`.
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  what: string,
  isMet: (seen: Awaited<T>) => boolean = Boolean,
  limitMs = LIMIT_MS,
): Promise<Awaited<T>> {
  const endsAtMs = performance.now() + limitMs
  let seen = 'no answer yet'
  for (let leftMs = limitMs; 0 < leftMs; leftMs = endsAtMs - performance.now()) {
    using limit = new Limit(leftMs)
    const answer = await Promise.race([condition(), limit.expired])
    if (answer === EXPIRED) break
    if (isMet(answer as Awaited<T>)) return answer as Awaited<T>
    seen = JSON.stringify(answer) ?? String(answer)
    await setTimeout(POLL_MS)
  }
  throw new Error(`waited ${limitMs / 1000} s for ${what}; seen last: ${seen}`)
}

const EXPIRED = Symbol('expired')

/** For a condition that never answers. A timer that is left would keep the process. */
class Limit implements Disposable {
  readonly #left = new AbortController()
  readonly expired: Promise<typeof EXPIRED>

  constructor(ms: number) {
    this.expired = setTimeout(ms, EXPIRED, { signal: this.#left.signal })
    this.expired.catch(() => {})
  }

  [Symbol.dispose](): void {
    this.#left.abort()
  }
}

/** Repeats work beside a test until it is over. A test that never says so fails after ten times the limit. */
export async function repeatUntil(isOver: () => boolean, work: () => unknown): Promise<void> {
  const endsAtMs = performance.now() + 10 * LIMIT_MS
  for (; !isOver(); await work())
    if (endsAtMs < performance.now()) throw new Error(`the work was still wanted after ${(10 * LIMIT_MS) / 1000} s`)
}
