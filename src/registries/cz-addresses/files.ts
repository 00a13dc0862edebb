import { parseDay } from '../../records/date.ts'
import { givenError } from '../../stdx/given-error.ts'
import type { SourceFile } from '../registry.ts'

/** What the name of a file says it is. ČÚZK names its files strictly, and the day of the data stands nowhere else. */
export type FileKind = 'points' | 'hierarchy' | 'counties' | 'regions' | 'other list'

/** The municipality file that has most is that of Praha, 15 MB. A member is unpacked whole, so this is memory. */
export const MEMBER_BYTES_MAX = 64 << 20

const KINDS: readonly (readonly [RegExp, FileKind])[] = [
  [/^\d{8}_OB_ADR_csv\.zip$/i, 'points'],
  [/^\d{8}_strukt_ADR[._]csv\.zip$/i, 'hierarchy'],
  [/^UI_OKRES\.(zip|csv)$/i, 'counties'],
  [/^UI_VUSC\.(zip|csv)$/i, 'regions'],
  [/^(UI|CS)_[A-Z_]+\.(zip|csv)$/i, 'other list'],
]

/** Files that people take for the right one, and what is the matter with each. */
const LOOK_ALIKES: readonly (readonly [RegExp, string])[] = [
  [/^\d{8}_OB_\d+_ADR[._]csv(\.zip)?$/i, 'holds one municipality; the file of the whole state is needed'],
  [/_(UKSH|UZSZ|ZKSH|ZZSZ)\.xml(\.zip)?$/i, 'is RÚIAN in the exchange format VFR; the CSV file is needed'],
]

export function kindOfFile(file: SourceFile): FileKind {
  const kind = KINDS.find(([pattern]) => pattern.test(file.name))
  if (kind !== undefined) return kind[1]
  const known = LOOK_ALIKES.find(([pattern]) => pattern.test(file.name))
  const what = known?.[1] ?? 'is not a file of cz-addresses'
  throw givenError(
    { file: file.name },
    `${what}. Expected {YYYYMMDD}_OB_ADR_csv.zip with {YYYYMMDD}_strukt_ADR.csv.zip, UI_OKRES.zip and UI_VUSC.zip`,
  )
}

/** `20260731_OB_ADR_csv.zip` → `2026-07-31` */
export function dayOfName(file: SourceFile): string {
  const day = parseDay(file.name.replace(/^(\d{4})(\d{2})(\d{2})_.*$/, '$1-$2-$3'))
  if (day === undefined) throw givenError({ file: file.name }, 'the name must begin with the day of the data, YYYYMMDD')
  return day
}
