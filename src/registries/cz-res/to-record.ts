import type { Company, Seat } from '../../records/company.ts'
import { parseDay } from '../../records/date.ts'
import { splitOrientationNumber } from '../../records/house-number.ts'
import type { Ico } from '../../records/ico.ts'
import type { Columns } from '../../stdx/columns.ts'
import { isDigits } from '../../stdx/digits.ts'
import { FieldError } from '../../stdx/json-fields.ts'
import { RowProblem } from '../../stdx/row-problem.ts'
import { textValue } from '../text-value.ts'
import { LEGAL_FORMS_LIST, type LegalForms } from './code-lists.ts'
import type { ResColumn } from './columns.ts'
import { isNaturalPerson } from './legal-forms.ts'

/** A row that has a name. Reasons never quote a value: it may be a person's. */
export function toCompany(
  ico: Ico,
  fields: readonly string[],
  at: Columns<ResColumn>,
  legalForms: LegalForms,
): Company | RowProblem {
  try {
    return toCompanyOrThrow(ico, (column) => textValue(fields[at[column]]!, column), legalForms)
  } catch (error) {
    if (error instanceof FieldError) return new RowProblem(error.field, error.reason)
    throw error
  }
}

/** The text of a column; null if it is blank. */
type Get = (column: ResColumn) => string | null

function toCompanyOrThrow(ico: Ico, get: Get, legalForms: LegalForms): Company {
  const name = get('FIRMA')
  if (name === null) throw new FieldError('FIRMA', 'holds nothing but spaces')
  const form = get('FORMA')
  return {
    country: 'cz',
    ico,
    name,
    otherNames: [],
    naturalPerson: isNaturalPerson(form, get('ROSFORMA')),
    establishedOn: dayOf(get, 'DDATVZN'),
    dissolvedOn: dayOf(get, 'DDATZAN'),
    legalForm: form === null ? null : { code: form, name: legalForms.get(form) ?? null, codelist: LEGAL_FORMS_LIST },
    legalStatus: null,
    register: null,
    registerOffice: null,
    registerNumber: null,
    size: get('KATPO'),
    seat: toSeat(get),
    updatedOn: dayOf(get, 'DDATPAKT'),
  }
}

/** The day, null for an empty field, undefined for what is no day. */
export function toDay(text: string): string | null | undefined {
  return text === '' ? null : parseDay(text)
}

export function notADay(field: ResColumn): RowProblem {
  return new RowProblem(field, NOT_A_DAY)
}

const NOT_A_DAY = 'is not a day; YYYY-MM-DD is expected'

function dayOf(get: Get, column: ResColumn): string | null {
  const day = toDay(get(column) ?? '')
  if (day === undefined) throw new FieldError(column, NOT_A_DAY)
  return day
}

/** KODADM is the key of the address; the other columns repeat that address. Without it there is only the text. */
function toSeat(get: Get): Seat {
  const addressId = get('KODADM')
  if (addressId !== null && !isDigits(addressId)) throw new FieldError('KODADM', 'is not a number')
  const type = get('TYPCDOM')
  const number = get('CDOM')
  // An unknown kind of number stops the import sooner than it fills the wrong field; no kind at all just leaves the number out.
  if (type !== null && type !== '1' && type !== '2') {
    throw new FieldError('TYPCDOM', 'is neither 1 (č.p.) nor 2 (č.ev.)')
  }
  const orientation = splitOrientationNumber(get('COR') ?? '')
  return {
    street: get('ULICE_TEXT'),
    municipality: get('OBEC_TEXT'),
    municipalityCode: null,
    municipalityPart: get('COBCE_TEXT'),
    registrationNumber: type === '1' ? number : null,
    evidenceNumber: type === '2' ? number : null,
    orientationNumber: orientation.number,
    orientationLetter: orientation.letter,
    buildingNumber: null,
    postalCode: toPostalCode(get('PSC') ?? ''),
    country: addressId === null ? null : 'Česká republika',
    countryCode: addressId === null ? null : '203',
    addressId,
    unstructured: addressId === null ? get('TEXTADR') : null,
  }
}

/** `270 61` is `27061`; null for what is not five digits, which the reader counts. */
function toPostalCode(text: string): string | null {
  const code = text.replaceAll(' ', '')
  return code.length === 5 && isDigits(code) ? code : null
}
