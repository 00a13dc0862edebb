import { randomBytes } from 'node:crypto'
import { claimWord, confirmWord, freeWord, readState, readValue, VALUE_MAX } from './entry-word.ts'
import { type Bits64, halfSipHash } from './half-sip-hash.ts'

/**
 * A number for each subject, in memory that all threads of the process share.
 *
 *     header    eight bytes for the owner of the table · the secret of the hash
 *     buckets   eight entries each; the key's hash selects the bucket
 *     entries   word: value, generation, state (`entry-word.ts`) · the key, 64 bits
 *
 * There are no locks. A word changes by one compare-and-exchange. It contains a generation, so no thread changes an
 * entry that was given to another subject meanwhile. A new subject enters in two steps, so that two threads that
 * insert it at the same time notice each other (`#enter`).
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
    return halfSipHash(this.#secret, subject)
  }

  find(key: Bits64): Entry | undefined {
    const first = this.#firstSlot(key)
    for (let slot = first; slot < first + BUCKET; slot++) {
      // The word first: while it does not change, neither does the key.
      const word = this.#read(slot)
      if (readState(word) === 'confirmed' && this.#hasKey(slot, key)) return { slot, word, value: readValue(word) }
    }
    return undefined
  }

  /** Finds or inserts the subject. Entries with a value of at most `unusedUpTo` may be given to another subject. */
  entry(key: Bits64, { initial, unusedUpTo }: NewEntry): Entry {
    for (;;) {
      const entry = this.find(key) ?? this.#enter(key, { initial, unusedUpTo })
      if (entry !== undefined) return entry
    }
  }

  /** False if another thread has changed the entry since it was read: read it again. */
  change({ slot, word }: Entry, value: number): boolean {
    return this.#swap(slot, word, confirmWord(word, Math.min(value, VALUE_MAX)))
  }

  /**
   * Inserts an entry; undefined if another thread interfered, and the caller searches again. The thread first claims a
   * slot and writes the key, then searches the other slots for the same key. Each of two concurrent threads writes
   * before it searches, so at least one finds the other's claim. It frees a tentative claim and gives way to a
   * confirmed one.
   */
  #enter(key: Bits64, { initial, unusedUpTo }: NewEntry): Entry | undefined {
    const first = this.#firstSlot(key)
    const place = this.#place(first, unusedUpTo)
    if (place === undefined) return undefined
    const { slot } = place
    const claim = claimWord(place.word, initial)
    if (!this.#swap(slot, place.word, claim)) return undefined
    this.#writeKey(slot, key)
    for (let other = first; other < first + BUCKET; other++) {
      if (other === slot || !this.#isTaken(other, key)) continue
      this.#swap(slot, claim, freeWord(claim))
      return undefined
    }
    const word = confirmWord(claim, initial)
    return this.#swap(slot, claim, word) ? { slot, word, value: initial } : undefined
  }

  /** A free or unused slot. A full bucket evicts the entry with the lowest value: a new subject must not be refused. */
  #place(first: number, unusedUpTo: number): { readonly slot: number; readonly word: number } | undefined {
    let least: { readonly slot: number; readonly word: number } | undefined
    for (let slot = first; slot < first + BUCKET; slot++) {
      const word = this.#read(slot)
      if (readState(word) === 'free' || readValue(word) <= unusedUpTo) return { slot, word }
      if (readState(word) === 'confirmed' && (least === undefined || readValue(word) < readValue(least.word)))
        least = { slot, word }
    }
    return least
  }

  /** True if the slot has the key. A tentative claim is freed: its thread is concurrent, or has died. */
  #isTaken(slot: number, key: Bits64): boolean {
    while (this.#hasKey(slot, key)) {
      const word = this.#read(slot)
      if (readState(word) === 'confirmed') return true
      if (readState(word) === 'free' || this.#swap(slot, word, freeWord(word))) return false
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
