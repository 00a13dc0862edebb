import type { Random } from '../../src/stdx/random.ts'
import { CompanyNames, coreOf, plainCore } from './company-names.ts'
import type { Indexed } from './documents.ts'
import { shuffled, withTypo } from './hand.ts'
import { partLegalForm } from './legal-forms.ts'
import type { Ways, Wish } from './recipe.ts'
import type { CompanyRow } from './static-rank.ts'
import { foldedWords } from './vocabulary.ts'

/** What is typed of a company, if it can be asked for so. */
type Writing = (row: CompanyRow, names: CompanyNames, random: Random) => string | undefined

/** Ways to ask for a company. One is picked by its rank: half of all picks fall on the best quarter. */
export function companyWays({ companies }: Indexed): Ways {
  const rows = companies.map(({ row }) => row)
  const names = new CompanyNames(rows)
  const pick = (random: Random): CompanyRow => rows[Math.floor(rows.length * random.fraction() ** 2)]!
  return WAYS.map(([name, weight, wish]) => [name, weight, (random) => wish(pick(random), names, random)] as const)
}

type CompanyWish = (row: CompanyRow, names: CompanyNames, random: Random) => Wish | undefined

const WAYS: readonly (readonly [name: string, weight: number, wish: CompanyWish])[] = [
  ['whole name', 20, named(({ name }) => name)],
  ['beginning', 20, named(toldByCore(beginning))],
  ['without legal form', 12, named(toldByCore(({ name }) => partLegalForm(name)?.core))],
  ['other writing of the legal form', 12, named(toldByCore(otherForm))],
  ['other order', 8, named(toldByCore(otherOrder))],
  ['typo', 14, named(toldByCore(typo))],
  ['name and town', 12, withTown],
  ['ICO', 12, byIco],
]

/** The answer is any company whose name reads like this one's. */
function named(write: Writing): CompanyWish {
  return (row, names, random) => {
    const text = write(row, names, random)
    return text === undefined ? undefined : { text, names: names.alike(row) }
  }
}

function toldByCore(write: Writing): Writing {
  return (row, names, random) => (names.isToldByCore(row) ? write(row, names, random) : undefined)
}

function beginning({ name }: CompanyRow, names: CompanyNames, random: Random): string | undefined {
  const plain = plainCore(name)
  const length = Math.max(3, names.lettersAlone(plain)) + random.below(4)
  // Who has typed a whole word may mean the name that ends there.
  return length < plain.length && plain[length - 1] !== ' ' ? plain.slice(0, length) : undefined
}

function otherForm({ name }: CompanyRow, _names: CompanyNames, random: Random): string | undefined {
  const parts = partLegalForm(name)
  return parts === undefined ? undefined : `${parts.core} ${parts.writings[random.below(parts.writings.length)]}`
}

function otherOrder({ name }: CompanyRow, names: CompanyNames, random: Random): string | undefined {
  const parts = coreOf(name).split(/[ ,]+/)
  const words = shuffled(
    random,
    parts.filter((word) => /[\p{L}\p{N}]/u.test(word)),
  )
  const typed = foldedWords(words.join(' '))
  // What is left of "s. r. o." in the middle of a name is nothing that anybody would shuffle.
  if (typed.length < 2 || typed.some((word) => word.length < 3)) return undefined
  return names.meansFirst(typed, (one) => one.name === name) ? words.join(' ') : undefined
}

function typo({ name }: CompanyRow, names: CompanyNames, random: Random): string | undefined {
  const words = foldedWords(coreOf(name))
  if (!names.meansFirst(words, (one) => one.name === name)) return undefined
  return withTypo(random, words, (word) => names.isBeginningOfWord(word))?.join(' ')
}

function withTown({ name, municipality }: CompanyRow, names: CompanyNames): Wish | undefined {
  if (municipality === null) return undefined
  const text = `${coreOf(name)} ${municipality}`
  const isMeant = (one: CompanyRow): boolean => one.name === name && one.municipality === municipality
  // A name that holds all that was typed would rightly come first.
  if (names.isNameOfAnother(foldedWords(text), isMeant) || !names.meansFirst(foldedWords(text), isMeant))
    return undefined
  return { text, names: [`${name}, ${municipality}`] }
}

function byIco({ ico }: CompanyRow, names: CompanyNames, random: Random): Wish | undefined {
  if (ico === null || names.icosBeginningWith(ico) !== 1) return undefined
  const spaced = `${ico.slice(0, 2)} ${ico.slice(2, 5)} ${ico.slice(5)}`
  const bare = ico.replace(/^0+/, '')
  const cut = [6, 7].map((length) => ico.slice(0, length)).filter((digits) => names.icosBeginningWith(digits) === 1)
  // Without its zeros an ICO may be the beginning of another one.
  const texts = [ico, spaced, ...cut, ...(bare !== ico && names.icosBeginningWith(bare) === 0 ? [bare] : [])]
  return { text: texts[random.below(texts.length)]!, names: [ico] }
}
