import { isConnector, removeConnectors } from './connectors.ts'
import { isInitial, joinInitials } from './initials.ts'
import { isFormWord, type NameWithForm, splitLegalForm } from './legal-forms.ts'
import { isTooLong, truncateWords } from './truncate-words.ts'
import { splitWords } from './words.ts'

/** Raised when a name would give other words. An index of older rules is rebuilt. */
export const COMPANY_TEXT_RULES = 2

/** Normalises the words of a name or of a query for comparison. */
export function normalizeNameWords(words: readonly string[]): readonly string[] {
  return truncateWords(joinInitials(removeConnectors(words)))
}

/** Parses a company's name to its index words and its legal form. */
export function parseCompanyName(name: string): NameWithForm {
  return parseNameWords(splitWords(name).map(({ text }) => text))
}

/** The same for folded words. */
export function parseNameWords(nameWords: readonly string[]): NameWithForm {
  const { words, form, formWords } = splitLegalForm(nameWords)
  return { words: normalizeNameWords(words), form, formWords }
}

/**
 * False for words that `parseNameWords` passes on unchanged: replacing such a word in a name only replaces it in the
 * result.
 */
export function isSpecialWord(word: string): boolean {
  return isFormWord(word) || isConnector(word) || isInitial(word) || isTooLong(word)
}
