import type { Random } from '../../src/stdx/random.ts'
import { splitWords } from '../../src/text/words.ts'
import type { Indexed } from './documents.ts'
import { shuffle, withTypo } from './hand.ts'
import { initialsOf } from './initials.ts'
import { partLegalForm } from './legal-forms.ts'
import type { TypedQuery, Variants } from './recipe.ts'
import { companyKeyName } from './searcher.ts'
import type { CompanyRow } from './static-rank.ts'

/** The queries for a company. It is drawn by its rank: half of all draws are from the best quarter. */
export function companyVariants({ companies }: Indexed): Variants {
  const pick = (random: Random): CompanyRow => companies.at(Math.floor(companies.length * random.fraction() ** 2))!.row
  return VARIANTS.map(([name, weight, typed]) => [name, weight, (random) => typed(pick(random), random)] as const)
}

type CompanyVariant = (row: CompanyRow, random: Random) => TypedQuery | undefined

const VARIANTS: readonly (readonly [name: string, weight: number, typed: CompanyVariant])[] = [
  ['whole name', 20, named(({ name }) => name)],
  ['beginning', 20, named(beginning)],
  ['without legal form', 12, named(({ name }) => partLegalForm(name)?.core)],
  ['other writing of the legal form', 12, named(otherForm)],
  ['other order', 8, named(otherOrder)],
  ['typo', 14, typo],
  ['name and town', 12, named(withTown)],
  ['ICO', 12, byIco],
  ['initials', 4, byInitials],
]

/** The query for a company, if this recipe fits it. */
function named(write: (row: CompanyRow, random: Random) => string | undefined): CompanyVariant {
  return (row, random) => {
    const text = write(row, random)
    return text === undefined
      ? undefined
      : { text, names: [companyKeyName(row)], asked: { form: 'name', isMistyped: false } }
  }
}

function foldedWords(text: string): string[] {
  return splitWords(text).map((word) => word.text)
}

/** The name without its legal form, unchanged. */
function coreOf(name: string): string {
  return partLegalForm(name)?.core ?? name
}

/** Truncated anywhere after the third letter. */
function beginning({ name }: CompanyRow, random: Random): string | undefined {
  const plain = foldedWords(coreOf(name)).join(' ')
  const length = 3 + random.below(Math.min(20, plain.length))
  // A whole word may be the end of the intended name.
  return length < plain.length && plain[length - 1] !== ' ' ? plain.slice(0, length) : undefined
}

function otherForm({ name }: CompanyRow, random: Random): string | undefined {
  const parts = partLegalForm(name)
  return parts === undefined ? undefined : `${parts.core} ${parts.writings[random.below(parts.writings.length)]}`
}

function otherOrder({ name }: CompanyRow, random: Random): string | undefined {
  const parts = coreOf(name).split(/[ ,]+/)
  const words = shuffle(
    random,
    parts.filter((word) => /[\p{L}\p{N}]/u.test(word)),
  )
  const typed = foldedWords(words.join(' '))
  // Single letters, as of "s. r. o." in the middle of a name, are not shuffled.
  return typed.length < 2 || typed.some((word) => word.length < 3) ? undefined : words.join(' ')
}

function typo(row: CompanyRow, random: Random): TypedQuery | undefined {
  const words = withTypo(random, foldedWords(coreOf(row.name)))
  return words === undefined
    ? undefined
    : { text: words.join(' '), names: [companyKeyName(row)], asked: { form: 'name', isMistyped: true } }
}

function withTown({ name, municipality }: CompanyRow): string | undefined {
  return municipality === null ? undefined : `${coreOf(name)} ${municipality}`
}

function byIco(row: CompanyRow, random: Random): TypedQuery | undefined {
  const { ico } = row
  if (ico === null) return undefined
  const spaced = `${ico.slice(0, 2)} ${ico.slice(2, 5)} ${ico.slice(5)}`
  const texts = [ico, spaced, ico.slice(0, 6), ico.slice(0, 7), ico.replace(/^0+/, '')]
  const text = texts[random.below(texts.length)]!
  return { text, names: [companyKeyName(row)], asked: { form: 'ico', digits: text.replaceAll(' ', '') } }
}

function byInitials(row: CompanyRow, random: Random): TypedQuery | undefined {
  const all = initialsOf(row)
  if (all.length === 0) return undefined
  const letters = all[random.below(all.length)]!
  return { text: letters, names: [companyKeyName(row)], asked: { form: 'initials', letters } }
}
