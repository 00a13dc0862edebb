import { assert } from '../../stdx/assert.ts'

/**
 * The units that may be sold at this moment, in memory that all threads of a node share: a slot per account, holding what is free of the node's grant.
 * Tellers take from a slot by one compare-and-exchange; only the bookkeeper fills one. What a slot says besides (grant, end of the month) is written while
 * the slot is empty and under a new generation, so whoever took units from a generation has read what belongs to it.
 *
 *     header   offset of the ledger's clock · floor of it · open? · ceiling of it · nodes
 *     slots    word: generation (9 bits) | free units (22 bits) · low? · low water · period · end of period · grant
 *     flights  per teller and slot: the units it has taken and not yet given back or sent on
 */
export class Till {
  readonly memory: SharedArrayBuffer
  readonly #ints: Int32Array
  readonly #floats: Float64Array
  readonly slots: number

  static make({ slots, tellers }: { slots: number; tellers: number }): Till {
    const bytes = HEADER_BYTES + slots * SLOT_BYTES + tellers * slots * 4
    const memory = new SharedArrayBuffer(Math.ceil(bytes / 8) * 8)
    new Int32Array(memory)[SLOTS_INT] = slots
    new Float64Array(memory)[CEILING_FLOAT] = Number.POSITIVE_INFINITY
    new Int32Array(memory)[NODES_INT] = 1
    return new Till(memory)
  }

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory
    this.#ints = new Int32Array(memory)
    this.#floats = new Float64Array(memory)
    this.slots = this.#ints[SLOTS_INT]!
  }

  // What tellers do

  /** The ledger's time: the database's clock, carried on by the monotonic one; it never goes back. */
  ledgerMs(monotonicMs: number): number {
    const goesOnMs = Math.min(this.#floats[CEILING_FLOAT]!, monotonicMs + this.#floats[OFFSET_FLOAT]!)
    return Math.max(this.#floats[FLOOR_FLOAT]!, goesOnMs)
  }

  get isOpen(): boolean {
    return Atomics.load(this.#ints, OPEN_INT) === 1
  }

  /** How many nodes sell from the same books, this one among them, as the last heartbeat heard. */
  get nodes(): number {
    return Atomics.load(this.#ints, NODES_INT)
  }

  /** Takes units, if so many are free and their month has not ended. */
  take(slot: number, units: number, ledgerMs: number): Taken | undefined {
    const at = slotInt(slot)
    for (;;) {
      const word = Atomics.load(this.#ints, at)
      const free = word & FREE_MAX
      if (free < units) return undefined
      const endsAtMs = this.#floats[(at >> 1) + ENDS_FLOAT]!
      const grant = this.#floats[(at >> 1) + GRANT_FLOAT]!
      const period = this.#ints[at + PERIOD_INT]!
      if (endsAtMs <= ledgerMs) return undefined
      if (Atomics.compareExchange(this.#ints, at, word, word - units) !== word) continue
      const isLow = free - units < this.#ints[at + LOW_WATER_INT]!
      return { grant, generation: word >>> FREE_BITS, period, endsAtMs, left: free - units, isLow }
    }
  }

  /** Puts units back that were taken from this generation; not if it has passed: then its bookkeeper must be told. */
  giveBack(slot: number, generation: number, units: number): 'given' | 'passed' {
    const at = slotInt(slot)
    for (;;) {
      const word = Atomics.load(this.#ints, at)
      if (word >>> FREE_BITS !== generation) return 'passed'
      if (Atomics.compareExchange(this.#ints, at, word, word + units) === word) return 'given'
    }
  }

  free(slot: number): number {
    return Atomics.load(this.#ints, slotInt(slot)) & FREE_MAX
  }

  /** The first to see a slot run low tells the bookkeeper. */
  claimLow(slot: number): 'first' | 'told' {
    return Atomics.compareExchange(this.#ints, slotInt(slot) + LOW_INT, 0, 1) === 0 ? 'first' : 'told'
  }

  addInFlight(teller: number, slot: number, units: number): void {
    Atomics.add(this.#ints, this.#flightInt(teller, slot), units)
  }

  // What the bookkeeper does

  setClock(clock: { offsetMs: number; floorMs: number; ceilingMs: number }): void {
    // The floor first: a thread that reads between them must not see time go back.
    this.#floats[FLOOR_FLOAT] = clock.floorMs
    this.#floats[CEILING_FLOAT] = clock.ceilingMs
    this.#floats[OFFSET_FLOAT] = clock.offsetMs
  }

  setOpen(state: 'open' | 'shut'): void {
    Atomics.store(this.#ints, OPEN_INT, state === 'open' ? 1 : 0)
  }

  setNodes(nodes: number): void {
    Atomics.store(this.#ints, NODES_INT, nodes)
  }

  /** Begins a generation for a grant, with nothing free yet. */
  load(slot: number, contents: SlotContents): number {
    const at = slotInt(slot)
    assert(this.free(slot) === 0, 'a slot is emptied before it is loaded')
    this.#floats[(at >> 1) + ENDS_FLOAT] = contents.endsAtMs
    this.#floats[(at >> 1) + GRANT_FLOAT] = contents.grant
    this.#ints[at + PERIOD_INT] = contents.period
    return this.#nextGeneration(at).generation
  }

  add(slot: number, units: number): void {
    assert(0 <= units && this.free(slot) + units <= FREE_MAX, 'a slot has room for its grant')
    Atomics.add(this.#ints, slotInt(slot), units)
  }

  /** Below it a slot is low, which is told once. */
  setLowWater(slot: number, units: number): void {
    const at = slotInt(slot)
    this.#ints[at + LOW_WATER_INT] = units
    Atomics.store(this.#ints, at + LOW_INT, 0)
  }

  /** Takes all that is free. The generation stays: what is in flight may still come back to it. */
  empty(slot: number): number {
    const at = slotInt(slot)
    for (;;) {
      const word = Atomics.load(this.#ints, at)
      if (Atomics.compareExchange(this.#ints, at, word, word & ~FREE_MAX) === word) return word & FREE_MAX
    }
  }

  /** Ends the generation: what was free is the bookkeeper's, and what is in flight will be reported to him. */
  shut(slot: number): number {
    return this.#nextGeneration(slotInt(slot)).free
  }

  inFlight(teller: number, slot: number): number {
    return Atomics.load(this.#ints, this.#flightInt(teller, slot))
  }

  clearInFlight(teller: number, slot: number): number {
    return Atomics.exchange(this.#ints, this.#flightInt(teller, slot), 0)
  }

  #nextGeneration(at: number): { generation: number; free: number } {
    for (;;) {
      const word = Atomics.load(this.#ints, at)
      const generation = ((word >>> FREE_BITS) + 1) % GENERATIONS
      if (Atomics.compareExchange(this.#ints, at, word, generation << FREE_BITS) === word) {
        return { generation, free: word & FREE_MAX }
      }
    }
  }

  #flightInt(teller: number, slot: number): number {
    return (HEADER_BYTES + this.slots * SLOT_BYTES) / 4 + teller * this.slots + slot
  }
}

export interface Taken {
  readonly grant: number
  readonly generation: number
  /** 202611 */
  readonly period: number
  readonly endsAtMs: number
  readonly left: number
  readonly isLow: boolean
}

export interface SlotContents {
  readonly grant: number
  readonly period: number
  readonly endsAtMs: number
}

const HEADER_BYTES = 64
const OFFSET_FLOAT = 0
const FLOOR_FLOAT = 1
const OPEN_INT = 4
const SLOTS_INT = 5
const CEILING_FLOAT = 3
const NODES_INT = 8

const SLOT_BYTES = 32
const LOW_INT = 1
const LOW_WATER_INT = 2
const PERIOD_INT = 3
const ENDS_FLOAT = 2
const GRANT_FLOAT = 3

const FREE_BITS = 22
/** The most that can be free in a slot: four million units. */
export const FREE_MAX = 2 ** FREE_BITS - 1
/** A thread that sleeps between reading a word and exchanging it would have to sleep through so many grants to be deceived. */
const GENERATIONS = 2 ** 9

function slotInt(slot: number): number {
  return (HEADER_BYTES + slot * SLOT_BYTES) / 4
}
