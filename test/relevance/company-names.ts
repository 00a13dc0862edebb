import { partLegalForm } from './legal-forms.ts'
import type { CompanyRow } from './static-rank.ts'
import { firstFrom, foldedWords, Vocabulary } from './vocabulary.ts'

/** What is known of all the companies of a country by plain scans: to ask only for what can be answered. `rows` are in the order of their rank. */
export class CompanyNames {
  readonly #rows: readonly CompanyRow[]
  readonly #alike: ReadonlyMap<string, readonly string[]>
  /** Words of the present names, and of everything that a company may be found by. */
  readonly #names: Vocabulary
  readonly #texts: Vocabulary
  /** Each plain core once, sorted; and how many names have it. */
  readonly #cores: readonly string[]
  readonly #namesOfCore: ReadonlyMap<string, number>
  readonly #icos: readonly string[]

  constructor(rows: readonly CompanyRow[]) {
    this.#rows = rows
    this.#alike = namesAlike(rows)
    this.#names = new Vocabulary(rows.map((row) => [row.name]))
    this.#texts = new Vocabulary(rows.map((row) => [row.name, ...row.otherNames, row.municipality ?? '']))
    const namesOfCore = new Map<string, number>()
    for (const name of new Set(rows.map((row) => row.name))) {
      const core = plainCore(name)
      namesOfCore.set(core, (namesOfCore.get(core) ?? 0) + 1)
    }
    this.#namesOfCore = namesOfCore
    this.#cores = [...namesOfCore.keys()].sort()
    this.#icos = rows.flatMap(({ ico }) => (ico === null ? [] : [ico])).sort()
  }

  /** Names that read the same as this company's. */
  alike(row: CompanyRow): readonly string[] {
    return this.#alike.get(plainName(row))!
  }

  /** Companies whose names differ in their legal form only are told apart by it, so there it must be typed as it is. */
  isToldByCore({ name }: CompanyRow): boolean {
    return this.#namesOfCore.get(plainCore(name)) === 1
  }

  /** How many letters of the plain core no other name begins with: one more than the nearest neighbours share. Longer than the core if another name goes on after it. */
  lettersAlone(core: string): number {
    const at = firstFrom(this.#cores, core)
    return 1 + Math.max(sharedStart(core, this.#cores[at - 1]), sharedStart(core, this.#cores[at + 1]))
  }

  /** Whether the best one that holds all the words, in whatever order, is one that is meant. */
  meansFirst(words: readonly string[], isMeant: (row: CompanyRow) => boolean): boolean {
    const first = this.#texts.holding(words)[0]
    return first !== undefined && isMeant(this.#rows[first]!)
  }

  /** Whether the words stand together in a name that is not meant. */
  isNameOfAnother(words: readonly string[], isMeant: (row: CompanyRow) => boolean): boolean {
    return this.#names.holding(words).some((i) => !isMeant(this.#rows[i]!))
  }

  isBeginningOfWord(typed: string): boolean {
    return this.#texts.isBeginning(typed)
  }

  icosBeginningWith(digits: string): number {
    let count = 0
    for (let i = firstFrom(this.#icos, digits); this.#icos[i]?.startsWith(digits); i++) count++
    return count
  }
}

/** The names that read the same, but for capitals, diacritics and punctuation: whoever types one has typed them all. By the plain name. */
export function namesAlike(rows: readonly CompanyRow[]): ReadonlyMap<string, readonly string[]> {
  const alike = new Map<string, string[]>()
  for (const row of rows) {
    const names = alike.get(plainName(row))
    if (names === undefined) alike.set(plainName(row), [row.name])
    else if (!names.includes(row.name)) names.push(row.name)
  }
  return alike
}

export function plainName({ name }: Pick<CompanyRow, 'name'>): string {
  return foldedWords(name).join(' ')
}

/** The name without its legal form, as it is written. */
export function coreOf(name: string): string {
  return partLegalForm(name)?.core ?? name
}

export function plainCore(name: string): string {
  return foldedWords(coreOf(name)).join(' ')
}

function sharedStart(a: string, b: string | undefined): number {
  let length = 0
  while (b !== undefined && length < a.length && a[length] === b[length]) length++
  return length
}
