import { randomBytes } from 'node:crypto'
import { type Bits64, keyedHash } from './keyed-hash.ts'
import { confirmed, freed, stateOf, TAT_MAX, tatOf, tentative } from './limit-word.ts'

/**
 * When each subject of a limit may go on, in memory that all threads of the process share. An entry is one time (GCRA, "leaky bucket as a meter"): when the subject will have
 * paid for what it did; who is too far ahead of the clock waits.
 *
 *     header    where time begins · the secret of the keys
 *     buckets   of eight entries each; the key says in which of them
 *     entries   word: time, generation, state (`limit-word.ts`) · the key, 64 bits
 *
 * Nothing is ever locked: an entry's word changes by one compare-and-exchange, and as its generation is in it, nobody takes from an entry that has become another subject's. A subject
 * enters in two steps, so that two threads that let it in at the same moment at two places see each other (`#enter`).
 */
export class LimitTable {
  readonly memory: SharedArrayBuffer
  readonly #words: BigInt64Array
  readonly #ints: Int32Array
  readonly #epochMs: number
  readonly #secret: Bits64
  readonly #buckets: number

  static make({ entries = ENTRIES, nowMs }: { readonly entries?: number; readonly nowMs: number }): LimitTable {
    const buckets = 2 ** Math.ceil(Math.log2(Math.max(1, entries / BUCKET)))
    const memory = new SharedArrayBuffer(HEADER_BYTES + buckets * BUCKET * ENTRY_BYTES)
    new Float64Array(memory)[EPOCH_FLOAT] = nowMs
    new Uint8Array(memory).set(randomBytes(8), SECRET_BYTE)
    return new LimitTable(memory)
  }

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory
    this.#words = new BigInt64Array(memory)
    this.#ints = new Int32Array(memory)
    this.#epochMs = new Float64Array(memory)[EPOCH_FLOAT]!
    this.#secret = { low: this.#ints[SECRET_BYTE / 4]!, high: this.#ints[SECRET_BYTE / 4 + 1]! }
    this.#buckets = (memory.byteLength - HEADER_BYTES) / (BUCKET * ENTRY_BYTES)
  }

  /** Zero if it was taken, else how many milliseconds to wait. `subject`: ASCII. */
  take(subject: string, { intervalMs, burst, cost, nowMs, fromMs = nowMs }: Draw): number {
    const key = keyedHash(this.#secret, subject)
    const now = this.#ticks(nowMs)
    const from = this.#ticks(fromMs)
    const interval = Math.max(1, Math.round(intervalMs * TICKS_PER_MS))
    const tolerance = burst * interval
    for (;;) {
      const entry = this.#find(key) ?? this.#enter(key, now)
      if (entry === undefined) continue
      if (from + tolerance + GRACE_TICKS < tatOf(entry.word)) {
        // Further ahead than it can get by taking: the clock was set back. From here on it is as far ahead as it can be.
        this.#swap(entry.slot, entry.word, confirmed(entry.word, from + tolerance))
        continue
      }
      const start = Math.max(tatOf(entry.word), from)
      const tat = start + Math.min(cost, burst) * interval
      if (from + tolerance < tat) return (tat - tolerance - from) / TICKS_PER_MS
      if (this.#swap(entry.slot, entry.word, confirmed(entry.word, Math.min(tat, TAT_MAX)))) return 0
    }
  }

  #find(key: Bits64): Entry | undefined {
    const first = this.#firstSlot(key)
    for (let slot = first; slot < first + BUCKET; slot++) {
      // The word first: while it stays as it is, so does the key.
      const word = this.#read(slot)
      if (stateOf(word) === 'confirmed' && this.#hasKey(slot, key)) return { slot, word }
    }
    return undefined
  }

  /**
   * Makes an entry, or says nothing if another thread came in between: then look again. First a claim is laid and the key written; then the other places are searched for the same
   * key. Of two threads that do this at once at least one sees the other's, for each wrote before it searched; it takes an unconfirmed one away, and gives way to a confirmed one.
   */
  #enter(key: Bits64, now: number): Entry | undefined {
    const first = this.#firstSlot(key)
    const place = this.#place(first, now)
    if (place === undefined) return undefined
    const { slot } = place
    const claim = tentative(place.word, now)
    if (!this.#swap(slot, place.word, claim)) return undefined
    this.#writeKey(slot, key)
    for (let other = first; other < first + BUCKET; other++) {
      if (other === slot || !this.#isTaken(other, key)) continue
      this.#swap(slot, claim, freed(claim))
      return undefined
    }
    const word = confirmed(claim, now)
    return this.#swap(slot, claim, word) ? { slot, word } : undefined
  }

  /**
   * A free place, one whose time has passed, or, when all subjects of a bucket are ahead of the clock, that of the one least ahead: it is forgotten, for a full table must not
   * refuse strangers.
   */
  #place(first: number, now: number): Entry | undefined {
    let least: Entry | undefined
    for (let slot = first; slot < first + BUCKET; slot++) {
      const word = this.#read(slot)
      if (stateOf(word) === 'free' || tatOf(word) + GRACE_TICKS <= now) return { slot, word }
      if (stateOf(word) === 'confirmed' && (least === undefined || tatOf(word) < tatOf(least.word)))
        least = { slot, word }
    }
    return least
  }

  /** Is this the key's place? An unconfirmed claim to be that is taken away: it is another thread's that came at the same time, or died. */
  #isTaken(slot: number, key: Bits64): boolean {
    while (this.#hasKey(slot, key)) {
      const word = this.#read(slot)
      if (stateOf(word) === 'confirmed') return true
      if (stateOf(word) === 'free' || this.#swap(slot, word, freed(word))) return false
    }
    return false
  }

  #firstSlot({ low }: Bits64): number {
    return ((low >>> 0) % this.#buckets) * BUCKET
  }

  #read(slot: number): number {
    return Number(Atomics.load(this.#words, wordIndex(slot)))
  }

  #swap(slot: number, from: number, to: number): boolean {
    const before = BigInt(from)
    return Atomics.compareExchange(this.#words, wordIndex(slot), before, BigInt(to)) === before
  }

  #hasKey(slot: number, { low, high }: Bits64): boolean {
    const at = 2 * wordIndex(slot) + 2
    return Atomics.load(this.#ints, at) === low && Atomics.load(this.#ints, at + 1) === high
  }

  #writeKey(slot: number, { low, high }: Bits64): void {
    Atomics.store(this.#words, wordIndex(slot) + 1, (BigInt(high) << 32n) | BigInt(low >>> 0))
  }

  #ticks(ms: number): number {
    return Math.max(0, Math.floor((ms - this.#epochMs) * TICKS_PER_MS))
  }
}

export interface Draw {
  /** What one costs in time. */
  readonly intervalMs: number
  /** So many at once. */
  readonly burst: number
  readonly cost: number
  readonly nowMs: number
  /**
   * From when the subject is counted, if not from now on: with a time that stays the same nothing comes back, and with one in the future the entry lives until then.
   */
  readonly fromMs?: number
}

interface Entry {
  readonly slot: number
  readonly word: number
}

/** For some hundred thousand visitors in a quarter of an hour; 4 MiB. Most entries are of use for a second or two. */
const ENTRIES = 2 ** 18
const BUCKET = 8
const ENTRY_BYTES = 16

const HEADER_BYTES = 64
const EPOCH_FLOAT = 0
const SECRET_BYTE = 8

/** A tick is eight microseconds. */
const TICKS_PER_MS = 125

/** Threads read the clock a moment before they take: what is over for one may not be for another, and what is new for one is in another's future. */
const GRACE_TICKS = 1000 * TICKS_PER_MS

function wordIndex(slot: number): number {
  return HEADER_BYTES / 8 + 2 * slot
}
