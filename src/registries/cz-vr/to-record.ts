import type { Company, Seat } from '../../records/company.ts'
import { parseDay } from '../../records/date.ts'
import { splitOrientationNumber } from '../../records/house-number.ts'
import type { Ico } from '../../records/ico.ts'
import { isDigits } from '../../stdx/digits.ts'
import { TEXT_LENGTH_MAX } from '../../stdx/json-fields.ts'
import { RowProblem } from '../../stdx/row-problem.ts'
import { isNaturalPerson } from '../cz-res/legal-forms.ts'
import type { BasicData, BasicField } from './basic-data.ts'

const CZECHIA = '203'

/** Reasons never quote a value: it may be a person's. */
export function toCompany(ico: Ico, data: BasicData): Company | RowProblem {
  for (const [field, value] of data) {
    if (TEXT_LENGTH_MAX < value.length) return new RowProblem(field, `has more than ${TEXT_LENGTH_MAX} characters`)
  }
  const name = data.get('ObchodniFirma')
  if (name === undefined) return new RowProblem('ObchodniFirma', 'is missing; a company needs its name')
  const founded = toDay(data, 'DatumVzniku')
  if (founded instanceof RowProblem) return founded
  const entered = toDay(data, 'DatumZapisu')
  if (entered instanceof RowProblem) return entered
  const deleted = toDay(data, 'DatumVymazu')
  if (deleted instanceof RowProblem) return deleted
  const seat = toSeat(data)
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

/** `text` is the whole address where the register has no parts of it, mostly abroad. */
function toSeat(data: BasicData): Seat | RowProblem {
  const value = (field: BasicField): string | null => data.get(field) ?? null
  const addressId = value('Sidlo/ruianKod')
  if (addressId !== null && !isDigits(addressId)) return new RowProblem('Sidlo/ruianKod', 'is not a number')
  const countryCode = toCountryCode(value('Sidlo/stat')) ?? (addressId === null ? null : CZECHIA)
  const municipality = value('Sidlo/obec')
  const street = value('Sidlo/ulice')
  const registrationNumber = value('Sidlo/cisloPop')
  const orientation = splitOrientationNumber(value('Sidlo/cisloOr') ?? '')
  return {
    street,
    municipality,
    municipalityCode: null,
    municipalityPart: value('Sidlo/castObce'),
    registrationNumber,
    evidenceNumber: null,
    orientationNumber: orientation.number,
    orientationLetter: orientation.letter,
    // A number that the register could not take apart: "č.ev. 7", "parc. 120/4".
    buildingNumber: registrationNumber === null && orientation.number === null ? value('Sidlo/cisloTxt') : null,
    postalCode: toPostalCode(value('Sidlo/psc')),
    country: countryCode === CZECHIA ? 'Česká republika' : null,
    countryCode,
    addressId,
    unstructured: municipality === null && street === null ? value('Sidlo/text') : null,
  }
}

function toCountryCode(text: string | null): string | null {
  return text !== null && /^[0-9]{1,3}$/.test(text) ? text.padStart(3, '0') : null
}

/** "533 16" is 53316; what is not five digits is a foreign code, kept as it stands. */
function toPostalCode(text: string | null): string | null {
  return text !== null && /^[0-9]{3} [0-9]{2}$/.test(text) ? text.replace(' ', '') : text
}
