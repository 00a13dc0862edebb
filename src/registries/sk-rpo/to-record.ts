import type { Company } from '../../records/company.ts'
import { parseIco } from '../../records/ico.ts'
import type { RegistryCode } from '../../records/registry-code.ts'
import { FieldError, isJsonObject, type JsonObject, objectField, textField } from '../../stdx/json-fields.ts'
import { dayOrNone, endOf, type Missing } from '../lost-values.ts'
import { codeField } from './code-field.ts'
import { currentValue, type Dated, history, newestFirst, textHistory } from './history.ts'
import { legalStatusesOf } from './legal-status.ts'
import { isNaturalPerson } from './natural-person.ts'
import { seatOf } from './seat.ts'

/** The result for one record of the register. No reason repeats a value, which may be a person's. */
export type RpoOutcome =
  | {
      readonly outcome: 'record'
      readonly key: number
      readonly company: Company
      /** The labels of lost values. The record is kept without them. */
      readonly missing: readonly string[]
    }
  /** The record is no company. */
  | { readonly outcome: 'none'; readonly key: number; readonly reason: string }
  | { readonly outcome: 'reject'; readonly key: string | null; readonly field: string; readonly reason: string }

/** Reasons for which a record is no company. */
const MADE_BY_MISTAKE = 'entered by mistake (legal status 19)'
const HELPER_ENTRY = 'a helper entry: neither an ICO nor a register'

/**
 * Reads only the fields that are listed here: persons, equities, deposits, shares and activities are dropped. The
 * record is rejected if a listed field has the wrong type. Other fields may have any value.
 */
export function toRecord(raw: unknown): RpoOutcome {
  if (!isJsonObject(raw)) return { outcome: 'reject', key: null, field: 'record', reason: 'is not an object' }
  const key = raw.id
  if (typeof key !== 'number' || !Number.isSafeInteger(key) || key < 1) {
    return { outcome: 'reject', key: null, field: 'id', reason: 'is not a whole number above zero' }
  }
  try {
    const missing: string[] = []
    const company = toCompany(raw, (label) => void missing.push(label))
    if (typeof company === 'string') return { outcome: 'none', key, reason: company }
    return { outcome: 'record', key, company, missing }
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    return { outcome: 'reject', key: String(key), field: error.field, reason: error.reason }
  }
}

/** Returns the reason as text if the record is no company. */
function toCompany(raw: JsonObject, missing: Missing): Company | string {
  const source = objectField(raw, 'sourceRegister') ?? {}
  const register = codeField(source, 'value', 'sourceRegister.')
  const identifiers = textHistory(raw, 'identifiers', missing)
  const offices = textHistory(source, 'registrationOffices', missing, 'sourceRegister.')
  const numbers = textHistory(source, 'registrationNumbers', missing, 'sourceRegister.')
  if (register === null && [identifiers, offices, numbers].every(({ length }) => length === 0)) return HELPER_ENTRY
  const dissolvedOn = endOf(textField(raw, 'termination'), 'termination', missing)
  const statuses = legalStatusesOf(raw, dissolvedOn !== null, missing)
  if (statuses.isMistake) return MADE_BY_MISTAKE
  const legalForm = currentCode(raw, 'legalForms', missing)
  return {
    country: 'sk',
    ico: icoOf(identifiers, missing),
    ...names(raw, missing),
    naturalPerson: isNaturalPerson(legalForm),
    establishedOn: dayOrNone(textField(raw, 'establishment'), 'establishment', missing),
    dissolvedOn,
    legalForm,
    legalStatus: statuses.shown,
    register,
    registerOffice: currentValue(offices) ?? null,
    registerNumber: currentValue(numbers) ?? null,
    size: null,
    seat: seatOf(raw, missing),
    updatedOn: dayOrNone(textField(raw, 'dbModificationDate'), 'dbModificationDate', missing),
    ...(isInconsistent(raw, missing) ? { inconsistent: true } : undefined),
  }
}

/** A mark of an unexpected type must not cost the record. */
function isInconsistent({ containsInconsistency: mark }: JsonObject, missing: Missing): boolean {
  if (mark !== undefined && typeof mark !== 'boolean') missing('containsInconsistency is neither true nor false')
  return mark === true
}

/** More names than this are a mistake. A dozen is the most that one company is known to have. */
const NAMES_MAX = 200

function names(raw: JsonObject, missing: Missing): Pick<Company, 'name' | 'otherNames'> {
  const full = newestFirst(textHistory(raw, 'fullNames', missing))
  const current = full[0]
  if (current === undefined) throw new FieldError('fullNames', 'is missing')
  const alternative = newestFirst(textHistory(raw, 'alternativeNames', missing))
  const others = new Set([...full, ...alternative].map((entry) => entry.value))
  others.delete(current.value)
  if (NAMES_MAX < others.size) throw new FieldError('fullNames', `holds more than ${NAMES_MAX} names`)
  return { name: current.value, otherNames: [...others] }
}

/**
 * Some units of an organisation have its number with four more digits, which is no company number.
 */
function icoOf(identifiers: readonly Dated<string>[], missing: Missing): string | null {
  const published = currentValue(identifiers)
  if (published === undefined) return null
  const ico = parseIco(published)
  if (ico === undefined) missing('ico is not a number of eight digits')
  return ico ?? null
}

function currentCode(raw: JsonObject, name: string, missing: Missing): RegistryCode | null {
  const entry = currentValue(history(raw, name, missing))
  return entry === undefined ? null : codeField(entry, 'value', `${name}.`)
}
