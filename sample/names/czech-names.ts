import type { Random } from '../../src/stdx/random.ts'
import { drawByWeight, pick } from '../pick.ts'
import { readWords } from '../read-table.ts'
import { anyBody, type Body, goOn, makeCompanyNames } from './bodies.ts'
import { brand, familyBrand } from './brands.ts'
import { CZECH_FIRMS } from './company-names.ts'
import { COMPANY_WORDS, type FirmWords, makeFirmNames } from './firm-names.ts'
import { german, hungarian } from './foreigners.ts'
import type { Naming, Seat } from './naming.ts'
import { CZECHS } from './nations.ts'
import { personText } from './people.ts'
import { wordList } from './word-list.ts'

const FIRM_WORDS: FirmWords = {
  people: CZECHS.people,
  trades: CZECH_FIRMS.trades,
  shops: CZECH_FIRMS.shops,
  descriptions: readWords('czech/firm-descriptions.txt'),
  members: readWords('czech/firm-family-members.txt'),
  companions: ['a syn', 'a spol.', 'a synové', '& syn', 'a dcery', '& Co.', 'a partneři', '+ syn', 'bratři'],
  domain: 'cz',
  foreign: { german: german(1), hungarian: hungarian(1, false) },
}

/** "Jan Novák"; the register of traders has few with more than that. */
const TRADES = readWords('czech/trades-of-traders.txt')

const CLAUSES = readWords('czech/long-name-clauses.txt').map((clause) => ` ${clause}`)

/** A house as the names of owners and schools say it. */
function house({ town, street }: Seat, random: Random): string {
  const number = 1 + Math.floor(random.fraction() ** 2 * 2_400)
  const chance = random.fraction()
  if (street === '') return `č.p. ${number}${chance < 0.6 ? `, ${town}` : ` ${town}`}`
  if (chance < 0.3) return `${street} ${number}`
  if (chance < 0.6) return `${street} ${number}, ${town}`
  if (chance < 0.8) return `${street} ${number}/${1 + random.below(80)}, ${town}`
  return `${street} ${number} a ${number + 2}, ${town}`
}

const association = anyBody([
  [({ town }, random) => `Sbor dobrovolných hasičů ${town}${formOf(random)}`, 6],
  [({ town }) => `SDH ${town}, z.s.`, 3],
  [({ town }) => `TJ Sokol ${town}, z.s.`, 5],
  [({ town }, random) => `${pick(random, ['TJ', 'SK', 'FK', 'AFK', 'HC', 'TK', 'BK'])} ${town}${formOf(random)}`, 8],
  [({ town }, random) => `Tělovýchovná jednota ${brand(random)} ${town}${formOf(random)}`, 5],
  [({ town }, random) => `Tělovýchovná jednota Sokol ${town}${formOf(random)}`, 2],
  [({ town }, random) => `Sportovní klub ${town}${formOf(random)}`, 3],
  [({ town }, random) => `Fotbalový klub ${town}${formOf(random)}`, 2],
  [({ town }, random) => `Hokejový club ${town}${formOf(random)}`, 1],
  [
    ({ town }, random) =>
      `Myslivecký spolek ${pick(random, HUNTING)} ${town}${random.fraction() < 0.5 ? '' : formOf(random)}`,
    8,
  ],
  [({ town }, random) => `Honební společenstvo ${town}${random.fraction() < 0.2 ? ` ${1 + random.below(4)}` : ''}`, 5],
  [({ town }, random) => `Klub seniorů ${town}${formOf(random)}`, 3],
  [
    ({ street, town }, random) =>
      `Spolek rodičů a přátel školy ${street === '' ? town : `${street}, ${town}`}${formOf(random)}`,
    5,
  ],
  [({ town }, random) => `Spolek ${familyBrand(random)} ${town}${formOf(random)}`, 6],
  [(_seat, random) => `${familyBrand(random)}${formOf(random)}`, 12],
  [(_seat, random) => `${brand(random)} ${pick(random, COMPANY_WORDS)} club${formOf(random)}`, 4],
  [({ town }, random) => `Okrašlovací spolek ${town}${formOf(random)}`, 2],
  [({ town }, random) => `Mateřské centrum ${brand(random)} ${town}${formOf(random)}`, 2],
  [({ town }, random) => `1. ${pick(random, ['FC', 'SK', 'HC', 'TC'])} ${town}${formOf(random)}`, 2],
])

const HUNTING = wordList(
  'Hubert,Háj,Bor,Hubertus,Diana,Doubrava,Lesana,Srnec,Bažant,Jelen,Tetřev,Vysočina,Podhoří,Zálesí',
)

const formOf = drawByWeight([
  [', z.s.', 55],
  [' z.s.', 20],
  [', z. s.', 15],
  [', spolek', 2],
  ['', 8],
]) as (random: Random) => string

const FEDERATIONS = readWords('czech/federations.txt')

/** Parts of federations: the same words in every village. */
const branchOfAssociation: Body = ({ town, county }, random) => {
  const federation = pick(random, FEDERATIONS)
  const chance = random.fraction()
  if (chance < 0.3) return `${federation}, z.s., základní organizace ${town}`
  if (chance < 0.5) return `${federation} z.s., ZO ${1 + random.below(40)} ${town}`
  if (chance < 0.7) return `${federation}, z. s., místní organizace ${town}, okres ${county}`
  if (chance < 0.85) return `SH ČMS - Sbor dobrovolných hasičů ${town}`
  return `${federation}, z.s., základní organizace ${town}, zahrádková osada ${pick(random, HUNTING)} ${1 + random.below(9)}`
}

const school = anyBody([
  [({ town }) => `Základní škola a mateřská škola ${town}, příspěvková organizace`, 16],
  [({ town }) => `Základní škola a Mateřská škola ${town}, příspěvková organizace`, 8],
  [({ town, county }) => `Základní škola a mateřská škola ${town}, okres ${county}, příspěvková organizace`, 10],
  [({ town }) => `Mateřská škola ${town}, příspěvková organizace`, 14],
  [({ town, county }) => `Mateřská škola ${town}, okres ${county}`, 7],
  [(seat, random) => `Mateřská škola ${house(seat, random)}, příspěvková organizace`, 9],
  [(seat, random) => `Základní škola ${house(seat, random)}, příspěvková organizace`, 10],
  [(seat, random) => `Základní umělecká škola ${seat.town}, ${house(seat, random)}`, 3],
  [
    ({ town, county }, random) =>
      `Gymnázium, Střední odborná škola a Vyšší odborná škola ${pick(random, TRADES).toLowerCase()} ${town}, okres ${county}`,
    2,
  ],
  [({ town }) => `ZŠ a MŠ ${town}, příspěvková organizace`, 3],
  [({ town }) => `ZŠ ${town}, příspěvková organizace`, 1],
  [({ town }) => `MŠ ${town}`, 1],
  [({ town }) => `Domov pro seniory ${town}, příspěvková organizace`, 4],
  [({ town }) => `Městská knihovna ${town}`, 4],
  [({ town }) => `Školní jídelna ${town}, příspěvková organizace`, 3],
  [
    ({ town }) =>
      `Dětský domov, Základní škola, Praktická škola a Školní jídelna ${town}, příspěvková organizace kraje`,
    2,
  ],
])

const owners = anyBody([
  [(seat, random) => `Společenství vlastníků jednotek ${house(seat, random)}`, 30],
  [(seat, random) => `Společenství vlastníků ${house(seat, random)}`, 20],
  [(seat, random) => `Společenství vlastníků jednotek domu ${house(seat, random)}`, 14],
  [
    ({ town }, random) =>
      `Společenství vlastníků jednotek domu čp. ${1 + random.below(3_000)}${random.fraction() < 0.7 ? `, ${town}` : ''}`,
    8,
  ],
  [(seat, random) => `Společenství pro dům ${house(seat, random)}`, 12],
  [(seat, random) => `SVJ ${house(seat, random)}`, 1.5],
  [
    (seat, random) =>
      `Společenství vlastníků jednotek pro dům č.p. ${1 + random.below(3_000)} v ulici ${seat.street || seat.town}, ${seat.town}`,
    8,
  ],
  [(_seat, random) => `Společenství vlastníků ${brand(random)}`, 3],
])

const housing = anyBody([
  [({ town }) => `Stavební bytové družstvo ${town}`, 5],
  [(_seat, random) => `Stavební bytové družstvo ${brand(random)}`, 3],
  [(seat, random) => `Bytové družstvo ${house(seat, random)}`, 10],
  [({ town }) => `SBD ${town}`, 1],
])

const SAINTS = readWords('czech/saints.txt')

const parish: Body = ({ town }, random) => {
  const chance = random.fraction()
  if (chance < 0.5) return `Římskokatolická farnost ${town}`
  if (chance < 0.7) return `Římskokatolická farnost u kostela ${pick(random, SAINTS)} ${town}`
  if (chance < 0.85) return `Farní sbor Evangelické církve v obci ${town}`
  return goOn(`Římskokatolická duchovní správa u kostela ${pick(random, SAINTS)} ${town}`, CLAUSES, random)
}

const foreignBranch: Body = ({ town }, random) => {
  const parent = `${familyBrand(random)} ${pick(random, ['GmbH', 'AG', 'Ltd.', 'S.A.', 'B.V.', 'Kft.', 'SE', 'Inc.'])}`
  const chance = random.fraction()
  if (chance < 0.4) return `${parent}, odštěpný závod`
  if (chance < 0.7) return `${parent} - organizační složka`
  if (chance < 0.9) return `${parent}, organizační složka v České republice`
  return goOn(`${parent}, odštěpný závod ${town}`, CLAUSES, random)
}

const municipality = anyBody([
  [({ town }) => `Obec ${town}`, 77],
  [({ town }) => town, 19],
  [({ town }) => `Obecní úřad ${town}`, 3],
  [({ town }) => `OÚ ${town}`, 1],
])

const office: Body = ({ town }, random) => `Úřad ${brand(random)} ${town}`

const BODIES = new Map<string, Body>([
  ['706', association],
  ['736', branchOfAssociation],
  ['145', owners],
  ['331', school],
  ['801', municipality],
  ['721', parish],
  ['421', foreignBranch],
  ['117', (_seat, random) => `Nadace ${familyBrand(random)}`],
  ['118', (_seat, random) => `Nadační fond ${familyBrand(random)}`],
  ['141', (_seat, random) => `${familyBrand(random)}, o.p.s.`],
  ['161', (_seat, random) => `${familyBrand(random)}, z.ú.`],
  ['301', (_seat, random) => `${brand(random)}, státní podnik`],
  ['961', (_seat, random) => `${familyBrand(random)}, svěřenský fond`],
])

export const CZECH_NAMES: Naming = {
  person: CZECHS.people.person,
  local: new Map([
    ['706', 0.6],
    ['736', 0.9],
    ['331', 0.7],
    ['801', 1],
    ['721', 1],
  ]),
  trader(person, _nth, random) {
    const name = personText(person)
    return random.fraction() < 0.93 ? name : `${name} - ${pick(random, TRADES)}`
  },
  firm: makeCompanyNames({
    firmName: makeFirmNames(FIRM_WORDS),
    housingShare: 0.35,
    housing,
    bodies: BODIES,
    otherBody: office,
    clauses: CLAUSES,
  }),
}
