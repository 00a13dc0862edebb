import { withoutConnectors } from './connectors.ts'
import { cutWords } from './cut-words.ts'
import { joinInitials } from './initials.ts'
import { type NameWithForm, splitLegalForm } from './legal-forms.ts'
import { wordsOf } from './words.ts'

/** Raised when the same name would give other words: an index built with other rules is built anew. */
export const COMPANY_TEXT_RULES = 2

/** Words of a name, or of what is typed, as they are compared: the same on both sides. */
export function coreWords(words: readonly string[]): readonly string[] {
  return cutWords(joinInitials(withoutConnectors(words)))
}

/** The words under which a company's name stands in the index, and its legal form. */
export function companyName(name: string): NameWithForm {
  const { words, form, formWords } = splitLegalForm(wordsOf(name).map(({ text }) => text))
  return { words: coreWords(words), form, formWords }
}
