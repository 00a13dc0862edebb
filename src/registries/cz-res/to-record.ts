import type { Company, Seat } from '../../records/company.ts'
import { COUNTRY_CODES } from '../../records/country.ts'
import { splitOrientationNumber } from '../../records/house-number.ts'
import type { Ico } from '../../records/ico.ts'
import type { Columns } from '../../stdx/columns.ts'
import { isDigits } from '../../stdx/digits.ts'
import { FieldError, textValue } from '../../stdx/json-fields.ts'
import { type RowProblem, readOrProblem } from '../../stdx/row-problem.ts'
import { endOf, knownDayOf, type Missing, numberOrNone, parsePostalCode } from '../lost-values.ts'
import { LEGAL_FORMS_LIST, type LegalForms } from './code-lists.ts'
import type { ResColumn } from './columns.ts'
import { isNaturalPerson } from './legal-forms.ts'

/** The context of a row. */
export interface Context {
  readonly at: Columns<ResColumn>
  readonly legalForms: LegalForms
  readonly missing: Missing
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
    establishedOn: knownDayOf(get('DDATVZN'), 'DDATVZN', missing),
    dissolvedOn: endOf(get('DDATZAN'), 'DDATZAN', missing),
    legalForm: form === null ? null : { code: form, name: legalForms.get(form) ?? null, codelist: LEGAL_FORMS_LIST },
    legalStatus: null,
    register: null,
    registerOffice: null,
    registerNumber: null,
    size: get('KATPO'),
    seat: toSeat(get, missing),
    updatedOn: knownDayOf(get('DDATPAKT'), 'DDATPAKT', missing),
  }
}

/** KODADM is the key of the address; the other columns repeat that address. Without it there is only the text. */
function toSeat(get: Get, missing: Missing): Seat {
  const addressId = get('KODADM')
  if (addressId !== null && !isDigits(addressId)) throw new FieldError('KODADM', 'is not a number')
  const number = numberOrNone(get('CDOM'), 'CDOM', missing)
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
    postalCode: parsePostalCode(get('PSC') ?? '') ?? null,
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
