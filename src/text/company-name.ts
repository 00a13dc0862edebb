import { isConnector, removeConnectors } from './connectors.ts'
import { isInitial, joinInitials } from './initials.ts'
import { isFormWord, type NameWithForm, splitLegalForm } from './legal-forms.ts'
import { isTooLong, truncateWords } from './truncate-words.ts'
import { splitWords } from './words.ts'

/** Raised when the same name would give other words: an index built with other rules is built anew. */
export const COMPANY_TEXT_RULES = 2

/** Words of a name, or of what is typed, as they are compared: the same on both sides. */
export function normalizeNameWords(words: readonly string[]): readonly string[] {
  return truncateWords(joinInitials(removeConnectors(words)))
}

/** The words under which a company's name stands in the index, and its legal form. */
export function parseCompanyName(name: string): NameWithForm {
  return parseNameWords(splitWords(name).map(({ text }) => text))
}

/** The same for the folded words of a name. */
export function parseNameWords(nameWords: readonly string[]): NameWithForm {
  const { words, form, formWords } = splitLegalForm(nameWords)
  return { words: normalizeNameWords(words), form, formWords }
}

/**
 * False for the words that `parseNameWords` treats all alike, whatever their letters: if such a word of a name is replaced by another one, it is
 * replaced in the result, and nothing else changes.
 */
export function isSpecialWord(word: string): boolean {
  return isFormWord(word) || isConnector(word) || isInitial(word) || isTooLong(word)
}
