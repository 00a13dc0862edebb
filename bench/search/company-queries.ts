import type { CompanyIndex } from '../../src/engine/companies/companies.ts'
import type { Random } from '../../src/stdx/random.ts'
import { parseCompanyName } from '../../src/text/company-name.ts'
import { cut, mistypeWord, pick, shuffle } from './typing.ts'

/** Queries of one kind, each made from a company picked at random. Undefined: this company gives none. */
export interface CompanyQueryClass {
  readonly name: string
  readonly make: (words: readonly string[], index: CompanyIndex, random: Random, document: number) => string | undefined
}

export const COMPANY_CLASSES: readonly CompanyQueryClass[] = [
  {
    name: 'one word, 1–4 letters',
    make: (words, _, random) => {
      const word = pick(words, random)
      return word.slice(0, 1 + random.below(4))
    },
  },
  {
    name: 'one word, 6–10 letters',
    make: (words, _, random) => {
      const word = pick(words, random)
      return word.length < 6 ? undefined : word.slice(0, 6 + random.below(5))
    },
  },
  {
    name: 'two words, any order',
    make: (words, _, random) => {
      if (words.length < 2) return undefined
      const [first, second] = shuffle(words, random)
      return `${first} ${cut(second!, random)}`
    },
  },
  {
    name: 'three words',
    make: (words, _, random) => {
      if (words.length < 3) return undefined
      const [first, second, third] = shuffle(words, random)
      return `${first} ${second} ${cut(third!, random)}`
    },
  },
  {
    name: 'two words and the municipality',
    make: (words, index, random, document) => {
      const place = index.columns.at(index.rows[document]!).municipality?.split(/[ -]/)[0]
      return words.length < 2 || place === undefined ? undefined : `${words[0]} ${words[1]} ${cut(place, random)}`
    },
  },
  {
    name: 'every word a prefix of 2–3 letters',
    make: (words, _, random) =>
      words.length < 2
        ? undefined
        : words
            .slice(0, 3)
            .map((word) => word.slice(0, 2 + random.below(2)))
            .join(' '),
  },
  {
    name: 'the most frequent words only',
    make: (_, index, random) => {
      const frequent = mostFrequentWords(index)
      return Array.from({ length: 2 + random.below(2) }, () => pick(frequent, random)).join(' ')
    },
  },
  {
    name: 'one typo, one word',
    make: (words, _, random) => {
      const word = pick(words, random)
      return word.length < 5 ? undefined : mistypeWord(word, random)
    },
  },
  {
    name: 'one typo, two words',
    make: (words, _, random) => {
      const [first, second] = shuffle(words, random)
      return second === undefined || first!.length < 5 ? undefined : `${mistypeWord(first!, random)} ${second}`
    },
  },
  {
    name: 'two typos in a long word',
    make: (words, _, random) => {
      const word = words.find(({ length }) => 9 <= length)
      return word === undefined ? undefined : mistypeWord(mistypeWord(word, random), random)
    },
  },
  {
    name: 'ICO prefix',
    make: (_, index, random, document) => index.columns.at(index.rows[document]!).ico?.slice(0, 2 + random.below(7)),
  },
]

/** At least so many queries of each class; a pick that gives none is picked anew. */
export function companyQueries(
  queryClass: CompanyQueryClass,
  index: CompanyIndex,
  { random, count }: { readonly random: Random; readonly count: number },
): string[] {
  const queries: string[] = []
  while (queries.length < count) {
    const document = random.below(index.rows.length)
    const { words } = parseCompanyName(index.columns.nameAt(index.rows[document]!))
    const query = queryClass.make(words, index, random, document)
    if (query !== undefined && query !== '') queries.push(query)
  }
  return queries
}

const frequentWords = new WeakMap<CompanyIndex, readonly string[]>()

function mostFrequentWords(index: CompanyIndex): readonly string[] {
  let words = frequentWords.get(index)
  if (words === undefined) {
    const { starts } = index.words.postings
    const terms = Array.from({ length: starts.length - 1 }, (_, term) => term)
    terms.sort((a, b) => starts[b + 1]! - starts[b]! - (starts[a + 1]! - starts[a]!))
    words = terms
      .slice(0, 60)
      .map((term) => index.words.trie.termText(term).replace('@', ''))
      .slice(0, 40)
    frequentWords.set(index, words)
  }
  return words
}
