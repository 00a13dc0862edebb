import type { Address } from '../../records/address.ts'
import { parseDay } from '../../records/date.ts'
import { isPlaceholderDay, placeholderLabel } from '../../records/unknown-day.ts'
import type { Columns } from '../../stdx/columns.ts'
import { isDigits } from '../../stdx/digits.ts'
import { textValue } from '../../stdx/json-fields.ts'
import { quoteValue, RowProblem, readOrProblem } from '../../stdx/row-problem.ts'
import { type Missing, parsePostalCode } from '../lost-values.ts'
import type { Place } from './places.ts'
import type { PointColumn } from './points-zip.ts'
import { toWgs84, type Wgs84 } from './to-wgs84.ts'

/**
 * Czechia with a margin. Swapped axes land in Germany without any error from the transformation, so this is what finds
 * them.
 */
const LATITUDE = { min: 48, max: 51.5 }
const LONGITUDE = { min: 12, max: 19 }

/** The text of a column; null if it is blank. */
type Get = (column: PointColumn) => string | null

/** One row of a municipality file, its okres and kraj already looked up. */
export function toAddress(
  fields: readonly string[],
  at: Columns<PointColumn>,
  place: Place,
  missing: Missing,
): Address | RowProblem {
  const get: Get = (column) => textValue(fields[at[column]] ?? '', column)
  return readOrProblem(() => toAddressOrThrow(get, place, missing))
}

function toAddressOrThrow(get: Get, place: Place, missing: Missing): Address | RowProblem {
  const municipality = get('Název obce')
  if (municipality === null) return new RowProblem('Název obce', 'is empty; an address needs its municipality')
  const type = get('Typ SO')
  if (type !== 'č.p.' && type !== 'č.ev.') {
    return new RowProblem('Typ SO', `is ${quoteValue(type ?? '')}; č.p. or č.ev. is expected`)
  }
  const published = get('Číslo domovní')
  if (published === null) return new RowProblem('Číslo domovní', 'is empty; an address needs its number')
  if (!isDigits(published)) return notANumber('Číslo domovní', published)
  const houseNumber = Number(published) === 0 ? null : published
  const orientationNumber = get('Číslo orientační')
  if (orientationNumber !== null && !isDigits(orientationNumber)) {
    return notANumber('Číslo orientační', orientationNumber)
  }
  if (houseNumber === null && orientationNumber === null) {
    return new RowProblem('Číslo domovní', 'is 0, which means no number; an address needs its number')
  }
  // Every point has one. With a space in it as letters write it, it is one too.
  const postalCode = parsePostalCode(get('PSČ') ?? '')
  if (postalCode === undefined) {
    return new RowProblem('PSČ', `is ${quoteValue(get('PSČ') ?? '')}; five digits are expected`)
  }
  const since = get('Platí Od') ?? ''
  const validFrom = toDay(since)
  if (validFrom === undefined) {
    return new RowProblem('Platí Od', `is ${quoteValue(since)}; YYYY-MM-DDThh:mm:ss is expected`)
  }
  const point = toPoint(get('Souřadnice Y') ?? '', get('Souřadnice X') ?? '')
  if (point instanceof RowProblem) return point
  const startIsUnknown = validFrom !== null && isPlaceholderDay(validFrom)
  if (startIsUnknown) missing(placeholderLabel('Platí Od', validFrom))
  if (houseNumber === null) missing('Číslo domovní is 0, which means no number')
  return {
    country: 'cz',
    street: get('Název ulice'),
    streetId: get('Kód ulice'),
    municipality,
    municipalityCode: get('Kód obce'),
    municipalityPart: get('Název části obce'),
    municipalityPartCode: get('Kód části obce'),
    postalCode,
    registrationNumber: type === 'č.p.' ? houseNumber : null,
    evidenceNumber: type === 'č.ev.' ? houseNumber : null,
    houseNumber,
    houseNumberType: houseNumber === null ? null : type,
    orientationNumber,
    orientationLetter: get('Znak čísla orientačního'),
    district: get('Název MOMC'),
    districtCode: get('Kód MOMC'),
    postalDistrict: get('Název obvodu Prahy'),
    county: place.county,
    countyCode: place.countyCode,
    region: place.region,
    regionCode: place.regionCode,
    latitude: point === null ? null : point.latitude,
    longitude: point === null ? null : point.longitude,
    validFrom: startIsUnknown ? null : validFrom,
  }
}

function notANumber(field: PointColumn, text: string): RowProblem {
  return new RowProblem(field, `is ${quoteValue(text)}; digits are expected`)
}

/** `2013-12-01T00:00:00` → `2013-12-01`; empty: null. */
function toDay(text: string): string | null | undefined {
  if (text === '') return null
  if (text.length !== 10 && text[10] !== 'T') return undefined
  return parseDay(text.slice(0, 10))
}

function toPoint(yText: string, xText: string): Wgs84 | null | RowProblem {
  if (yText === '' && xText === '') return null
  if (yText === '') return new RowProblem('Souřadnice Y', 'is empty while Souřadnice X is given')
  if (xText === '') return new RowProblem('Souřadnice X', 'is empty while Souřadnice Y is given')
  const y = Number(yText)
  const x = Number(xText)
  if (!(0 < y && y < 1e7)) return notMetres('Souřadnice Y', yText)
  if (!(0 < x && x < 1e7)) return notMetres('Souřadnice X', xText)
  const point = toWgs84(y, x)
  if (!(LONGITUDE.min <= point.longitude && point.longitude <= LONGITUDE.max)) {
    return new RowProblem(
      'Souřadnice Y',
      `is ${yText}, with X ${xText} at longitude ${point.longitude}: not in Czechia`,
    )
  }
  if (!(LATITUDE.min <= point.latitude && point.latitude <= LATITUDE.max)) {
    return new RowProblem('Souřadnice X', `is ${xText}, with Y ${yText} at latitude ${point.latitude}: not in Czechia`)
  }
  return point
}

function notMetres(field: PointColumn, text: string): RowProblem {
  return new RowProblem(field, `is ${quoteValue(text)}; positive metres with a decimal dot are expected`)
}
