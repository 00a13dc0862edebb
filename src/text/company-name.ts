import { isFormWord, type NameWithForm, splitLegalForm } from './legal-forms.ts'
import { splitWords } from './words.ts'

/** Raised when a name would give other words. An index of older rules is rebuilt. */
export const COMPANY_TEXT_RULES = 2

/** "Novák a syn", "Novak and syn" and "Novák & syn" are the same name; "&" is no word anyway. */
const CONNECTORS: ReadonlySet<string> = new Set(['a', 'and', 'und', 'et'])
/** Words of registers are shorter. A longer one was pasted, or is one character that Unicode decomposes into many. */
const LETTERS_MAX = 48

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

/** Removes connectors between other words. At either end they have a meaning: "A plus", "vitamín A". */
function removeConnectors(words: readonly string[]): readonly string[] {
  if (!words.some(isConnector)) return words
  return words.filter((word, i) => i === 0 || i === words.length - 1 || !isConnector(word))
}

function isConnector(word: string): boolean {
  // Most words are longer than any connector and need no lookup.
  return word.length <= 3 && CONNECTORS.has(word)
}

/** Joins consecutive single letters to one word: "M. T. dental", "M.T. dental" and "MT dental" are one name. */
function joinInitials(words: readonly string[]): readonly string[] {
  if (!words.some((word, i) => isInitial(word) && i + 1 < words.length && isInitial(words[i + 1]!))) return words
  const joined: string[] = []
  let isOpen = false
  for (const word of words) {
    const isOne = isInitial(word)
    if (isOne && isOpen) joined.push(joined.pop() + word)
    else joined.push(word)
    isOpen = isOne
  }
  return joined
}

function isInitial(word: string): boolean {
  return word.length === 1 && ('9' < word || word < '0')
}

/** Shortens long words to their first letters, in names and in queries. */
function truncateWords(words: readonly string[]): readonly string[] {
  if (!words.some(isTooLong)) return words
  return words.map((word) => (isTooLong(word) ? Array.from(word).slice(0, LETTERS_MAX).join('') : word))
}

function isTooLong(word: string): boolean {
  return LETTERS_MAX < word.length
}
