import { FieldError, type JsonObject, textField } from '../../stdx/json-fields.ts'
import type { Missing } from '../lost-values.ts'

/** Digits and a check character, which is a digit or `A`. Real keys have up to eleven characters. */
const KEY = /^[0-9]{1,19}[0-9A]$/

/**
 * `buildingIndex` of a seat: the key of its point in the address register, as published. Any other text is counted and
 * dropped, because it identifies no point.
 */
export function addressKeyOf(address: JsonObject, missing: Missing): string | null {
  const key = textOf(address)
  if (key === null || KEY.test(key)) return key
  missing('addresses.buildingIndex is not a key of an address point')
  return null
}

/** A number in JSON counts as its digits. */
function textOf(address: JsonObject): string | null {
  const { buildingIndex } = address
  if (typeof buildingIndex === 'number') return String(buildingIndex)
  try {
    return textField(address, 'buildingIndex')
  } catch (error) {
    if (error instanceof FieldError) return ''
    throw error
  }
}
