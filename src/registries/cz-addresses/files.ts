import { parseDay } from '../../records/date.ts'
import { inputErrorAt } from '../../stdx/input-error.ts'
import type { ImportSet, SourceFile } from '../registry.ts'

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

const VFR = 'is RÚIAN in the exchange format VFR; the CSV file is needed'
const OF_HIERARCHY = 'is one table of strukt_ADR; give {YYYYMMDD}_strukt_ADR.csv.zip as it is published'

/** Files that people take for the right one, and what is the matter with each. */
const LOOK_ALIKES: readonly (readonly [RegExp, string])[] = [
  [/^\d{8}_OB_\d+_ADR[._]csv(\.zip)?$/i, 'holds one municipality; the file of the whole state is needed'],
  [/_(UKSH|UZSZ|ZKSH|ZZSZ)\.(xml|gml)(\.(zip|gz))?$/i, VFR],
  [/^\d{8}_(ST|OB|KU|KR|OK)_.*\.(xml|gml)(\.(zip|gz))?$/i, VFR],
  [/^adresni-mista-vazby-cr\.(csv|zip)$/i, `${OF_HIERARCHY}. Only vazby-cr.csv of it is read`],
  [/^vazby-.*\.csv$/i, OF_HIERARCHY],
  [/_ZRUSENA_ADRM|^UI_ZRUSENA/i, 'lists cancelled addresses, which are not read. Leave it out'],
]

const EXPECTED = 'Expected {YYYYMMDD}_OB_ADR_csv.zip with {YYYYMMDD}_strukt_ADR.csv.zip, UI_OKRES.zip and UI_VUSC.zip'

/** Throws an InputError for a file whose name is known to be another one's. */
export function refuseLookAlikes(file: SourceFile): void {
  const known = LOOK_ALIKES.find(([pattern]) => pattern.test(file.name))
  if (known !== undefined) throw inputErrorAt({ file: file.name }, `${known[1]}. ${EXPECTED}`)
}

/** What macOS adds to the zips that it packs: beside each member one of the same name with its attributes. */
export function isMacMetadata(member: string): boolean {
  return /(^|\/)(__MACOSX\/|\._)/.test(member)
}

export function kindOfFile(file: SourceFile): FileKind {
  const kind = KINDS.find(([pattern]) => pattern.test(file.name))
  if (kind !== undefined) return kind[1]
  throw inputErrorAt({ file: file.name }, `is not a file of cz-addresses. ${EXPECTED}`)
}

const LISTS = [
  ['hierarchy', 'strukt_ADR'],
  ['counties', 'UI_OKRES'],
  ['regions', 'UI_VUSC'],
] as const satisfies readonly (readonly [FileKind, string])[]

/** Without them addresses have no codes or names of okres and kraj. */
export function missingLists({ files }: Pick<ImportSet, 'files'>): string[] {
  const kinds = new Set(files.map(kindOfFile))
  return LISTS.filter(([kind]) => !kinds.has(kind)).map(([, name]) => name)
}

/** `20260731_OB_ADR_csv.zip` → `2026-07-31` */
export function dayOfName(file: SourceFile): string {
  const day = parseDay(file.name.replace(/^(\d{4})(\d{2})(\d{2})_.*$/, '$1-$2-$3'))
  if (day === undefined)
    throw inputErrorAt({ file: file.name }, 'the name must begin with the day of the data, YYYYMMDD')
  return day
}
