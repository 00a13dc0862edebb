import type { Seat } from '../../records/company.ts'
import { EMPTY_SEAT } from '../../records/company.ts'
import { splitOrientationNumber } from '../../records/house-number.ts'
import { arrayField, FieldError, type JsonObject, numberField, objectField, textField } from '../../stdx/json-fields.ts'
import { currentValue, history } from './history.ts'

const WITHIN = 'addresses.'

/** The current address of a record. */
export function seatOf(record: JsonObject): Seat {
  const address = currentValue(history(record, 'addresses'))
  if (address === undefined) return EMPTY_SEAT
  const street = textField(address, 'street', WITHIN)
  const municipality = objectField(address, 'municipality', WITHIN)
  const district = objectField(address, 'district', WITHIN)
  const country = objectField(address, 'country', WITHIN)
  const buildingNumber = textField(address, 'buildingNumber', WITHIN)
  const numbers = houseNumbers(registrationNumber(address), buildingNumber, street)
  const municipalityName = municipality && textField(municipality, 'value', `${WITHIN}municipality.`)
  return {
    street,
    municipality: municipalityName,
    municipalityCode: municipality && textField(municipality, 'code', `${WITHIN}municipality.`),
    municipalityPart: district && textField(district, 'value', `${WITHIN}district.`),
    registrationNumber: numbers.registration,
    evidenceNumber: null,
    orientationNumber: numbers.orientation,
    orientationLetter: numbers.letter,
    buildingNumber,
    postalCode: postalCode(address),
    country: country && textField(country, 'value', `${WITHIN}country.`),
    countryCode: country && textField(country, 'code', `${WITHIN}country.`),
    addressId: null,
    unstructured: municipalityName === null ? textField(address, 'formatedAddress', WITHIN) : null,
  }
}

interface HouseNumbers {
  readonly registration: string | null
  readonly orientation: string | null
  readonly letter: string | null
}

/**
 * `215` with `14`, or no number with `1143/79`: the number of the building in the municipality, then the number in the street. A single
 * `buildingNumber` is taken for the one in the street if there is a street or the other number is known; in a village it may be either.
 */
function houseNumbers(registration: string | null, building: string | null, street: string | null): HouseNumbers {
  if (building === null) return { registration, orientation: null, letter: null }
  const slash = building.indexOf('/')
  if (slash < 0 && registration === null && street === null) {
    return { registration: null, orientation: null, letter: null }
  }
  const { number, letter } = splitOrientationNumber(building.slice(slash + 1))
  const before = slash < 0 ? '' : building.slice(0, slash).trim()
  return { registration: registration ?? (before === '' ? null : before), orientation: number, letter }
}

/** Zero says that there is none. */
function registrationNumber(address: JsonObject): string | null {
  const number = numberField(address, 'regNumber', WITHIN)
  if (number === null || number <= 0) return null
  if (!Number.isSafeInteger(number)) throw new FieldError(`${WITHIN}regNumber`, 'is not a whole number')
  return String(number)
}

/** Several are possible, though nobody saw them; the first counts. `040 23` is `04023`. */
function postalCode(address: JsonObject): string | null {
  const [first] = arrayField(address, 'postalCodes', WITHIN)
  const code = textField({ postalCodes: first }, 'postalCodes', WITHIN)
  return code === null ? null : code.replaceAll(' ', '')
}
