import type { Seat } from '../../records/company.ts'
import { EMPTY_SEAT } from '../../records/company.ts'
import { arrayField, FieldError, type JsonObject, numberField, objectField, textField } from '../../stdx/json-fields.ts'
import type { Missing } from '../lost-values.ts'
import { addressKeyOf } from './address-key.ts'
import { currentValue, history } from './history.ts'
import { houseNumbers } from './house-numbers.ts'

const WITHIN = 'addresses.'

/** The current address of a record. `missing` counts the lost values. */
export function seatOf(record: JsonObject, missing: Missing): Seat {
  const address = currentValue(history(record, 'addresses', missing))
  if (address === undefined) return EMPTY_SEAT
  const street = textField(address, 'street', WITHIN)
  const municipality = objectField(address, 'municipality', WITHIN)
  const district = objectField(address, 'district', WITHIN)
  const country = objectField(address, 'country', WITHIN)
  const buildingNumber = textField(address, 'buildingNumber', WITHIN)
  const numbers = houseNumbers(registrationNumber(address, missing), buildingNumber, street)
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
    addressId: addressKeyOf(address, missing),
    unstructured: municipalityName === null ? textField(address, 'formatedAddress', WITHIN) : null,
  }
}

/** Zero means that there is no number. */
function registrationNumber(address: JsonObject, missing: Missing): string | null {
  const number = numberField(address, 'regNumber', WITHIN)
  if (number === 0) missing('addresses.regNumber is 0, which means no number')
  if (number === null || number <= 0) return null
  if (!Number.isSafeInteger(number)) throw new FieldError(`${WITHIN}regNumber`, 'is not a whole number')
  return String(number)
}

/** The format allows several codes, though none were observed. The first counts. `040 23` is `04023`. */
function postalCode(address: JsonObject): string | null {
  const [first] = arrayField(address, 'postalCodes', WITHIN)
  const code = textField({ postalCodes: first }, 'postalCodes', WITHIN)
  return code === null ? null : code.replaceAll(' ', '')
}
