import { InputError } from '../stdx/input-error.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import type { FetchControl } from './place.ts'

export interface PatienceLimits {
  /** A form that brings too few bytes within this time is given up. */
  readonly formMs: number
  /** The time that a release may lose by forms that fail. Then its other files are fetched as they are. */
  readonly releaseMs: number
}

/** Forms save minutes of a slow line. A store whose forms fail may cost a release seconds. */
export const FORM_LIMITS: PatienceLimits = { formMs: 1_500, releaseMs: 3_000 }
/** A form that arrives more slowly counts as one that does not arrive. */
const BYTES_PER_MS = 100

/** Bounds what one release loses by shorter forms of its files. */
export class FormPatience {
  readonly #formMs: number
  #leftMs: number

  constructor({ formMs, releaseMs }: PatienceLimits) {
    this.#formMs = formMs
    this.#leftMs = releaseMs
  }

  /** The rest of the time is too short for an answer. */
  get isOver(): boolean {
    return this.#leftMs < this.#formMs / 10
  }

  /** Begins to watch one form. */
  watch({ signal, progress }: FetchControl): FormWatch {
    const slow = new AbortController()
    const beganMs = monotonicClock.monotonicMs()
    const everyMs = Math.min(this.#formMs, this.#leftMs)
    let [arrived, before] = [0, 0]
    const timer = setInterval(() => {
      if (arrived < before + everyMs * BYTES_PER_MS) {
        const tooSlow = `it brought ${arrived - before} bytes in ${everyMs / 1000} s, which is too slow`
        slow.abort(new InputError(tooSlow))
      }
      before = arrived
    }, everyMs)
    return {
      signal: AbortSignal.any([slow.signal, ...(signal ? [signal] : [])]),
      progress(bytes) {
        arrived = bytes ?? arrived
        progress?.(bytes)
      },
      fail: () => {
        this.#leftMs -= monotonicClock.monotonicMs() - beganMs
      },
      [Symbol.dispose]: () => clearInterval(timer),
    }
  }
}

interface FormWatch extends Required<Pick<FetchControl, 'progress'>>, Disposable {
  /** Aborts when the form is too slow, or with the signal of the release. */
  readonly signal: AbortSignal
  /** The time since the beginning is lost. */
  fail(): void
}
