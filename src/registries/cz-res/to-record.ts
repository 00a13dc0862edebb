import type { Company, Seat } from '../../records/company.ts'
import { COUNTRY_CODES } from '../../records/country.ts'
import { parseDay } from '../../records/date.ts'
import { splitOrientationNumber } from '../../records/house-number.ts'
import type { Ico } from '../../records/ico.ts'
import { type EndDay, isPlaceholderDay, ON_UNKNOWN_DAY, placeholderLabel, toEndDay } from '../../records/unknown-day.ts'
import type { Columns } from '../../stdx/columns.ts'
import { isDigits } from '../../stdx/digits.ts'
import { FieldError } from '../../stdx/json-fields.ts'
import { type RowProblem, readOrProblem } from '../../stdx/row-problem.ts'
import { textValue } from '../text-value.ts'
import { LEGAL_FORMS_LIST, type LegalForms } from './code-lists.ts'
import type { ResColumn } from './columns.ts'
import { isNaturalPerson } from './legal-forms.ts'

/** The context of a row. */
export interface Context {
  readonly at: Columns<ResColumn>
  readonly legalForms: LegalForms
  /** Counts lost values by label. */
  readonly missing: (label: string) => void
}

/** Converts a row with a name. Reasons never quote a value, which may be a person's. */
export function toCompany(ico: Ico, fields: readonly string[], context: Context): Company | RowProblem {
  const get: Get = (column) => textValue(fields[context.at[column]] ?? '', column)
  return readOrProblem(() => toCompanyOrThrow(ico, get, context))
}

/** The text of a column; null if it is blank. */
type Get = (column: ResColumn) => string | null

function toCompanyOrThrow(ico: Ico, get: Get, { legalForms, missing }: Context): Company {
  const name = get('FIRMA')
  if (name === null) throw new FieldError('FIRMA', 'holds nothing but spaces')
  const form = get('FORMA')
  return {
    country: 'cz',
    ico,
    name,
    otherNames: [],
    naturalPerson: isNaturalPerson(form, get('ROSFORMA')),
    establishedOn: knownDayOf(get, 'DDATVZN', missing),
    dissolvedOn: endOf(get('DDATZAN') ?? '', missing),
    legalForm: form === null ? null : { code: form, name: legalForms.get(form) ?? null, codelist: LEGAL_FORMS_LIST },
    legalStatus: null,
    register: null,
    registerOffice: null,
    registerNumber: null,
    size: get('KATPO'),
    seat: toSeat(get, missing),
    updatedOn: knownDayOf(get, 'DDATPAKT', missing),
  }
}

export const NOT_A_DAY = 'is not a day; YYYY-MM-DD is expected'

/** DDATZAN: null for an empty field. Throws a FieldError for an invalid day. */
export function endOf(text: string, missing: Context['missing']): EndDay | null {
  if (text === '') return null
  const day = parseDay(text)
  if (day === undefined) throw new FieldError('DDATZAN', NOT_A_DAY)
  const end = toEndDay(day)
  if (end === ON_UNKNOWN_DAY) missing(placeholderLabel('DDATZAN', day))
  return end
}

function knownDayOf(get: Get, column: ResColumn, missing: Context['missing']): string | null {
  const text = get(column)
  if (text === null) return null
  const day = parseDay(text)
  if (day === undefined) throw new FieldError(column, NOT_A_DAY)
  if (!isPlaceholderDay(day)) return day
  missing(placeholderLabel(column, day))
  return null
}

/** KODADM is the key of the address; the other columns repeat that address. Without it there is only the text. */
function toSeat(get: Get, missing: Context['missing']): Seat {
  const addressId = get('KODADM')
  if (addressId !== null && !isDigits(addressId)) throw new FieldError('KODADM', 'is not a number')
  const number = houseNumber(get('CDOM'), missing)
  const kind = number === null ? null : kindOfNumber(get('TYPCDOM'))
  if (kind === 'other') missing('TYPCDOM is neither 1 (č.p.) nor 2 (č.ev.): CDOM is only the building number')
  const orientation = splitOrientationNumber(get('COR') ?? '')
  return {
    street: get('ULICE_TEXT'),
    municipality: get('OBEC_TEXT'),
    municipalityCode: null,
    municipalityPart: get('COBCE_TEXT'),
    registrationNumber: kind === 'registration' ? number : null,
    evidenceNumber: kind === 'evidence' ? number : null,
    orientationNumber: orientation.number,
    orientationLetter: orientation.letter,
    buildingNumber: kind === 'other' ? number : null,
    postalCode: toPostalCode(get('PSC') ?? ''),
    country: addressId === null ? null : 'Česká republika',
    countryCode: addressId === null ? null : COUNTRY_CODES.cz,
    addressId,
    unstructured: addressId === null ? get('TEXTADR') : null,
  }
}

/**
 * List 73: 3 is a substitute number (náhradní). That, a new code and no code say too little to fill one of the typed
 * fields.
 */
function kindOfNumber(type: string | null): 'registration' | 'evidence' | 'other' {
  if (type === '1') return 'registration'
  return type === '2' ? 'evidence' : 'other'
}

function houseNumber(number: string | null, missing: Context['missing']): string | null {
  if (number === null || !/^0+$/.test(number)) return number
  missing('CDOM is 0, which means no number')
  return null
}

/** `270 61` is `27061`. Null for a code that is not five digits, which the reader counts. */
function toPostalCode(text: string): string | null {
  const code = text.replaceAll(' ', '')
  return code.length === 5 && isDigits(code) ? code : null
}
