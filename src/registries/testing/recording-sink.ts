import type { Address } from '../../records/address.ts'
import type { Company } from '../../records/company.ts'
import type { EndDay } from '../../records/unknown-day.ts'
import type { Reject, RowSink } from '../registry.ts'

export interface Recording {
  readonly sink: RowSink
  readonly records: Map<number, Company | Address>
  readonly endings: Map<number, EndDay>
  readonly skipped: Map<string, number>
  /** Keys of rows that said that their record is none. */
  readonly gone: number[]
  readonly rejects: Reject[]
  readonly missing: Map<string, number>
  /** The bytes by which each row would be known again, as text. */
  readonly rows: string[]
}

/**
 * A sink that keeps everything: what a reader does can be looked at without a catalog. Rows listed in `known` count as
 * known.
 */
export function recordingSink(known: ReadonlySet<string> = new Set()): Recording {
  const recording = {
    records: new Map<number, Company | Address>(),
    endings: new Map<number, EndDay>(),
    skipped: new Map<string, number>(),
    gone: [] as number[],
    rejects: [] as Reject[],
    missing: new Map<string, number>(),
    rows: [] as string[],
  }
  const count = (counts: Map<string, number>, label: string) => counts.set(label, (counts.get(label) ?? 0) + 1)
  const sink: RowSink = {
    openFile() {},
    isKnown(row) {
      const text = Buffer.from(row).toString('latin1')
      recording.rows.push(text)
      return known.has(text)
    },
    dependsOn() {},
    record: (key, record) => void recording.records.set(key, record),
    ending: (key, endedOn) => void recording.endings.set(key, endedOn),
    skip: (reason) => void count(recording.skipped, reason),
    gone: (reason, key) => {
      count(recording.skipped, reason)
      recording.gone.push(key)
    },
    reject: (reject) => void recording.rejects.push(reject),
    fault(fault) {
      throw fault
    },
    missing: (label) => void count(recording.missing, label),
    progress() {},
    drain: async () => {},
  }
  return { sink, ...recording }
}
