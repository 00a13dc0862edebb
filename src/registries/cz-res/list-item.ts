import { parseDay } from '../../records/date.ts'

/** A code of a list in one edition of it. */
export interface ListItem {
  readonly file: string
  readonly code: string
  readonly text: string
  /** Null where the edition does not state it. */
  readonly validFrom: string | null
  readonly validTo: string | null
}

/** The office writes `9999-09-09` for an open end. */
const OPEN_END = '9999-09-09'

/** `2001-01-01` and `01.01.2001`. */
export function parseListDay(text: string): string | null {
  return parseDay(text.replace(/^(\d{2})\.(\d{2})\.(\d{4})$/, '$3-$2-$1')) ?? null
}

/**
 * Negative if `a` is newer than `b`, two items of one code: an edition that is not called historical, then the later
 * end of validity, then the newer edition by the name of the file, then the later beginning, then within one file the
 * later row, which is `a`. Undefined if nothing of this decides.
 */
export function compareAge(a: ListItem, b: ListItem): number | undefined {
  const isHistorical = editionOf(a.file) === HISTORICAL
  if (isHistorical !== (editionOf(b.file) === HISTORICAL)) return isHistorical ? 1 : -1
  const endA = a.validTo ?? OPEN_END
  const endB = b.validTo ?? OPEN_END
  if (endA !== endB) return endB < endA ? -1 : 1
  const editionA = editionOf(a.file)
  const editionB = editionOf(b.file)
  if (editionA !== editionB) return editionB < editionA ? -1 : 1
  const startsAreKnown = a.validFrom !== null && b.validFrom !== null
  if (startsAreKnown && a.validFrom !== b.validFrom) return b.validFrom < a.validFrom ? -1 : 1
  return a.file === b.file ? -1 : undefined
}

const HISTORICAL = ''
const UNDATED = '9999'

/**
 * Sorts by age: an edition called historical (`cis56_historicky.csv`), then those with a day in their name, then those
 * without.
 */
function editionOf(file: string): string {
  if (/hist/i.test(file)) return HISTORICAL
  const day = /(\d{4})-?(\d{2})-?(\d{2})/.exec(file.replace(/(\d{2})\.(\d{2})\.(\d{4})/, '$3-$2-$1'))
  return day === null ? UNDATED : `${day[1]}${day[2]}${day[3]}`
}
