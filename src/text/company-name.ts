import { isConnector, withoutConnectors } from './connectors.ts'
import { cutWords, isTooLong } from './cut-words.ts'
import { isInitial, joinInitials } from './initials.ts'
import { isFormWord, type NameWithForm, splitLegalForm } from './legal-forms.ts'
import { wordsOf } from './words.ts'

/** Raised when the same name would give other words: an index built with other rules is built anew. */
export const COMPANY_TEXT_RULES = 2

/** Words of a name, or of what is typed, as they are compared: the same on both sides. */
export function coreWords(words: readonly string[]): readonly string[] {
  return cutWords(joinInitials(withoutConnectors(words)))
}

/** The words under which a company's name stands in the index, and its legal form. */
export function companyName(name: string): NameWithForm {
  return companyNameOf(wordsOf(name).map(({ text }) => text))
}

/** The same for the folded words of a name. */
export function companyNameOf(nameWords: readonly string[]): NameWithForm {
  const { words, form, formWords } = splitLegalForm(nameWords)
  return { words: coreWords(words), form, formWords }
}

/**
 * False for the words that `companyNameOf` treats all alike, whatever their letters: if such a word of a name is replaced by another one, it is
 * replaced in the result, and nothing else changes.
 */
export function isSpecialWord(word: string): boolean {
  return isFormWord(word) || isConnector(word) || isInitial(word) || isTooLong(word)
}
