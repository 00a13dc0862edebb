import type { Random } from '../../src/stdx/random.ts'
import { drawByWeight, pick, pickEarly } from '../pick.ts'
import { readWords } from '../read-table.ts'
import { brand, initials } from './brands.ts'
import { CZECH_PEOPLE, type PeopleWords, type Person, personText, SLOVAK_PEOPLE } from './people.ts'

/** What names of firms are made of in one country. */
export interface CompanyWords {
  readonly people: PeopleWords
  /** Said after a name: "stavby", "Trade". */
  readonly trades: readonly string[]
  /** Starts a name: "Autoservis". */
  readonly shops: readonly string[]
}

/** The name of a firm without its legal form: "Belotex", "KARIMONT stavby", "Autodoprava Hudec". */
export function firmName(words: CompanyWords, town: string, random: Random): string {
  const name = firmWords(words, town, random)
  return random.fraction() < 0.25 ? name.toUpperCase() : name
}

function firmWords(words: CompanyWords, town: string, random: Random): string {
  const surname = () => pickEarly(random, words.people.surnames)
  const chance = random.fraction()
  if (chance < 0.36) return brand(random)
  if (chance < 0.64) return `${brand(random)} ${pick(random, words.trades)}`
  if (chance < 0.7) return `${surname()} - ${pick(random, words.trades)}`
  if (chance < 0.74) return `${surname()} & ${surname()}`
  if (chance < 0.8) return `${pick(random, words.shops)} ${surname()}`
  if (chance < 0.87) return `${pick(random, words.shops)} ${brand(random)}`
  if (chance < 0.92) return `${brand(random)} ${town}`
  if (chance < 0.96) return `${initials(random)} ${pick(random, words.trades)}`
  return `${brand(random)} & ${brand(random)}`
}

type Writing = (name: string) => string

const writings = (list: readonly (readonly [text: string, weight: number])[]): ((random: Random) => Writing) =>
  drawByWeight(list.map(([text, weight]) => [(name: string) => `${name}${text}`, weight] as const))

/**
 * How legal forms are written in names, by statistical code of the form (the two countries share the codes of these).
 */
export const FORM_WRITINGS: ReadonlyMap<string, (random: Random) => Writing> = new Map([
  [
    '112',
    writings([
      [' s.r.o.', 40],
      [', s.r.o.', 26],
      [' s. r. o.', 14],
      [', s. r. o.', 5],
      [', spol. s r.o.', 6],
      [' spol. s r.o.', 4],
      [', spol. s r. o.', 3],
      [' s.r.o', 1],
      [', společnost s ručením omezeným', 0.2],
      [' S.R.O.', 0.8],
    ]),
  ],
  [
    '121',
    writings([
      [', a.s.', 45],
      [' a.s.', 35],
      [', a. s.', 13],
      [' akciová spoločnosť', 2],
      [', akciová společnost', 3],
    ]),
  ],
  [
    '111',
    writings([
      [', v.o.s.', 60],
      [' v.o.s.', 30],
      [', veř. obch. spol.', 10],
    ]),
  ],
  [
    '113',
    writings([
      [', k.s.', 60],
      [' k.s.', 30],
      [', kom. spol.', 10],
    ]),
  ],
  [
    '205',
    writings([
      [', družstvo', 60],
      [' družstvo', 30],
      [', výrobní družstvo', 4],
    ]),
  ],
  ['932', writings([[' SE', 1]])],
])

export const CZECH_FIRMS: CompanyWords = {
  people: CZECH_PEOPLE,
  trades: readWords('czech/trades.txt'),
  shops: readWords('czech/shops.txt'),
}

export const SLOVAK_FIRMS: CompanyWords = {
  people: SLOVAK_PEOPLE,
  trades: readWords('slovak/trades.txt'),
  shops: readWords('slovak/shops.txt'),
}

/** Trades as a sole trader's certificate or the register's list of activities says them. */
export const SLOVAK_ACTIVITIES: readonly string[] = readWords('slovak/activities.txt')

/** A Slovak trader: "Ján Novák", or with the trade after it as many certificates have it. */
export function slovakTraderName(someone: Person, nth: number, random: Random): string {
  const name = personText(someone)
  if (random.fraction() < 0.62 && nth === 0) return name
  const trade = pickEarly(random, SLOVAK_ACTIVITIES).split(' ')[0]!.replace(/,$/, '')
  const chance = random.fraction()
  return chance < 0.4 ? `${name} - ${trade.toUpperCase()}` : chance < 0.6 ? `${name} ${trade}` : name
}
