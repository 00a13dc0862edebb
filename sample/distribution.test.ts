import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cases } from '../src/stdx/testing/cases.ts'
import { CzechSubjects } from './companies/czech-subjects.ts'
import { SlovakCompanies } from './companies/slovak-companies.ts'
import type { Area, CountryModel } from './geography/country.ts'
import { makeCzechia } from './geography/czechia.ts'
import { makeSlovakia } from './geography/slovakia.ts'
import { CZECH_NAMES } from './names/czech-names.ts'
import { SLOVAK_NAMES } from './names/slovak-names.ts'
import { PLANS } from './plan.ts'
import { makeStreams } from './streams.ts'
import { makeWorld } from './world.ts'

const stream = makeStreams(1, 2)
const slovakia = makeSlovakia({ ...PLANS.national.slovakia, stream })
const czechia = makeCzechia({ ...PLANS.national.czechia, stream })
const smallCzechia = makeCzechia({ ...PLANS.small.czechia, stream })

function counted(values: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** How many municipalities have a street of each name, the commonest first. */
function streetsOf(country: CountryModel): [name: string, municipalities: number][] {
  const names = country.municipalities.flatMap(({ areas }) => [
    ...new Set(areas.flatMap(({ streets }) => streets.map(({ name }) => name))),
  ])
  return [...counted(names)].toSorted((a, b) => b[1] - a[1])
}

const withStreets = (country: CountryModel) =>
  country.municipalities.filter(({ areas }) => areas.some((area) => 0 < area.streets.length))
/** Municipalities that are called so, with or without an attribute. */
const calledSo = (country: CountryModel, word: string): number =>
  country.municipalities.filter(({ name }) => name.split(' ').includes(word)).length
/** The streets with a short first name whose name other streets have in full. */
const spelledElsewhere = (streets: [string, number][]): number => {
  const names = streets.map(([name]) => name)
  const dotted = names.filter((name) => /^\p{Lu}\p{Ll}+\. \p{Lu}\p{Ll}+$/u.test(name) && !isTitled(name))
  const isFull = (name: string) => names.some((one) => isShortOf(name, one))
  return dotted.filter(isFull).length / dotted.length
}
const isTitled = (name: string): boolean => /^(Dr|Sv|Ing|Kpt|Gen|Prof|Arch)\./.test(name)
const isShortOf = (short: string, name: string): boolean => {
  const [first, last] = short.split('. ')
  return !name.includes('.') && name.startsWith(first!) && name.endsWith(` ${last}`)
}
/** The share of points in places without streets whose name those of three or more okresy have. */
const inSharedPlaces = (country: CountryModel): number => {
  const nameOf = ({ part, municipality }: Area): string => part?.name ?? municipality.name
  const areas = Map.groupBy(country.areas, nameOf)
  const isShared = (name: string): boolean =>
    3 <= new Set(areas.get(name)!.map(({ municipality }) => municipality.county)).size
  const found = country.areas.filter((area) => area.streets.length === 0 && isShared(nameOf(area)))
  return found.reduce((all, { points }) => all + points, 0) / country.points
}
const partsCalled = (country: CountryModel, name: string): number =>
  new Set(country.areas.flatMap(({ part }) => (part?.name === name ? part.code : []))).size
/** How many values occur more than once, each time counted. */
const shared = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].filter((times) => 1 < times).reduce((all, times) => all + times, 0)

const { czechFirms, czechTraders, slovakFirms } = namesOfSmallSample()
const firms = [...czechFirms, ...slovakFirms]
const FORM = /,? (s\. ?r\. ?o\.?|spol\. s ?r\. ?o\.|a\. ?s\.|v\.o\.s\.|k\.s\.|z\. ?s\.|družstvo)$/
const core = (name: string): string => name.toLowerCase().replace(FORM, '').trim()
const shareOfFirms = (fits: (name: string) => boolean): number => firms.filter(fits).length / firms.length
const like = (fits: RegExp): number => firms.filter((name) => fits.test(core(name))).length
const [skStreets, czStreets] = [streetsOf(slovakia), streetsOf(czechia)]
const once = (streets: [string, number][]) => streets.filter(([, towns]) => towns === 1).length / streets.length
const owners = czechFirms.filter((name) => /^(Společenství |SVJ )/.test(name))
const words = counted(firms.flatMap((name) => [...new Set(core(name).split(/[^\p{L}\d]+/u))]))
const surnames = counted(czechTraders.map((name) => name.split(' ').at(-1)!))
const czechCores = new Set(czechFirms.map(core))

/** The figures of README.md. */
const FIGURES: readonly (readonly [figure: string, least: number, value: number, most: number])[] = [
  ['Slovak municipalities with a street Hlavná', 220, skStreets.find(([name]) => name === 'Hlavná')![1], 1_000],
  ['Czech municipalities with a street Zahradní', 450, czStreets.find(([name]) => name === 'Zahradní')![1], 1_000],
  ['names of Slovak streets', 8_000, skStreets.length, 40_000],
  ['names of Czech streets', 8_000, czStreets.length, 40_000],
  ['the share of Slovak ones that occur once', 0.33, once(skStreets), 0.7],
  ['the share of Czech ones that occur once', 0.33, once(czStreets), 0.7],
  ['municipalities with the 101st name in Slovakia', 50, skStreets[100]![1], 500],
  ['municipalities with the 101st name in Czechia', 50, czStreets[100]![1], 500],
  ['the share of Slovak municipalities with streets', 0.24, withStreets(slovakia).length / 2927, 0.26],
  ['Czech municipalities with streets', 350, withStreets(czechia).length, 1_600],
  ['Czech municipalities called Lhota', 50, calledSo(czechia, 'Lhota'), 100],
  ['Czech municipalities called Ves', 55, calledSo(czechia, 'Ves'), 140],
  ['Czech municipalities called Újezd', 35, calledSo(czechia, 'Újezd'), 80],
  ['parts of Czech municipalities called just Lhota', 80, partsCalled(czechia, 'Lhota'), 300],
  ['parts called Předměstí', 10, partsCalled(czechia, 'Předměstí'), 150],
  ['parts called Sídlisko', 5, partsCalled(slovakia, 'Sídlisko'), 50],
  ['dotted first names of Slovak streets in full elsewhere', 0.9, spelledElsewhere(skStreets), 1],
  ['dotted first names of Czech streets in full elsewhere', 0.9, spelledElsewhere(czStreets), 1],
  ['points in Czech places without streets of a shared name', 0.1, inSharedPlaces(czechia), 0.25],
  ['points in Slovak places without streets of a shared name', 0.05, inSharedPlaces(slovakia), 0.15],
  ['the same of the small sample of Czechia', 0.1, inSharedPlaces(smallCzechia), 0.2],
  ['Slovak municipalities of one name', 120, shared(counted(slovakia.municipalities.map(({ name }) => name))), 300],
  ['the share of firms with the name of another', 1 / 20, shared(counted(firms.map(core))) / firms.length, 1 / 7],
  ['names in both countries', 50, new Set(slovakFirms.map(core)).intersection(czechCores).size, 1_000],
  ['names of one letter or digit', 10, like(/^[\p{L}\d]$/u), 100],
  ['names of digits only', 5, like(/^\d+$/), 100],
  ['names with an ampersand', 200, like(/&/), 2_000],
  ['names with a plus', 5, like(/\+/), 500],
  ['names with digits glued to letters', 50, like(/\p{L}\d/u), 1_500],
  ['the share of associations of owners', 0.075, owners.length / czechFirms.length, 0.09],
  ['that of those called so', 0.97, owners.filter((name) => name.startsWith('Spol')).length / owners.length, 0.995],
  ['the longest name', 200, Math.max(...firms.map((name) => name.length)), 260 + ' "v likvidaci"'.length],
  ['names of over 120 characters', 20, firms.filter((name) => 120 < name.length).length, 200],
  ['the share of names in capitals', 0.1, shareOfFirms(isShouted), 0.3],
  ['the share of names with the commonest word', 0.01, words.get('group')! / firms.length, 0.2],
  ['the share of words that occur once', 0.5, [...words.values()].filter((n) => n === 1).length / words.size, 0.9],
  ['traders called Jan Novák', 2, counted(czechTraders).get('Jan Novák') ?? 0, 25],
  ['surnames of Czech traders', 5_000, surnames.size, 30_000],
  ['the share of Novák', 0.0025, surnames.get('Novák')! / czechTraders.length, 0.012],
]

for (const [figure, least, value, most] of FIGURES) {
  test(`${figure}: between ${least} and ${most}`, () => assert.ok(least <= value && value <= most, `${value}`))
}

/** Form, first words, abbreviation. */
const BODIES = cases<[naming: typeof CZECH_NAMES, form: string, words: string, abbreviation: string]>`
  ${CZECH_NAMES}  | 145 | Společenství vlastníků jednotek | SVJ
  ${CZECH_NAMES}  | 205 | Stavební bytové družstvo        | SBD
  ${CZECH_NAMES}  | 706 | Sbor dobrovolných hasičů        | SDH
  ${CZECH_NAMES}  | 706 | Tělovýchovná jednota            | TJ
  ${CZECH_NAMES}  | 331 | Základní škola                  | ZŠ
  ${CZECH_NAMES}  | 801 | Obecní úřad                     | OÚ
  ${SLOVAK_NAMES} | 271 | Spoločenstvo vlastníkov bytov   | SVB
  ${SLOVAK_NAMES} | 701 | Dobrovoľný hasičský zbor        | DHZ
  ${SLOVAK_NAMES} | 701 | Športový klub                   | ŠK
  ${SLOVAK_NAMES} | 331 | Základná škola                  | ZŠ
  ${SLOVAK_NAMES} | 801 | Mestský úrad                    | MÚ
`
for (const [naming, form, first, abbreviation] of BODIES) {
  test(`names of bodies begin with ${first}, and some with ${abbreviation}`, () => {
    const draw = makeStreams(1, 2)('bodies')
    const seat = { town: 'Lhota', street: 'Krátká', county: 'Kladno' }
    const names = Array.from({ length: 5_000 }, (_, i) => naming.firm(form, seat, draw(i)))
    assert.ok(names.some((name) => name.startsWith(first)))
    assert.ok(10 <= names.filter((name) => name.startsWith(`${abbreviation} `)).length)
  })
}

function namesOfSmallSample(): { czechFirms: string[]; czechTraders: string[]; slovakFirms: string[] } {
  const world = makeWorld(PLANS.small, { seed: 1, model: 2, today: '2026-11-21' })
  const [czechs, slovaks] = [new CzechSubjects(world), new SlovakCompanies(world)]
  const czech = Array.from({ length: czechs.count }, (_, place) => czechs.at(place))
  const slovak = Array.from({ length: slovaks.count }, (_, place) => slovaks.at(place))
  return {
    czechFirms: czech.filter(({ kind }) => kind === 'firm').map(({ name }) => name),
    czechTraders: czech.filter(({ kind }) => kind === 'trader').map(({ name }) => name),
    slovakFirms: slovak.flatMap((one) =>
      one.dissolved === null && one.person === null ? one.names.at(-1)!.value : [],
    ),
  }
}

/** The first word that is more than initials stands in capitals. */
function isShouted(name: string): boolean {
  const first = name.split(/[ ,]/).find((word) => 2 < word.length) ?? ''
  return first !== '' && first === first.toUpperCase() && /\p{L}/u.test(first)
}
