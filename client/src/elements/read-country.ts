import type { Country } from '../index.ts'
import type { Field } from './fill-fields.ts'

/**
 * The country that a text or a field names; undefined for one without suggestions. The value of a select may be a
 * number of the shop's own: then the code of the chosen option (`data-code`) or its text names the country.
 */
export function readCountry(source: Field | string): Country | undefined {
  const [option] = (source as HTMLSelectElement).selectedOptions ?? []
  const text = [(source as Field).value ?? source, option?.dataset.code, option?.text].join('\n')
  // No name begins like that of Slovenia: Slovinsko, Slovenia, Slowenien.
  if (/\bsk\b|slo[vw](ensk|ak)/i.test(text)) return 'sk'
  return /\bcz\b|[čc]esk|czech|tschech/i.test(text) ? 'cz' : undefined
}
