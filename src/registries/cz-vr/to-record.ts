import type { Company, Seat } from '../../records/company.ts'
import { parseDay } from '../../records/date.ts'
import { splitOrientationNumber } from '../../records/house-number.ts'
import type { Ico } from '../../records/ico.ts'
import { type EndDay, isPlaceholderDay, ON_UNKNOWN_DAY, placeholderLabel, toEndDay } from '../../records/unknown-day.ts'
import { isDigits } from '../../stdx/digits.ts'
import { TEXT_LENGTH_MAX } from '../../stdx/json-fields.ts'
import { RowProblem } from '../../stdx/row-problem.ts'
import { isNaturalPerson } from '../cz-res/legal-forms.ts'
import type { BasicData, BasicField } from './basic-data.ts'
import { townOfText } from './text-seat.ts'

const CZECHIA = '203'

/** Counts lost values by label. */
type Missing = (label: string) => void

/** Reasons never quote a value: it may be a person's. */
export function toCompany(ico: Ico, data: BasicData, missing: Missing): Company | RowProblem {
  for (const [field, value] of data) {
    if (TEXT_LENGTH_MAX < value.length) return new RowProblem(field, `has more than ${TEXT_LENGTH_MAX} characters`)
  }
  const name = data.get('ObchodniFirma')
  if (name === undefined) return new RowProblem('ObchodniFirma', 'is missing; a company needs its name')
  const founded = toKnownDay(data, 'DatumVzniku', missing)
  if (founded instanceof RowProblem) return founded
  const entered = toKnownDay(data, 'DatumZapisu', missing)
  if (entered instanceof RowProblem) return entered
  const deleted = toEnd(data, 'DatumVymazu', missing)
  if (deleted instanceof RowProblem) return deleted
  const seat = toSeat(data, missing)
  if (seat instanceof RowProblem) return seat
  const form = data.get('Kod_PF') ?? null
  const formName = data.get('Nazev_PF') ?? null
  const register = data.get('Rejstrik')
  return {
    country: 'cz',
    ico,
    name,
    otherNames: [],
    naturalPerson: form !== null && isNaturalPerson(form),
    establishedOn: founded ?? entered,
    dissolvedOn: deleted,
    legalForm: form === null && formName === null ? null : { code: form, name: formName, codelist: null },
    legalStatus: null,
    register: register === undefined ? null : { code: register, name: null, codelist: null },
    registerOffice: null,
    registerNumber: null,
    size: null,
    seat,
    updatedOn: null,
  }
}

/** A day may carry the zone that XML allows: `1996-01-16+01:00`. */
function toDay(data: BasicData, field: BasicField): string | null | RowProblem {
  const text = data.get(field)
  if (text === undefined) return null
  const day = /^.{10}(Z|[+-]\d\d:\d\d)?$/.test(text) ? parseDay(text.slice(0, 10)) : undefined
  return day ?? new RowProblem(field, 'is not a day; YYYY-MM-DD is expected')
}

function toKnownDay(data: BasicData, field: BasicField, missing: Missing): string | null | RowProblem {
  const day = toDay(data, field)
  if (typeof day !== 'string' || !isPlaceholderDay(day)) return day
  missing(placeholderLabel(field, day))
  return null
}

function toEnd(data: BasicData, field: BasicField, missing: Missing): EndDay | null | RowProblem {
  const day = toDay(data, field)
  if (typeof day !== 'string') return day
  const end = toEndDay(day)
  if (end === ON_UNKNOWN_DAY) missing(placeholderLabel(field, day))
  return end
}

/** `text` is the whole address if the register has no parts of it, mostly abroad. */
function toSeat(data: BasicData, missing: Missing): Seat | RowProblem {
  const value = (field: BasicField): string | null => data.get(field) ?? null
  const addressId = value('Sidlo/ruianKod')
  if (addressId !== null && !isDigits(addressId)) return new RowProblem('Sidlo/ruianKod', 'is not a number')
  const countryCode = toCountryCode(value('Sidlo/stat')) ?? (addressId === null ? null : CZECHIA)
  const street = value('Sidlo/ulice')
  const unstructured = value('Sidlo/obec') === null && street === null ? value('Sidlo/text') : null
  const publishedCode = toPostalCode(value('Sidlo/psc'))
  const town = unstructured === null ? undefined : certainTown(unstructured, countryCode, publishedCode)
  const registrationNumber = toNumber(value('Sidlo/cisloPop'), missing)
  const orientation = splitOrientationNumber(value('Sidlo/cisloOr') ?? '')
  return {
    street,
    municipality: value('Sidlo/obec') ?? town?.municipality ?? null,
    municipalityCode: null,
    municipalityPart: value('Sidlo/castObce'),
    registrationNumber,
    evidenceNumber: null,
    orientationNumber: orientation.number,
    orientationLetter: orientation.letter,
    // A number that the register could not split: "č.ev. 7", "parc. 120/4".
    buildingNumber: registrationNumber === null && orientation.number === null ? value('Sidlo/cisloTxt') : null,
    postalCode: publishedCode ?? town?.postalCode ?? null,
    country: countryCode === CZECHIA ? 'Česká republika' : null,
    countryCode,
    addressId,
    unstructured,
  }
}

/** The town that the text ends with, unless country or postal code of the seat contradict it. */
function certainTown(text: string, countryCode: string | null, publishedCode: string | null) {
  if (countryCode !== null && countryCode !== CZECHIA) return undefined
  const town = townOfText(text, countryCode === CZECHIA)
  return publishedCode === null || publishedCode === town?.postalCode ? town : undefined
}

function toNumber(number: string | null, missing: Missing): string | null {
  if (number === null || !/^0+$/.test(number)) return number
  missing('Sidlo/cisloPop is 0, which means no number')
  return null
}

function toCountryCode(text: string | null): string | null {
  return text !== null && /^[0-9]{1,3}$/.test(text) ? text.padStart(3, '0') : null
}

/** "533 16" is 53316. A code that is not five digits is foreign and stays unchanged. */
function toPostalCode(text: string | null): string | null {
  return text !== null && /^[0-9]{3} [0-9]{2}$/.test(text) ? text.replace(' ', '') : text
}
