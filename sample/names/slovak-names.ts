import type { Random } from '../../src/stdx/random.ts'
import { pick } from '../pick.ts'
import { readWords } from '../read-table.ts'
import { anyBody, type Body, goOn, makeCompanyNames } from './bodies.ts'
import { brand, familyBrand } from './brands.ts'
import { SLOVAK_FIRMS, slovakTraderName } from './company-names.ts'
import { COMPANY_WORDS, type FirmWords, makeFirmNames } from './firm-names.ts'
import { german, hungarian } from './foreigners.ts'
import type { Naming, Seat } from './naming.ts'
import { SLOVAKS } from './nations.ts'
import { wordList } from './word-list.ts'

const FIRM_WORDS: FirmWords = {
  people: SLOVAKS.people,
  trades: SLOVAK_FIRMS.trades,
  shops: SLOVAK_FIRMS.shops,
  descriptions: readWords('slovak/firm-descriptions.txt'),
  members: readWords('slovak/firm-family-members.txt'),
  companions: ['a syn', 'a spol.', 'a synovia', '& syn', 'a dcéry', '& Co.', 'a partneri', '+ syn', 'bratia'],
  domain: 'sk',
  foreign: { german: german(1), hungarian: hungarian(1, false) },
}

const CLAUSES = readWords('slovak/long-name-clauses.txt').map((clause) => ` ${clause}`)

const HUNTING = wordList(
  'Hubert,Háj,Bor,Diana,Dúbrava,Jeleň,Srnec,Bažant,Hôrka,Poľana,Javorina,Hubertus,Lesana,Zálesie',
)
const FEDERATIONS = readWords('slovak/federations.txt')

const association = anyBody([
  [({ town }) => `DHZ ${town}`, 4],
  [({ town }) => `Dobrovoľný hasičský zbor obce ${town}`, 6],
  [({ town }) => `Dobrovoľný hasičský zbor ${town}`, 2],
  [
    ({ town }, random) =>
      `${pick(random, ['TJ', 'OŠK', 'FK', 'ŠK', 'HC', 'HK', 'TJ Družstevník', 'TJ Slovan'])} ${town}`,
    10,
  ],
  [({ town }) => `Telovýchovná jednota ${town}`, 3],
  [({ town }) => `Telovýchovná jednota Družstevník ${town}`, 2],
  [({ town }) => `Športový klub ${town}`, 2],
  [({ town }) => `Futbalový klub ${town}`, 2],
  [({ town }) => `Hokejový club ${town}`, 1],
  [({ town }, random) => `Poľovnícke združenie ${pick(random, HUNTING)} ${town}`, 9],
  [({ town }, random) => `PZ ${pick(random, HUNTING)} ${town}`, 1],
  [({ town }, random) => `Poľovnícka spoločnosť ${pick(random, HUNTING)} - ${town}`, 4],
  [({ town, street }) => `Rodičovské združenie pri základnej škole ${street === '' ? town : `${street}, ${town}`}`, 6],
  [({ town }, random) => `${pick(random, FEDERATIONS)}, základná organizácia ${town}`, 9],
  [({ town }, random) => `${pick(random, FEDERATIONS)}, základná organizácia ${1 + random.below(30)} ${town}`, 5],
  [({ town }, random) => `Záhradkárska osada ${pick(random, HUNTING)} ${1 + random.below(9)} ${town}`, 4],
  [({ town }) => `Klub dôchodcov ${town}`, 3],
  [({ town }) => `Folklórny súbor ${town}`, 2],
  [({ town }, random) => `Občianske združenie ${familyBrand(random)} ${town}`, 6],
  [(_seat, random) => `Občianske združenie ${familyBrand(random)}`, 3],
  [(_seat, random) => `OZ ${familyBrand(random)}`, 3],
  [(_seat, random) => `${familyBrand(random)}, o.z.`, 10],
  [(_seat, random) => `${familyBrand(random)}`, 5],
  [(_seat, random) => `${brand(random)} ${pick(random, COMPANY_WORDS)} club`, 4],
  [({ town }, random) => `1. ${pick(random, ['FC', 'SK', 'HC', 'TC'])} ${town}`, 2],
  [({ town }, random) => goOn(`Združenie občanov obce ${town}`, CLAUSES, random), 0.6],
])

const school = anyBody([
  [({ town }) => `Základná škola s materskou školou ${town}`, 14],
  [(seat, random) => `Základná škola s materskou školou, ${address(seat, random)}`, 14],
  [(seat, random) => `Základná škola, ${address(seat, random)}`, 14],
  [(seat, random) => `Materská škola, ${address(seat, random)}`, 16],
  [({ town }) => `Materská škola ${town}`, 8],
  [(seat, random) => `Základná umelecká škola, ${address(seat, random)}`, 4],
  [(seat, random) => `Centrum voľného času, ${address(seat, random)}`, 4],
  [
    (seat, random) =>
      `Spojená škola s organizačnými zložkami Gymnázium a Stredná odborná škola, ${address(seat, random)}`,
    3,
  ],
  [({ town }) => `ZŠ s MŠ ${town}`, 2],
  [(seat, random) => `ZŠ ${address(seat, random)}`, 1],
  [(seat, random) => `MŠ ${address(seat, random)}`, 1],
  [({ town }) => `Domov sociálnych služieb ${town}`, 4],
  [({ town }) => `Mestská knižnica ${town}`, 2],
])

function address({ town, street }: Seat, random: Random): string {
  return street === '' ? `${town} ${1 + random.below(400)}` : `${street} ${1 + random.below(60)}, ${town}`
}

const owners: Body = (seat, random) => {
  const chance = random.fraction()
  if (chance < 0.35) return `Spoločenstvo vlastníkov bytov a nebytových priestorov ${address(seat, random)}`
  if (chance < 0.6) return `Spoločenstvo vlastníkov bytov ${address(seat, random)}`
  if (chance < 0.67) return `SVB ${address(seat, random)}`
  if (chance < 0.85) return `Spoločenstvo vlastníkov bytov ${brand(random)}`
  return `Pozemkové spoločenstvo ${pick(random, ['', 'urbariát ', 'bývalých urbarialistov '])}${seat.town}`
}

const SAINTS = readWords('slovak/saints.txt')

const parish: Body = ({ town }, random) => {
  const chance = random.fraction()
  if (chance < 0.5) return `Rímskokatolícka cirkev, farnosť ${town}`
  if (chance < 0.7) return `Rímskokatolícka cirkev, farnosť ${pick(random, SAINTS)} ${town}`
  if (chance < 0.85) return `Cirkevný zbor evanjelickej cirkvi ${town}`
  return goOn(`Rímskokatolícka cirkev, farský úrad pri kostole ${pick(random, SAINTS)} ${town}`, CLAUSES, random)
}

const housing = anyBody([
  [({ town }) => `Stavebné bytové družstvo ${town}`, 6],
  [(_seat, random) => `Stavebné bytové družstvo ${brand(random)}`, 1],
  [({ town }) => `Bytové družstvo ${town}`, 4],
  [({ town }) => `SBD ${town}`, 1],
])

const municipality = anyBody([
  [({ town }) => `Obec ${town}`, 93],
  [({ town }) => `Obecný úrad ${town}`, 3],
  [({ town }) => `Mestský úrad ${town}`, 2],
  [({ town }) => `OÚ ${town}`, 1],
  [({ town }) => `MÚ ${town}`, 1],
])

const union: Body = ({ town }, random) => `Združenie ${familyBrand(random)} ${town}`

const BODIES = new Map<string, Body>([
  ['701', association],
  ['271', owners],
  ['321', school],
  ['331', school],
  ['801', municipality],
  ['721', parish],
  ['117', (_seat, random) => `Nadácia ${familyBrand(random)}`],
  ['119', (_seat, random) => `${familyBrand(random)}, n.o.`],
  ['120', (_seat, random) => `${familyBrand(random)}, n.o.`],
  ['301', (_seat, random) => `${brand(random)}, štátny podnik`],
])

export const SLOVAK_NAMES: Naming = {
  person: SLOVAKS.people.person,
  local: new Map([
    ['701', 0.6],
    ['271', 0.3],
    ['321', 0.7],
    ['331', 0.7],
    ['801', 1],
    ['721', 1],
  ]),
  trader: slovakTraderName,
  firm: makeCompanyNames({
    firmName: makeFirmNames(FIRM_WORDS),
    housingShare: 0.1,
    housing,
    bodies: BODIES,
    otherBody: union,
    clauses: CLAUSES,
  }),
}
