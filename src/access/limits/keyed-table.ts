import { randomBytes } from 'node:crypto'
import { type Bits64, keyedHash } from './keyed-hash.ts'
import { confirmed, freed, stateOf, tentative, VALUE_MAX, valueIn } from './limit-word.ts'

/**
 * A number for each subject, in memory that all threads of the process share.
 *
 *     header    eight bytes of the table's user · the secret of the keys
 *     buckets   of eight entries each; the key says in which of them
 *     entries   word: value, generation, state (`limit-word.ts`) · the key, 64 bits
 *
 * Nothing is ever locked: an entry's word changes by one compare-and-exchange, and as its generation is in it, no thread changes an entry that has become another subject's. A subject
 * enters in two steps, so that two threads that let it in at the same moment at two places see each other (`#enter`).
 */
export class KeyedTable {
  readonly memory: SharedArrayBuffer
  readonly #words: BigInt64Array
  readonly #ints: Int32Array
  readonly #secret: Bits64
  readonly #buckets: number

  static make(entries: number): KeyedTable {
    const buckets = 2 ** Math.ceil(Math.log2(Math.max(1, entries / BUCKET)))
    const memory = new SharedArrayBuffer(HEADER_BYTES + buckets * BUCKET * ENTRY_BYTES)
    new Uint8Array(memory).set(randomBytes(8), SECRET_BYTE)
    return new KeyedTable(memory)
  }

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory
    this.#words = new BigInt64Array(memory)
    this.#ints = new Int32Array(memory)
    this.#secret = { low: this.#ints[SECRET_BYTE / 4]!, high: this.#ints[SECRET_BYTE / 4 + 1]! }
    this.#buckets = (memory.byteLength - HEADER_BYTES) / (BUCKET * ENTRY_BYTES)
  }

  /** `subject`: ASCII. */
  keyOf(subject: string): Bits64 {
    return keyedHash(this.#secret, subject)
  }

  find(key: Bits64): Entry | undefined {
    const first = this.#firstSlot(key)
    for (let slot = first; slot < first + BUCKET; slot++) {
      // The word first: while it stays as it is, so does the key.
      const word = this.#read(slot)
      if (stateOf(word) === 'confirmed' && this.#hasKey(slot, key)) return { slot, word, value: valueIn(word) }
    }
    return undefined
  }

  /** The subject's entry; a new one has the value `initial`. Entries whose value is at most `unusedUpTo` may be given to others. */
  entry(key: Bits64, { initial, unusedUpTo }: NewEntry): Entry {
    for (;;) {
      const entry = this.find(key) ?? this.#enter(key, { initial, unusedUpTo })
      if (entry !== undefined) return entry
    }
  }

  /** False if another thread has changed the entry since it was read: then look again. */
  change({ slot, word }: Entry, value: number): boolean {
    return this.#swap(slot, word, confirmed(word, Math.min(value, VALUE_MAX)))
  }

  /**
   * Makes an entry, or none if another thread came in between: then look again. First a claim is laid and the key written; then the other places are searched for the same
   * key. Of two threads that do this at once at least one sees the other's, for each wrote before it searched; it takes an unconfirmed one away, and gives way to a confirmed one.
   */
  #enter(key: Bits64, { initial, unusedUpTo }: NewEntry): Entry | undefined {
    const first = this.#firstSlot(key)
    const place = this.#place(first, unusedUpTo)
    if (place === undefined) return undefined
    const { slot } = place
    const claim = tentative(place.word, initial)
    if (!this.#swap(slot, place.word, claim)) return undefined
    this.#writeKey(slot, key)
    for (let other = first; other < first + BUCKET; other++) {
      if (other === slot || !this.#isTaken(other, key)) continue
      this.#swap(slot, claim, freed(claim))
      return undefined
    }
    const word = confirmed(claim, initial)
    return this.#swap(slot, claim, word) ? { slot, word, value: initial } : undefined
  }

  /**
   * A free place, an unused one, or, when all entries of a bucket are in use, the one with the lowest value: it is forgotten, for a full table must not refuse strangers.
   */
  #place(first: number, unusedUpTo: number): { readonly slot: number; readonly word: number } | undefined {
    let least: { readonly slot: number; readonly word: number } | undefined
    for (let slot = first; slot < first + BUCKET; slot++) {
      const word = this.#read(slot)
      if (stateOf(word) === 'free' || valueIn(word) <= unusedUpTo) return { slot, word }
      if (stateOf(word) === 'confirmed' && (least === undefined || valueIn(word) < valueIn(least.word)))
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
}

export interface Entry {
  readonly slot: number
  readonly word: number
  readonly value: number
}

interface NewEntry {
  readonly initial: number
  readonly unusedUpTo: number
}

const BUCKET = 8
const ENTRY_BYTES = 16
const HEADER_BYTES = 64
const SECRET_BYTE = 8

function wordIndex(slot: number): number {
  return HEADER_BYTES / 8 + 2 * slot
}
