import type { Random } from '../../src/stdx/random.ts'
import { drawByFrequency, drawByWeight, pick } from '../pick.ts'
import { readWords } from '../read-table.ts'
import { brand, familyBrand, initials } from './brands.ts'
import type { CompanyWords } from './company-names.ts'
import type { Origin, People } from './origins.ts'
import { combine, withShuffledTail, wordList } from './word-list.ts'

export interface FirmWords {
  readonly people: People
  readonly trades: CompanyWords['trades']
  readonly shops: CompanyWords['shops']
  /** "První stavební": what a firm does, said in the language of the country. */
  readonly descriptions: readonly string[]
  /** Said after a family's brand: "CZ", "Holding". */
  readonly members: readonly string[]
  /** "a syn", "a spol." */
  readonly companions: readonly string[]
  readonly domain: string
  readonly foreign: { readonly german: Origin; readonly hungarian: Origin }
}

/** The name of a firm without its legal form. */
export type FirmName = (town: string, random: Random) => string

const WORDS = { exponent: 0.9, shift: 2 }
const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']

export function makeFirmNames(words: FirmWords): FirmName {
  const companyWord = drawByFrequency(COMPANY_WORDS, WORDS)
  const gluedStart = drawByFrequency(GLUED_STARTS, WORDS)
  const gluedEnd = drawByFrequency(GLUED_ENDS, WORDS)
  const english = drawByFrequency(ENGLISH, WORDS)
  const noun = drawByFrequency(ENGLISH_NOUNS, WORDS)
  const shortest = drawByFrequency(SHORTEST, { exponent: 1, shift: 2 })
  const member = drawByFrequency(words.members, WORDS)
  const description = drawByFrequency(words.descriptions, WORDS)
  const shop = drawByFrequency(words.shops, WORDS)
  const { surname } = words.people

  /** A company that exists for one project: the brand of its family, a word and a number. */
  const series = (random: Random): string => {
    const chance = random.fraction()
    const name = chance < 0.5 ? familyBrand(random) : `${familyBrand(random)} ${companyWord(random)}`
    if (chance < 0.7) return `${name} ${1 + Math.floor(random.fraction() ** 2 * 120)}`
    return chance < 0.85 ? `${name} ${pick(random, ROMAN)}` : `${name} ${String.fromCharCode(65 + random.below(12))}`
  }
  const glued = (random: Random): string => gluedStart(random) + gluedEnd(random)
  const ofSurname = (random: Random): string => {
    const chance = random.fraction()
    const family = surname(random)
    if (chance < 0.22) return family
    if (chance < 0.4) return `${family} ${pick(random, words.companions)}`
    if (chance < 0.55) return `${family} - ${pick(random, words.trades)}`
    if (chance < 0.68) return `${family} ${companyWord(random)}`
    if (chance < 0.78) return `${family} & ${surname(random)}`
    const { given } = words.people.person(random)
    return chance < 0.9 ? `${given} ${family}` : `${given.slice(0, 1)}. ${family}`
  }
  const foreign = (town: string, random: Random): string => {
    const chance = random.fraction()
    if (chance < 0.35) return `${pick(random, words.foreign.german.surnames)} ${pick(random, GERMAN_TRADES)}`
    if (chance < 0.5) return `${pick(random, words.foreign.german.surnames)} & Söhne ${town}`
    if (chance < 0.7) return `${pick(random, words.foreign.hungarian.surnames)} ${pick(random, HUNGARIAN_TRADES)}`
    if (chance < 0.87)
      return `${pick(random, VIETNAMESE_NAMES)}${random.fraction() < 0.4 ? ` ${companyWord(random)}` : ''}`
    return pick(random, EASTERN_WORDS)
  }
  const drawMaker = drawByWeight<FirmName>([
    [(_town, random) => brand(random), 21],
    [(_town, random) => `${brand(random)} ${companyWord(random)}`, 17],
    [(_town, random) => glued(random), 8],
    [(town, random) => `${glued(random)} ${random.fraction() < 0.5 ? town : companyWord(random)}`, 5],
    [(_town, random) => familyBrand(random), 4],
    [(_town, random) => `${familyBrand(random)} ${member(random)}`, 6],
    [(town, random) => `${familyBrand(random)} ${town}`, 4],
    [(_town, random) => series(random), 4],
    [(_town, random) => ofSurname(random), 11],
    [(_town, random) => `${shop(random)} ${surname(random)}`, 3],
    [(_town, random) => `${shop(random)} ${brand(random)}`, 1.5],
    [(town, random) => `${shop(random)} ${town}`, 1.5],
    [(_town, random) => `${english(random)} ${noun(random)}`, 4.5],
    [(_town, random) => `${english(random)} ${noun(random)} ${companyWord(random)}`, 1.5],
    [(_town, random) => description(random), 0.8],
    [(town, random) => `${description(random)} ${town}`, 1.2],
    [(_town, random) => shortest(random), 0.35],
    [(_town, random) => `${shortest(random)} ${companyWord(random)}`, 0.6],
    [(_town, random) => `${initials(random)} ${companyWord(random)}`, 2],
    [foreign, 1.5],
    [
      (_town, random) =>
        `${brand(random)
          .toLowerCase()
          .replaceAll(/[^a-z]/g, '')}.${words.domain}`,
      0.8,
    ],
    [(_town, random) => `${brand(random)}${1 + random.below(99)}`, 0.5],
  ])
  return (town, random) => cased(drawMaker(random)(town, random), random)
}

/** A fifth in capitals, few in small letters. */
function cased(name: string, random: Random): string {
  const at = random.fraction()
  if (at < 0.22) return name.toUpperCase()
  return at < 0.25 ? name.toLowerCase() : name
}

/** What names of firms in both countries are made of, the most frequent first. */

/** Glued before and after each other: Eurostav, AGROTRANS, Medtech. */
const GLUED_STARTS = readWords('firms/glued-starts.txt')
const GLUED_ENDS = readWords('firms/glued-ends.txt')
export const COMPANY_WORDS = readWords('firms/company-words.txt')
const ENGLISH = readWords('firms/english-words.txt')
const ENGLISH_NOUNS = readWords('firms/english-nouns.txt')
/** Names that several firms surely have: of one letter, of digits, of both. */
const SHORTEST = withShuffledTail(readWords('firms/shortest-names.txt'), [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  ...combine([...'ABCDEFGHIJKLMNOPRSTVZ'], [...'ABCDEFGHIJKLMNOPRSTVZ123456789']),
  ...combine([...'123456789'], [...'ABCDFGHKLMPRSTVX']),
  ...combine([...'ABCDEFGHJKLMPRSTVZ'], [...'ABCDEFGHJKLMPRSTVZ'], '+'),
  ...combine([...'ABCDEFGHJKLMPRSTVZ'], [...'ABCDEFGHJKLMPRSTVZ'], ' & '),
])
const GERMAN_TRADES = readWords('firms/german-trades.txt')
const HUNGARIAN_TRADES = readWords('firms/hungarian-trades.txt')
const VIETNAMESE_NAMES = withShuffledTail(
  wordList('Thanh Long,Viet Dung,Hoang Anh,Phuong Nam,Hong Ha,Minh Duc,Sao Mai,Hai Phong,Viet Hung,Nam Dinh,Hoa Binh'),
  combine(
    wordList('Thanh,Viet,Hoang,Hong,Minh,Hai,Nam,Dong,Tan,Phu,Quang,Ngoc,Hoa,Kim,Long,Anh'),
    wordList('Long,Dung,Anh,Nam,Ha,Duc,Mai,Hung,Phat,Tien,Son,Linh,Thuy,Vuong,Thinh,Loc'),
    ' ',
  ),
)
/** Russian and Ukrainian words as they are written in Latin letters. */
const EASTERN_WORDS = withShuffledTail(
  wordList('Sojuz,Zoloto,Dnipro Trans,Slavutych,Kolos,Druzhba,Sever-Torg,Rosinka,Medvid,Kalyna,Berezka,Mriya'),
  combine(
    wordList('Ukr,Dnipro,Kyiv,Lviv,Volyn,Zakarpat,Bud,Slavut,Sever,Vostok,Zapad,Yug,Mir,Stal,Les,Zorya,Svit'),
    wordList('torg,bud,trans,servis,invest,prom,export,stroy,land,kontrakt,resurs,agro'),
  ),
)
