import type { RegistryCode } from '../../records/registry-code.ts'
import { type JsonObject, objectField, textField } from '../../stdx/json-fields.ts'

/** A code with its label and code list, `{value, code, codelistCode}`; null if neither code nor label is given. */
export function codeField(object: JsonObject, name: string, within: string): RegistryCode | null {
  const value = objectField(object, name, within)
  if (value === null) return null
  const inside = `${within}${name}.`
  const code = textField(value, 'code', inside)
  const label = textField(value, 'value', inside)
  if (code === null && label === null) return null
  return { code, name: label, codelist: textField(value, 'codelistCode', inside) }
}
