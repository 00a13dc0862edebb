import { readFile } from 'node:fs/promises'
import { splitCsvRow } from '../../stdx/csv.ts'
import { readCsvTable, type TableRow } from '../../stdx/csv-table.ts'
import { type InputError, inputErrorAt } from '../../stdx/input-error.ts'
import { openZip } from '../../stdx/zip.ts'
import { attempt } from '../refuse-wrong-file.ts'
import type { RowSink, SourceFile } from '../registry.ts'
import { isMacMetadata, kindOfFile } from './files.ts'

/** The okres and kraj of a část obce. */
export interface Place {
  readonly county: string | null
  readonly countyCode: string | null
  readonly region: string | null
  readonly regionCode: string | null
  /** What could not be found; counted for each row that needed it. */
  readonly missing: readonly string[]
}

/** By Kód části obce: the one unit that lies in one okres and that each address names. */
export interface Places {
  readonly byPart: ReadonlyMap<string, Place>
  /** The place of a part that is not among them, with the reason. */
  readonly unknown: Place
}

export function unknownPlace(why: string): Place {
  return { county: null, countyCode: null, region: null, regionCode: null, missing: [`okres and kraj: ${why}`] }
}

const LIST_BYTES_MAX = 64 << 20
const HIERARCHY = [
  'COBCE_KOD',
  'OBEC_KOD',
  'POU_KOD',
  'ORP_KOD',
  'OKRES_KOD',
  'VUSC_KOD',
  'REGSOUDR_KOD',
  'STAT_KOD',
] as const
const COUNTIES = [
  'KOD',
  'NAZEV',
  'VUSC_KOD',
  'KRAJ_1960_KOD',
  'NUTS_LAU',
  'PLATI_OD',
  'PLATI_DO',
  'DATUM_VZNIKU',
] as const
const REGIONS = ['KOD', 'NAZEV', 'REGSOUDR_KOD', 'NUTS_LAU', 'PLATI_OD', 'PLATI_DO', 'DATUM_VZNIKU'] as const

interface List<Column extends string> {
  /** Its name in the zip. */
  readonly member: RegExp
  readonly required: readonly Column[]
}

const LISTS = {
  hierarchy: { member: /(^|\/)vazby-cr\.csv$/i, required: HIERARCHY },
  counties: { member: /\.csv$/i, required: COUNTIES },
  regions: { member: /\.csv$/i, required: REGIONS },
} as const

/**
 * Reads the lists among the files and tells the sink of their bytes: another list makes other records of the same rows.
 */
export async function readPlaces(files: readonly SourceFile[], sink: RowSink): Promise<Places> {
  const lists = new Map(files.map((file) => [kindOfFile(file), file]))
  const hierarchy = await readList(lists.get('hierarchy'), LISTS.hierarchy, sink)
  const counties = lists.has('counties')
    ? namesByCode(await readList(lists.get('counties'), LISTS.counties, sink))
    : undefined
  const regions = lists.has('regions')
    ? namesByCode(await readList(lists.get('regions'), LISTS.regions, sink))
    : undefined
  for (const file of files) if (kindOfFile(file) === 'other list') sink.progress(file.bytes)
  const byPart = new Map(
    hierarchy.map((row) => [row('COBCE_KOD'), placeOf(row('OKRES_KOD'), row('VUSC_KOD'), counties, regions)]),
  )
  const why = lists.has('hierarchy') ? 'část obce not in strukt_ADR' : 'strukt_ADR was not given'
  return { byPart, unknown: unknownPlace(why) }
}

/** Names by code; undefined if the list was not given. */
type Names = ReadonlyMap<string, string> | undefined

/** Praha has no okres: an empty code there is no loss. */
function placeOf(countyCode: string, regionCode: string, counties: Names, regions: Names): Place {
  const county = counties?.get(countyCode) ?? null
  const region = regions?.get(regionCode) ?? null
  const missing: string[] = []
  if (county === null && countyCode !== '') {
    missing.push(counties === undefined ? 'name of okres: UI_OKRES was not given' : 'okres code without a name')
  }
  if (region === null) missing.push(missingRegion(regionCode, regions))
  return { county, countyCode: countyCode || null, region, regionCode: regionCode || null, missing }
}

function missingRegion(code: string, regions: Names): string {
  if (code === '') return 'kraj code'
  return regions === undefined ? 'name of kraj: UI_VUSC was not given' : 'kraj code without a name'
}

/** Names of today: a row with PLATI_DO tells of the past. */
function namesByCode(rows: readonly TableRow<'KOD' | 'NAZEV' | 'PLATI_DO'>[]): ReadonlyMap<string, string> {
  return new Map(rows.filter((row) => row('PLATI_DO') === '').map((row) => [row('KOD'), row('NAZEV')]))
}

/** A list is small and read whole; zipped or not. No file: no rows. */
async function readList<Column extends string>(
  file: SourceFile | undefined,
  { member, required }: List<Column>,
  sink: RowSink,
): Promise<TableRow<Column>[]> {
  if (file === undefined) return []
  const faults = { fault: (fault: InputError) => sink.fault(fault) }
  const rows = await attempt(faults, async () => {
    const { name, bytes } = await listBytes(file, member)
    sink.dependsOn(bytes)
    return await readCsvTable(bytes, { file: name, delimiter: ';', required, ...faults })
  })
  sink.progress(file.bytes)
  return rows ?? []
}

/** The header of a list, and what is expected of it. */
export async function listHeader(file: SourceFile, kind: keyof typeof LISTS) {
  const { member, required } = LISTS[kind]
  const { bytes } = await listBytes(file, member)
  const newline = bytes.indexOf(10)
  const header = bytes.toString('latin1', 0, newline < 0 ? bytes.length : newline).replace('\u00ef\u00bb\u00bf', '')
  return {
    header: splitCsvRow(header.trimEnd(), ';'),
    rules: { required },
    member: /\.zip$/i.test(file.name) ? member : null,
  }
}

async function listBytes(file: SourceFile, member: RegExp): Promise<{ name: string; bytes: Buffer }> {
  if (!/\.zip$/i.test(file.name)) {
    if (LIST_BYTES_MAX < file.bytes) throw inputErrorAt({ file: file.name }, 'is too large for a code list')
    return { name: file.name, bytes: await readFile(file.path) }
  }
  await using zip = await openZip(file.path, { file: file.name, memberBytesMax: LIST_BYTES_MAX })
  const fitting = zip.members.filter((one) => member.test(one.name) && !isMacMetadata(one.name))
  if (fitting.length !== 1) {
    const found = zip.members.map((one) => one.name).join(', ')
    throw inputErrorAt({ file: file.name }, `should hold one CSV file of its kind; it holds ${found || 'nothing'}`)
  }
  return { name: `${file.name}/${fitting[0]!.name}`, bytes: await zip.read(fitting[0]!) }
}
