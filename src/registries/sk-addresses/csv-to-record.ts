import type { Columns } from '../../stdx/columns.ts'
import { FieldError, textValue } from '../../stdx/json-fields.ts'
import { quoteValue } from '../../stdx/row-problem.ts'
import type { Missing } from '../lost-values.ts'
import { type AddressOutcome, NO_HOUSE_NUMBER } from './outcome.ts'
import { boundsOf, isInside, parseKey, readHouse } from './parse-values.ts'

export const CSV_COLUMNS = [
  'IDENTIFIKATOR',
  'KRAJ',
  'OKRES',
  'OBEC',
  'CAST_OBCE',
  'ULICA',
  'SUPISNE_CISLO',
  'ORIENTACNE_CISLO_CELE',
  'PSC',
  'ADRBOD_X',
  'ADRBOD_Y',
] as const

/** An older form of the file, with commas, has these too. */
export const CSV_COLUMNS_ONCE = ['_id', 'CHANGEDAT', 'municipalityCode'] as const

export const CSV_RULES = { required: CSV_COLUMNS, optional: CSV_COLUMNS_ONCE } as const

export type CsvColumn = (typeof CSV_COLUMNS)[number] | (typeof CSV_COLUMNS_ONCE)[number]

/** A row of the national CSV, which knows places by their names alone: codes come from elsewhere, later. */
export function csvToRecord(fields: readonly string[], columns: Columns<CsvColumn>): AddressOutcome {
  const published = fields[columns.IDENTIFIKATOR] ?? ''
  try {
    return toOutcome((column) => textValue(fields[columns[column]] ?? '', column))
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    return {
      outcome: 'reject',
      key: published === '' ? null : published.slice(0, 40),
      field: error.field,
      reason: error.reason,
    }
  }
}

function toOutcome(get: (column: CsvColumn) => string | null): AddressOutcome {
  const lost: string[] = []
  const missing: Missing = (label) => lost.push(label)
  const key = parseKey(get('IDENTIFIKATOR') ?? '', 'IDENTIFIKATOR', missing)
  const municipality = get('OBEC')
  if (municipality === null) throw new FieldError('OBEC', 'is empty')
  const house = readHouse(get, HOUSE, missing)
  if (house === undefined) return NO_HOUSE_NUMBER
  const codeText = get('municipalityCode')
  const municipalityCode = codeText === null ? null : parseMunicipalityCode(codeText)
  if (municipalityCode === undefined) missing('municipalityCode is not a code of LAU2')
  return {
    outcome: 'record',
    key,
    missing: lost,
    address: {
      country: 'sk',
      street: get('ULICA'),
      streetId: null,
      municipality,
      municipalityCode: municipalityCode ?? null,
      municipalityPart: get('CAST_OBCE'),
      municipalityPartCode: null,
      ...house,
      county: get('OKRES'),
      countyCode: municipalityCode?.slice(0, 6) ?? null,
      region: get('KRAJ'),
      regionCode: municipalityCode?.slice(0, 5) ?? null,
      ...coordinates(get('ADRBOD_X'), get('ADRBOD_Y')),
      validFrom: null,
    },
  }
}

const HOUSE = {
  registration: 'SUPISNE_CISLO',
  orientation: 'ORIENTACNE_CISLO_CELE',
  postalCode: 'PSC',
  absent: 'empty',
} as const

/** X is the longitude, Y the latitude: both, or the point was not measured. */
function coordinates(x: string | null, y: string | null): { latitude: number | null; longitude: number | null } {
  if (x === null && y === null) return { latitude: null, longitude: null }
  if (x === null) throw new FieldError('ADRBOD_X', 'is empty, but ADRBOD_Y is not')
  if (y === null) throw new FieldError('ADRBOD_Y', 'is empty, but ADRBOD_X is not')
  return { latitude: degrees(y, 'ADRBOD_Y', 'latitude'), longitude: degrees(x, 'ADRBOD_X', 'longitude') }
}

/** With a decimal comma as published, or with a point as programs write that have read it. */
function degrees(published: string, column: CsvColumn, axis: 'latitude' | 'longitude'): number {
  const value = /^[0-9]+([,.][0-9]+)?$/.test(published) ? Number(published.replace(',', '.')) : Number.NaN
  if (isInside(axis, value)) return value
  throw new FieldError(column, `is ${quoteValue(published)}; ${boundsOf(axis)}`)
}

/** `SK0102529320`: region (five characters) in county (six) in municipality. */
function parseMunicipalityCode(code: string): string | undefined {
  return /^SK[0-9]{3}[0-9A-Z][0-9]{6}$/.test(code) ? code : undefined
}
