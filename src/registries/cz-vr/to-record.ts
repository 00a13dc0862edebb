import type { Company, Seat } from '../../records/company.ts'
import { COUNTRY_CODES } from '../../records/country.ts'
import { houseNumberOf, splitOrientationNumber } from '../../records/house-number.ts'
import type { Ico } from '../../records/ico.ts'
import type { RegistryCode } from '../../records/registry-code.ts'
import { isDigits } from '../../stdx/digits.ts'
import { FieldError, TEXT_LENGTH_MAX } from '../../stdx/json-fields.ts'
import { type RowProblem, readOrProblem } from '../../stdx/row-problem.ts'
import { isNaturalPerson } from '../cz-res/legal-forms.ts'
import { endOf, knownDayOf, type Missing, numberOrNone } from '../lost-values.ts'
import { type BasicData, type BasicField, HOME } from './basic-data.ts'
import { impliedLegalForm, registerOf } from './registers.ts'

/** A document without a name says nothing of use: some are published so. */
export function hasName(data: BasicData): boolean {
  return data.has('ObchodniFirma')
}

/** Converts data that have a name. Reasons never quote a value: it may be a person's. */
export function toCompany(ico: Ico, data: BasicData, missing: Missing): Company | RowProblem {
  return readOrProblem(() => toCompanyOrThrow(ico, data, missing))
}

function toCompanyOrThrow(ico: Ico, data: BasicData, missing: Missing): Company {
  for (const [field, value] of data) {
    if (TEXT_LENGTH_MAX < value.length) throw new FieldError(field, `has more than ${TEXT_LENGTH_MAX} characters`)
  }
  const founded = knownDayOf(dayText(data, 'DatumVzniku'), 'DatumVzniku', missing)
  const entered = knownDayOf(dayText(data, 'DatumZapisu'), 'DatumZapisu', missing)
  const deleted = endOf(dayText(data, 'DatumVymazu'), 'DatumVymazu', missing)
  const seat = toSeat(data, missing)
  const register = data.get('Rejstrik')
  const legalForm = legalFormOf(data) ?? (register === undefined ? null : impliedLegalForm(register))
  return {
    country: 'cz',
    ico,
    name: data.get('ObchodniFirma')!,
    otherNames: [],
    naturalPerson: data.has(HOME) || (legalForm !== null && legalForm.code !== null && isNaturalPerson(legalForm.code)),
    establishedOn: founded ?? entered,
    dissolvedOn: deleted,
    legalForm,
    legalStatus: null,
    register: register === undefined ? null : registerOf(register),
    registerOffice: null,
    registerNumber: null,
    size: null,
    seat,
    updatedOn: null,
  }
}

function legalFormOf(data: BasicData): RegistryCode | null {
  const code = data.get('Kod_PF') ?? null
  const name = data.get('Nazev_PF') ?? null
  return code === null && name === null ? null : { code, name, codelist: null }
}

/** A day may carry the zone that XML allows: `1996-01-16+01:00`. */
function dayText(data: BasicData, field: BasicField): string | null {
  return data.get(field)?.replace(/^(.{10})(Z|[+-]\d\d:\d\d)$/, '$1') ?? null
}

/** `text` is the whole address if the register has no parts of it, mostly abroad. */
function toSeat(data: BasicData, missing: Missing): Seat {
  const value = (field: BasicField): string | null => data.get(field) ?? null
  const addressId = value('Sidlo/ruianKod')
  if (addressId !== null && !isDigits(addressId)) throw new FieldError('Sidlo/ruianKod', 'is not a number')
  const countryCode = toCountryCode(value('Sidlo/stat')) ?? (addressId === null ? null : COUNTRY_CODES.cz)
  const street = value('Sidlo/ulice')
  return {
    street,
    municipality: value('Sidlo/obec'),
    municipalityCode: null,
    municipalityPart: value('Sidlo/castObce'),
    ...toNumbers(value, { isAtHome: countryCode === null || countryCode === COUNTRY_CODES.cz, missing }),
    postalCode: toPostalCode(value('Sidlo/psc')),
    country: countryCode === COUNTRY_CODES.cz ? 'Česká republika' : null,
    countryCode,
    addressId,
    unstructured: value('Sidlo/obec') === null && street === null ? value('Sidlo/text') : null,
  }
}

type Numbers = Pick<
  Seat,
  'registrationNumber' | 'evidenceNumber' | 'orientationNumber' | 'orientationLetter' | 'buildingNumber'
>

function toNumbers(
  value: (field: BasicField) => string | null,
  { isAtHome, missing }: { readonly isAtHome: boolean; readonly missing: Missing },
): Numbers {
  const registrationNumber = numberOrNone(value('Sidlo/cisloPop'), 'Sidlo/cisloPop', missing)
  const evidenceNumber = numberOrNone(value('Sidlo/cisloEv'), 'Sidlo/cisloEv', missing)
  const orientation = splitOrientationNumber(value('Sidlo/cisloOr') ?? '')
  const text = value('Sidlo/cisloTxt')
  if (text === null || registrationNumber !== null || evidenceNumber !== null || orientation.number !== null) {
    const { number: orientationNumber, letter: orientationLetter } = orientation
    return { registrationNumber, evidenceNumber, orientationNumber, orientationLetter, buildingNumber: null }
  }
  return {
    ...NO_NUMBERS,
    ...(isAtHome ? numbersOfText(text, value('Sidlo/ulice') !== null) : {}),
    buildingNumber: text,
  }
}

const PLAIN_NUMBER = /^([0-9]+)$/
const BOTH_NUMBERS = /^([0-9]+)\s*\/\s*([0-9]+\s*\p{L}?)$/u
const REGISTRATION_NUMBER = /^č\.?\s*p\.?\s*([0-9]+)$/iu
const EVIDENCE_NUMBER = /^(?:č\.?\s*ev\.?|ev\.?\s*č\.?|č\.?\s*e\.)\s*([0-9]+)$/iu

const NO_NUMBERS: Numbers = {
  registrationNumber: null,
  evidenceNumber: null,
  orientationNumber: null,
  orientationLetter: null,
  buildingNumber: null,
}

/**
 * Reads what is certain of `cisloTxt`, a number that the register did not take apart: "1623", "č.ev. 7", "parc. 120/4".
 * A plain number in a place without streets is the registration number; in a street it may be either. Only in a street
 * are there two.
 */
function numbersOfText(text: string, isInStreet: boolean): Partial<Numbers> {
  const evidence = EVIDENCE_NUMBER.exec(text)?.[1]
  if (evidence !== undefined) return { evidenceNumber: houseNumberOf(evidence) }
  const both = isInStreet ? BOTH_NUMBERS.exec(text) : null
  const registration = (both ?? REGISTRATION_NUMBER.exec(text) ?? (isInStreet ? null : PLAIN_NUMBER.exec(text)))?.[1]
  const registrationNumber = registration === undefined ? null : houseNumberOf(registration)
  if (both === null || registrationNumber === null) return { registrationNumber }
  const { number: orientationNumber, letter: orientationLetter } = splitOrientationNumber(both[2]!)
  return { registrationNumber, orientationNumber, orientationLetter }
}

function toCountryCode(text: string | null): string | null {
  return text !== null && /^[0-9]{1,3}$/.test(text) ? text.padStart(3, '0') : null
}

/** "533 16" is 53316. A code that is not five digits is foreign and stays unchanged. */
function toPostalCode(text: string | null): string | null {
  return text !== null && /^[0-9]{3} [0-9]{2}$/.test(text) ? text.replace(' ', '') : text
}
