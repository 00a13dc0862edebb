import { ERROR_CODES, type ErrorCode } from '../http/errors.ts'
import type { Clock } from '../stdx/clock.ts'
import { MINUTE_MS } from '../stdx/time-units.ts'
import { BUCKETS, bucketOf } from './time-buckets.ts'

/** Counts are kept for the running minute and this many before it. */
const MINUTES_BEFORE = 59
const MINUTES = MINUTES_BEFORE + 1
/** A slot more than is shown: the one that a thread clears next is not being read. */
const SLOTS = MINUTES + 1

/** A slot has its minute, then a count for each code, then one for each bucket of times. */
const FIRST_BUCKET = 1 + ERROR_CODES.length
const SLOT_FIELDS = FIRST_BUCKET + BUCKETS
const THREAD_FIELDS = SLOTS * SLOT_FIELDS

/** The requests of the last hour, minute by minute. */
export interface RequestsByMinute {
  /** The beginning of each minute, oldest first. The last minute is running. */
  readonly minutesMs: readonly number[]
  /** Those that were answered with an error, by code in the order of the table of errors: the count of each minute. */
  readonly refusals: ReadonlyMap<ErrorCode, readonly number[]>
  /** For each minute: how many answers took so long, by bucket. */
  readonly times: readonly (readonly number[])[]
}

/**
 * Counts in memory that all threads share. Each thread writes only its own part, so no count is lost, and a thread
 * that is started again goes on with the counts of the one before.
 */
export class RecentRequests {
  readonly memory: SharedArrayBuffer
  readonly #threads: number

  constructor(threads: number) {
    this.#threads = threads
    this.memory = new SharedArrayBuffer(threads * THREAD_FIELDS * Int32Array.BYTES_PER_ELEMENT)
  }

  read(nowMs: number): RequestsByMinute {
    const fields = new Int32Array(this.memory)
    const now = minuteOf(nowMs)
    const minutes = Array.from({ length: MINUTES }, (_, i) => now - MINUTES_BEFORE + i)
    const countOf = (minute: number, field: number): number => {
      let sum = 0
      for (let thread = 0; thread < this.#threads; thread++) {
        const slot = slotOf(thread, minute)
        if (Atomics.load(fields, slot) === minute) sum += Atomics.load(fields, slot + field)
      }
      return sum
    }
    const refusals = ERROR_CODES.map((code, i) => [code, minutes.map((minute) => countOf(minute, 1 + i))] as const)
    return {
      minutesMs: minutes.map((minute) => minute * MINUTE_MS),
      refusals: new Map(refusals),
      times: minutes.map((minute) => Array.from({ length: BUCKETS }, (_, i) => countOf(minute, FIRST_BUCKET + i))),
    }
  }
}

/** The part of one thread. */
export class RecentRequestCounter {
  readonly #fields: Int32Array
  readonly #thread: number
  readonly #clock: Clock

  constructor(memory: SharedArrayBuffer, thread: number, clock: Clock) {
    this.#fields = new Int32Array(memory)
    this.#thread = thread
    this.#clock = clock
  }

  refused(code: ErrorCode): void {
    this.#count(1 + CODE_NUMBERS.get(code)!)
  }

  answered(seconds: number): void {
    this.#count(FIRST_BUCKET + bucketOf(seconds))
  }

  #count(field: number): void {
    const minute = minuteOf(this.#clock.nowMs())
    const slot = slotOf(this.#thread, minute)
    if (Atomics.load(this.#fields, slot) !== minute) this.#clear(slot, minute)
    Atomics.add(this.#fields, slot + field, 1)
  }

  #clear(slot: number, minute: number): void {
    for (let i = 1; i < SLOT_FIELDS; i++) Atomics.store(this.#fields, slot + i, 0)
    // Last, so that no reader takes the counts of an hour ago for those of this minute.
    Atomics.store(this.#fields, slot, minute)
  }
}

const CODE_NUMBERS: ReadonlyMap<ErrorCode, number> = new Map(ERROR_CODES.map((code, i) => [code, i]))

function minuteOf(ms: number): number {
  return Math.floor(ms / MINUTE_MS)
}

function slotOf(thread: number, minute: number): number {
  return thread * THREAD_FIELDS + (minute % SLOTS) * SLOT_FIELDS
}
