import { withoutConnectors } from './connectors.ts'
import { type NameWithForm, splitLegalForm } from './legal-forms.ts'
import { wordsOf } from './words.ts'

/** Raised when the same name would give other words: an index built with other rules is built anew. */
export const COMPANY_TEXT_RULES = 1

/** The words under which a company's name stands in the index, and its legal form. */
export function companyName(name: string): NameWithForm {
  const { words, form } = splitLegalForm(wordsOf(name).map(({ text }) => text))
  return { words: withoutConnectors(words), form }
}
