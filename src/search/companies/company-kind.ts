import type { CompanyColumns } from '../../engine/companies/companies.ts'
import { splitWords } from '../../text/words.ts'

/**
 * How likely somebody looks for a subject of its kind, where no size is known: 0 for joint-stock companies, the state,
 * municipalities and universities, 1 for limited companies, 2 for others, 3 for clubs and associations, 4 for persons.
 */
export type CompanyKind = 0 | 1 | 2 | 3 | 4

export const KINDS = 5
const PERSON: CompanyKind = 4

/** By the code of the legal form, which both countries number alike (CL000056 of Slovakia, list 56 of Czechia). */
const FORMS_OF_KIND: Readonly<Record<0 | 1 | 3, readonly string[]>> = {
  // Joint-stock and European companies; state enterprises and bodies, funds, public institutions, insurance companies
  // of health; universities and public research; municipalities and regions.
  0: '121 932 301 302 311 312 313 321 325 341 352 353 361 362 381 382 391 433 601 661 801 803 804 811'.split(' '),
  1: ['112', '123'],
  // Funds and foundations, clubs, their branches, parties, churches, unions, hunters
  3: '117 118 701 703 704 705 706 707 711 721 731 736 741 745 751 761'.split(' '),
}
const KIND_OF_FORM: ReadonlyMap<string, CompanyKind> = new Map(
  ([0, 1, 3] as const).flatMap((kind) => FORMS_OF_KIND[kind].map((form) => [form, kind] as const)),
)

/** Words of the names of those whose record has no legal form: bodies that a law of their own founds, and old ones. */
const PUBLIC_WORDS: ReadonlySet<string> = new Set(
  (
    'univerzita ministerstvo obec mesto kraj urad sud akademia poistovna banka zeleznice podnik televizia rozhlas ' +
    'nemocnica riaditelstvo sprava'
  ).split(' '),
)
const CLUB_WORDS: ReadonlySet<string> = new Set('zdruzenie klub zvaz spolok nadacia fond organizacia'.split(' '))
/** The noun stands in front, or after an adjective: "Technická univerzita …". */
const WORDS_READ = 3

/** Returns the kind of the company in each row. */
export function createKinds(columns: CompanyColumns): (row: number) => CompanyKind {
  const { legalForms, poolText } = columns.raw
  /** By the number of the form's text. There are some hundred. */
  const kinds = new Map<number, CompanyKind | null>()
  return (row) => {
    if (columns.isNaturalPerson(row)) return PERSON
    const form = legalForms[row]!
    const kind = kinds.getOrInsertComputed(form, () => kindOfForm(poolText(form)))
    return kind ?? guessKind(columns.nameAt(row))
  }
}

/** Null if there is no form. */
function kindOfForm(form: string | null): CompanyKind | null {
  return form === null ? null : (KIND_OF_FORM.get(form) ?? 2)
}

function guessKind(name: string): CompanyKind {
  const words = splitWords(name).slice(0, WORDS_READ)
  if (words.some(({ text }) => CLUB_WORDS.has(text))) return 3
  return words.some(({ text }) => PUBLIC_WORDS.has(text)) ? 0 : 2
}
