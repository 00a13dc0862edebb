import { editDistance, maxTypos, prefixEditDistance } from '../../text/edit-distance.ts'
import type { WordDocument } from '../words/word-index-builder.ts'
import type { WhichNames } from '../words/word-search.ts'

/** The methods of `WordSearch`, computed by reading every document. */
export const PLAIN = {
  visitExactNames: (
    documents: readonly WordDocument[],
    words: readonly string[],
    which: WhichNames = 'all',
  ): number[] => (words.length === 0 ? [] : byName(documents, which, (name) => name.join(' ') === words.join(' '))),
  visitNamesByPrefix: (
    documents: readonly WordDocument[],
    words: readonly string[],
    which: WhichNames = 'all',
  ): number[] =>
    words.length === 0
      ? []
      : byName(documents, which, (name) =>
          words.every((word, i) =>
            i === words.length - 1 ? (name[i] ?? '').startsWith(word) && name[i] !== undefined : name[i] === word,
          ),
        ),
  visitNamesByWholeWords: (documents: readonly WordDocument[], words: readonly string[]): number[] =>
    words.length === 0 ? [] : byName(documents, 'own', (name) => words.every((word, i) => name[i] === word)),
  visitAllWords: (documents: readonly WordDocument[], words: readonly string[], mark = ''): number[] =>
    where(documents, words, (word, own, isLast) => fits(word, own, isLast) || fits(mark + word, own, isLast)),
  visitAllWholeWords: (documents: readonly WordDocument[], words: readonly string[], mark = ''): number[] =>
    where(documents, words, (word, own) => own === word || own === mark + word),
  visitAllPrefixes: (documents: readonly WordDocument[], words: readonly string[], mark = ''): number[] =>
    where(documents, words, (word, own) => own.startsWith(word) || own.startsWith(mark + word)),
  visitWithTypos: (documents: readonly WordDocument[], words: readonly string[], edits: 1 | 2, mark = ''): number[] => {
    const within = (last: 'whole' | 'beginning'): number[] =>
      documents.flatMap((document, d) => {
        const costs = words.map((word, i) => {
          const isBeginning = last === 'beginning' && i === words.length - 1
          return Math.min(...allWordsOf(document).map((own) => typos(word, own, { isLast: isBeginning, mark })), NEVER)
        })
        return costs.reduce((sum, cost) => sum + cost, 0) <= edits ? [d] : []
      })
    return words.length === 0 ? [] : [...new Set([...within('whole'), ...within('beginning')])]
  },
  visitWithShortTypo: (
    documents: readonly WordDocument[],
    words: readonly string[],
    mark = '',
    markOfOthers = mark,
  ): number[] => {
    const found = words.flatMap((_, short) => {
      if (words.every((word, i) => i === short || word.length < 3)) return []
      const fitting = documents.flatMap((document, d) => {
        const hasWord = (word: string, i: number): boolean =>
          allWordsOf(document).some((own) => {
            if (i === short)
              return isShortTypo(word, own) || (own.startsWith(mark) && isShortTypo(word, own.slice(mark.length)))
            return fits(word, own, i === words.length - 1) || fits(markOfOthers + word, own, i === words.length - 1)
          })
        return words.every(hasWord) ? [d] : []
      })
      return 64 < fitting.length ? [] : fitting
    })
    return [...new Set(found)].sort((a, b) => a - b)
  },
}

const NEVER = 1000

function fits(typed: string, own: string, isLast: boolean): boolean {
  return isLast ? own.startsWith(typed) : own === typed
}

/** How many edits lead from what was typed to the word, or to a beginning of it; only letters a–z are ever edited. */
function typos(
  typed: string,
  own: string,
  { isLast, mark }: { readonly isLast: boolean; readonly mark: string },
): number {
  if (fits(typed, own, isLast) || fits(mark + typed, own, isLast)) return 0
  const isMarked = mark !== '' && own.startsWith(mark)
  const allowed = Math.min(maxTypos(typed), isMarked ? 1 : 2)
  const letters = isMarked ? own.slice(mark.length) : own
  const plain = /^[a-z]*/.exec(letters)![0]
  if (!isLast && plain !== letters) return NEVER
  const cost = isLast ? prefixEditDistance(typed, plain, 2) : editDistance(typed, letters, 2)
  return cost <= allowed ? cost : NEVER
}

/**
 * Three letters, of which one may be wrong, missing, too many or in its neighbour's place; Roman numerals are as they
 * are.
 */
function isShortTypo(typed: string, own: string): boolean {
  if (!/^[a-z]{3}$/.test(typed) || typed.replaceAll(/[ivx]/g, '') === '') return false
  return /^[a-z]{3,4}$/.test(own) && editDistance(typed, own, 1) <= 1
}

function allWordsOf({ names, more }: WordDocument): string[] {
  return [...names.flat(), ...more]
}

function where(
  documents: readonly WordDocument[],
  words: readonly string[],
  matches: (word: string, own: string, isLast: boolean) => boolean,
): number[] {
  if (words.length === 0) return []
  return documents.flatMap((document, d) =>
    words.every((word, i) => allWordsOf(document).some((own) => matches(word, own, i === words.length - 1))) ? [d] : [],
  )
}

/** Documents whose own name matches, then those with only another name that does. */
function byName(
  documents: readonly WordDocument[],
  which: WhichNames,
  fits: (name: readonly string[]) => boolean,
): number[] {
  const own = which === 'other' ? [] : documents.flatMap(({ names }, d) => (fits(names[0]!) ? [d] : []))
  const fitsOther = ({ names }: WordDocument): boolean => names.slice(1).some((name) => name.length !== 0 && fits(name))
  const other = which === 'own' ? [] : documents.flatMap((document, d) => (fitsOther(document) ? [d] : []))
  return [...own, ...other.filter((d) => !own.includes(d))]
}
