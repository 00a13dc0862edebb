import { KeyedTable } from './keyed-table.ts'

/** The units that each subject has used, in memory that all threads of the process share. */
export class UnitCounts {
  readonly #table: KeyedTable

  static make(entries = ENTRIES): UnitCounts {
    return new UnitCounts(KeyedTable.make(entries).memory)
  }

  constructor(memory: SharedArrayBuffer) {
    this.#table = new KeyedTable(memory)
  }

  get memory(): SharedArrayBuffer {
    return this.#table.memory
  }

  /** Counts the units unless the subject would exceed `most`. Concurrent threads never exceed it together. */
  take(subject: string, units: number, most: number): 'taken' | 'spent' {
    const key = this.#table.keyOf(subject)
    for (;;) {
      const entry = this.#table.entry(key, NEW_ENTRY)
      if (most < entry.value + units) return 'spent'
      if (this.#table.change(entry, entry.value + units)) return 'taken'
    }
  }

  /** `units`: negative to give back. */
  add(subject: string, units: number): void {
    const key = this.#table.keyOf(subject)
    for (;;) {
      const entry = this.#table.entry(key, NEW_ENTRY)
      if (this.#table.change(entry, Math.max(0, entry.value + units))) return
    }
  }

  units(subject: string): number {
    return this.#table.find(this.#table.keyOf(subject))?.value ?? 0
  }
}

/** For every account, and every address that uses units in a day; 4 MiB. A full bucket evicts the lowest count. */
const ENTRIES = 2 ** 18

/** No entry is ever unused, so only a full bucket evicts one. */
const NEW_ENTRY = { initial: 0, unusedUpTo: -1 }
