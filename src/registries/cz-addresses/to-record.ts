import type { Address } from '../../records/address.ts'
import { parseDay } from '../../records/date.ts'
import type { Columns } from '../../stdx/columns.ts'
import { isDigits } from '../../stdx/digits.ts'
import { RowProblem, shown } from '../../stdx/row-problem.ts'
import type { Place } from './places.ts'
import type { PointColumn } from './points-zip.ts'
import { toWgs84, type Wgs84 } from './to-wgs84.ts'

/** Czechia with a margin. Swapped axes land in Germany without any error from the transformation, so this is what finds them. */
const LATITUDE = { min: 48, max: 51.5 }
const LONGITUDE = { min: 12, max: 19 }

/** One row of a municipality file, its okres and kraj already looked up. */
export function toAddress(fields: readonly string[], at: Columns<PointColumn>, place: Place): Address | RowProblem {
  const municipality = fields[at['Název obce']]!
  if (municipality === '') return new RowProblem('Název obce', 'is empty; an address needs its municipality')
  const type = fields[at['Typ SO']]!
  if (type !== 'č.p.' && type !== 'č.ev.')
    return new RowProblem('Typ SO', `is ${shown(type)}; č.p. or č.ev. is expected`)
  const houseNumber = orNull(fields[at['Číslo domovní']]!)
  if (houseNumber !== null && !isDigits(houseNumber)) return notANumber('Číslo domovní', houseNumber)
  const orientationNumber = orNull(fields[at['Číslo orientační']]!)
  if (orientationNumber !== null && !isDigits(orientationNumber))
    return notANumber('Číslo orientační', orientationNumber)
  const postalCode = orNull(fields[at.PSČ]!)
  if (postalCode !== null && !(postalCode.length === 5 && isDigits(postalCode))) {
    return new RowProblem('PSČ', `is ${shown(postalCode)}; five digits are expected`)
  }
  const validFrom = toDay(fields[at['Platí Od']]!)
  if (validFrom === undefined) {
    return new RowProblem('Platí Od', `is ${shown(fields[at['Platí Od']]!)}; YYYY-MM-DDThh:mm:ss is expected`)
  }
  const point = toPoint(fields[at['Souřadnice Y']]!, fields[at['Souřadnice X']]!)
  if (point instanceof RowProblem) return point
  return {
    country: 'cz',
    street: orNull(fields[at['Název ulice']]!),
    streetId: orNull(fields[at['Kód ulice']]!),
    municipality,
    municipalityCode: orNull(fields[at['Kód obce']]!),
    municipalityPart: orNull(fields[at['Název části obce']]!),
    municipalityPartCode: orNull(fields[at['Kód části obce']]!),
    postalCode,
    registrationNumber: type === 'č.p.' ? houseNumber : null,
    evidenceNumber: type === 'č.ev.' ? houseNumber : null,
    houseNumber,
    houseNumberType: type,
    orientationNumber,
    orientationLetter: orNull(fields[at['Znak čísla orientačního']]!),
    district: orNull(fields[at['Název MOMC']]!),
    districtCode: orNull(fields[at['Kód MOMC']]!),
    postalDistrict: orNull(fields[at['Název obvodu Prahy']]!),
    county: place.county,
    countyCode: place.countyCode,
    region: place.region,
    regionCode: place.regionCode,
    latitude: point === null ? null : point.latitude,
    longitude: point === null ? null : point.longitude,
    validFrom,
  }
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}

function notANumber(field: PointColumn, text: string): RowProblem {
  return new RowProblem(field, `is ${shown(text)}; digits are expected`)
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
  return new RowProblem(field, `is ${shown(text)}; positive metres with a decimal dot are expected`)
}
