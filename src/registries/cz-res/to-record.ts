import type { Company, Seat } from '../../records/company.ts'
import { parseDay } from '../../records/date.ts'
import { splitOrientationNumber } from '../../records/house-number.ts'
import type { Ico } from '../../records/ico.ts'
import type { Columns } from '../../stdx/columns.ts'
import { isDigits } from '../../stdx/digits.ts'
import { RowProblem } from '../../stdx/row-problem.ts'
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
  const establishedOn = toDay(fields[at.DDATVZN]!)
  if (establishedOn === undefined) return notADay('DDATVZN')
  const dissolvedOn = toDay(fields[at.DDATZAN]!)
  if (dissolvedOn === undefined) return notADay('DDATZAN')
  const updatedOn = toDay(fields[at.DDATPAKT]!)
  if (updatedOn === undefined) return notADay('DDATPAKT')
  const seat = toSeat(fields, at)
  if (seat instanceof RowProblem) return seat
  const name = tidy(fields[at.FIRMA]!)
  if (name === '') return new RowProblem('FIRMA', 'holds nothing but spaces')
  const form = fields[at.FORMA]!
  return {
    country: 'cz',
    ico,
    name,
    otherNames: [],
    naturalPerson: isNaturalPerson(form),
    establishedOn,
    dissolvedOn,
    legalForm: form === '' ? null : { code: form, name: legalForms.get(form) ?? null, codelist: LEGAL_FORMS_LIST },
    legalStatus: null,
    register: null,
    registerOffice: null,
    registerNumber: null,
    size: orNull(fields[at.KATPO]!),
    seat,
    updatedOn,
  }
}

/** Quoted fields may run over lines; a name or an address of ours is one line. */
function tidy(text: string): string {
  return (text.includes('\n') ? text.replace(/\s+/g, ' ') : text).trim()
}

/** The day, null for an empty field, undefined for what is no day. */
export function toDay(text: string): string | null | undefined {
  return text === '' ? null : parseDay(text)
}

export function notADay(field: ResColumn): RowProblem {
  return new RowProblem(field, 'is not a day; YYYY-MM-DD is expected')
}

/** KODADM is the key of the address; the other columns repeat that address. Without it there is only the text. */
function toSeat(fields: readonly string[], at: Columns<ResColumn>): Seat | RowProblem {
  const addressId = orNull(fields[at.KODADM]!)
  if (addressId !== null && !isDigits(addressId)) return new RowProblem('KODADM', 'is not a number')
  const type = fields[at.TYPCDOM]!
  const number = orNull(fields[at.CDOM]!)
  // An unknown kind of number stops the import sooner than it fills the wrong field; no kind at all just leaves the number out.
  if (type !== '' && type !== '1' && type !== '2') {
    return new RowProblem('TYPCDOM', 'is neither 1 (č.p.) nor 2 (č.ev.)')
  }
  const orientation = splitOrientationNumber(fields[at.COR]!)
  return {
    street: orNull(fields[at.ULICE_TEXT]!),
    municipality: orNull(fields[at.OBEC_TEXT]!),
    municipalityCode: null,
    municipalityPart: orNull(fields[at.COBCE_TEXT]!),
    registrationNumber: type === '1' ? number : null,
    evidenceNumber: type === '2' ? number : null,
    orientationNumber: orientation.number,
    orientationLetter: orientation.letter,
    buildingNumber: null,
    postalCode: orNull(fields[at.PSC]!.replaceAll(' ', '')),
    country: addressId === null ? null : 'Česká republika',
    countryCode: addressId === null ? null : '203',
    addressId,
    unstructured: addressId === null ? orNull(tidy(fields[at.TEXTADR]!)) : null,
  }
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
