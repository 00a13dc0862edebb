import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CzechSubjects } from './companies/czech-subjects.ts'
import { SlovakCompanies } from './companies/slovak-companies.ts'
import type { CountryModel } from './geography/country.ts'
import { makeCzechia } from './geography/czechia.ts'
import { makeSlovakia } from './geography/slovakia.ts'
import { CZECH_NAMES } from './names/czech-names.ts'
import { SLOVAK_NAMES } from './names/slovak-names.ts'
import { zipf } from './pick.ts'
import { PLANS } from './plan.ts'
import { makeStreams } from './streams.ts'
import { makeWorld } from './world.ts'

const stream = makeStreams(1, 2)
const slovakia = makeSlovakia({ ...PLANS.national.slovakia, stream })
const czechia = makeCzechia({ ...PLANS.national.czechia, stream })

function counted(values: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
/** How many municipalities have a street of each name. */
function streetsOf(country: CountryModel): Map<string, number> {
  return counted(
    country.municipalities.flatMap(({ areas }) => [
      ...new Set(areas.flatMap(({ streets }) => streets.map(({ name }) => name))),
    ]),
  )
}
/** Municipalities that are called so, with or without an attribute. */
const calledSo = (country: CountryModel, word: string): number =>
  country.municipalities.filter(({ name }) => name.split(' ').includes(word)).length
const partsCalled = (country: CountryModel, name: string): number =>
  new Set(country.areas.flatMap(({ part }) => (part?.name === name ? part.code : []))).size
const isBetween = (least: number, value: number, most: number): void =>
  assert.ok(least <= value && value <= most, `${value} is not between ${least} and ${most}`)

for (const [country, model, commonest, least] of [
  ['Slovakia', slovakia, 'Hlavná', 220],
  ['Czechia', czechia, 'Zahradní', 450],
] as const) {
  describe(`${country} at national scale`, () => {
    const streets = streetsOf(model)
    const descending = [...streets].toSorted((a, b) => b[1] - a[1])

    test(`has the commonest street, ${commonest}, in at least ${least} municipalities`, () => {
      assert.equal(descending[0]![0], commonest)
      isBetween(least, descending[0]![1], 1_000)
    })

    test('has a long tail of streets: many thousands of names, over a third of them once', () => {
      isBetween(8_000, streets.size, 40_000)
      const once = descending.filter(([, towns]) => towns === 1).length
      isBetween(0.33, once / streets.size, 0.7)
    })

    test('has a hundred street names that occur in fifty municipalities each', () =>
      assert.ok(50 <= descending[100]![1], String(descending[100])))

    test('has streets in hundreds of municipalities, most of them villages', () => {
      const withStreets = model.municipalities.filter(({ areas }) => areas.some((area) => 0 < area.streets.length))
      isBetween(350, withStreets.length, 1_600)
      assert.ok(0.5 < withStreets.filter(({ kind }) => kind === 'village').length / withStreets.length)
    })

    test('has no two parts of one name in a municipality', () => {
      for (const { name, areas, kind } of model.municipalities) {
        // Parts of divided cities are real and may reach into several districts.
        if (kind === 'city') continue
        const parts = areas.flatMap(({ part }) => part?.name ?? [])
        assert.equal(new Set(parts).size, parts.length, name)
      }
    })
  })
}

test('a quarter of the Slovak municipalities have streets', () => {
  const withStreets = slovakia.municipalities.filter(({ areas }) => areas.some((area) => 0 < area.streets.length))
  isBetween(0.24, withStreets.length / slovakia.municipalities.length, 0.26)
})

describe('names of places', () => {
  test('Lhota, Ves and Újezd are about as frequent as in Czechia: 65, 71 and 44', () => {
    isBetween(50, calledSo(czechia, 'Lhota'), 100)
    isBetween(55, calledSo(czechia, 'Ves'), 140)
    isBetween(35, calledSo(czechia, 'Újezd'), 80)
  })

  test('at least eighty parts of Czech municipalities are called just Lhota', () =>
    isBetween(80, partsCalled(czechia, 'Lhota'), 300))

  test('about 205 Slovak municipalities share their name with another', () => {
    const counts = counted(slovakia.municipalities.map(({ name }) => name))
    const shared = [...counts.values()].filter((count) => 1 < count).reduce((all, count) => all + count, 0)
    isBetween(120, shared, 300)
  })

  test('parts of many towns have the same names', () => {
    isBetween(10, partsCalled(czechia, 'Předměstí'), 150)
    isBetween(5, partsCalled(slovakia, 'Sídlisko'), 50)
  })
})

/** Form, first words, abbreviation. */
const CZECH_BODIES = [
  ['145', 'Společenství vlastníků jednotek', 'SVJ'],
  ['205', 'Stavební bytové družstvo', 'SBD'],
  ['706', 'Sbor dobrovolných hasičů', 'SDH'],
  ['706', 'Tělovýchovná jednota', 'TJ'],
  ['706', 'Sportovní klub', 'SK'],
  ['706', 'Fotbalový klub', 'FK'],
  ['706', 'Hokejový club', 'HC'],
  ['331', 'Základní škola', 'ZŠ'],
  ['331', 'Mateřská škola', 'MŠ'],
  ['801', 'Obecní úřad', 'OÚ'],
] as const
const SLOVAK_BODIES = [
  ['271', 'Spoločenstvo vlastníkov bytov', 'SVB'],
  ['205', 'Stavebné bytové družstvo', 'SBD'],
  ['701', 'Dobrovoľný hasičský zbor', 'DHZ'],
  ['701', 'Telovýchovná jednota', 'TJ'],
  ['701', 'Športový klub', 'ŠK'],
  ['701', 'Futbalový klub', 'FK'],
  ['701', 'Hokejový club', 'HC'],
  ['701', 'Občianske združenie', 'OZ'],
  ['701', 'Poľovnícke združenie', 'PZ'],
  ['331', 'Základná škola', 'ZŠ'],
  ['331', 'Materská škola', 'MŠ'],
  ['801', 'Obecný úrad', 'OÚ'],
  ['801', 'Mestský úrad', 'MÚ'],
] as const

describe('names of bodies', () => {
  for (const [naming, bodies] of [
    [CZECH_NAMES, CZECH_BODIES],
    [SLOVAK_NAMES, SLOVAK_BODIES],
  ] as const) {
    for (const [form, words, abbreviation] of bodies) {
      test(`begin with ${words}, and some with ${abbreviation}`, () => {
        const draw = makeStreams(1, 2)('bodies')
        const seat = { town: 'Lhota', street: 'Krátká', county: 'Kladno' }
        const names = Array.from({ length: 5_000 }, (_, i) => naming.firm(form, seat, draw(i)))
        assert.ok(names.some((name) => name.startsWith(words)))
        isBetween(0.002, names.filter((name) => name.startsWith(`${abbreviation} `)).length / 5_000, 0.1)
      })
    }
  }
})

describe('companies of the small sample', () => {
  const world = makeWorld(PLANS.small, { seed: 1, model: 2, today: '2026-11-21' })
  const czechs = new CzechSubjects(world)
  const slovaks = new SlovakCompanies(world)
  const czechFirms: string[] = []
  const czechTraders: string[] = []
  for (let place = 0; place < czechs.count; place++) {
    const { kind, name } = czechs.at(place)
    if (kind === 'firm') czechFirms.push(name)
    if (kind === 'trader') czechTraders.push(name)
  }
  const slovakFirms: string[] = []
  for (let place = 0; place < slovaks.count; place++) {
    const { dissolved, person, names } = slovaks.at(place)
    if (dissolved === null && person === null) slovakFirms.push(names.at(-1)!.value)
  }
  const firms = [...czechFirms, ...slovakFirms]
  const core = (name: string): string =>
    name
      .toLowerCase()
      .replace(/,? (s\. ?r\. ?o\.?|spol\. s ?r\. ?o\.|a\. ?s\.|v\.o\.s\.|k\.s\.|z\. ?s\.|družstvo)$/, '')
      .trim()
  const count = (fits: RegExp): number => firms.filter((name) => fits.test(core(name))).length

  test('between one firm in twenty and one in seven shares its name, apart from case and legal form', () => {
    const counts = counted(firms.map(core))
    const shared = [...counts.values()].filter((times) => 1 < times).reduce((all, times) => all + times, 0)
    isBetween(1 / 20, shared / firms.length, 1 / 7)
  })

  test('some firms of the two countries share a name', () => {
    const slovak = new Set(slovakFirms.map(core))
    isBetween(50, new Set(czechFirms.map(core).filter((name) => slovak.has(name))).size, 1_000)
  })

  test('some names have one letter or only digits, some an ampersand, a plus or digits glued to letters', () => {
    isBetween(10, count(/^[\p{L}\d]$/u), 100)
    isBetween(5, count(/^\d+$/), 100)
    isBetween(200, count(/&/), 2_000)
    isBetween(5, count(/\+/), 500)
    isBetween(50, count(/\p{L}\d/u), 1_500)
  })

  test('all but few associations of owners are called Společenství, and they are a twelfth of the Czech firms', () => {
    const owners = czechFirms.filter((name) => /^(Společenství |SVJ )/.test(name))
    isBetween(0.075, owners.length / czechFirms.length, 0.09)
    isBetween(0.97, owners.filter((name) => name.startsWith('Společenství')).length / owners.length, 0.995)
  })

  test('the longest names have between 200 and 260 characters', () => {
    const lengths = firms.map((name) => name.length).toSorted((a, b) => b - a)
    isBetween(200, lengths[0]!, 260 + ' "v likvidaci"'.length)
    isBetween(20, lengths.filter((length) => 120 < length).length, 200)
  })

  test('a fifth of the names are in capitals', () => {
    isBetween(0.1, firms.filter(isShouted).length / firms.length, 0.3)
  })

  test('the commonest words of names are in over one name of a hundred, and most words in one name only', () => {
    const words = counted(firms.flatMap((name) => [...new Set(core(name).split(/[^\p{L}\d]+/u))]))
    assert.ok(0.01 < words.get('group')! / firms.length)
    const once = [...words.values()].filter((times) => times === 1).length
    isBetween(0.5, once / words.size, 0.9)
  })

  test('persons have the names of the country: Jan Novák several times among 35 000 traders, thousands of surnames', () => {
    const names = counted(czechTraders)
    isBetween(2, names.get('Jan Novák') ?? 0, 25)
    const surnames = counted(czechTraders.map((name) => name.split(' ').at(-1)!))
    isBetween(5_000, surnames.size, 30_000)
    const novaks = (surnames.get('Novák') ?? 0) + (surnames.get('Nováková') ?? 0)
    isBetween(0.005, novaks / czechTraders.length, 0.012)
    isBetween(0.004, czechTraders.filter((name) => / (Nguyen|Tran|Le|Pham)$/.test(name)).length / 35_000, 0.02)
  })
})

/** The first word that is more than initials stands in capitals. */
function isShouted(name: string): boolean {
  const first = name.split(/[ ,]/).find((word) => 2 < word.length) ?? ''
  return first !== '' && first === first.toUpperCase() && /\p{L}/u.test(first)
}

test('zipf draws every rank, in proportion to its weight', () => {
  const draw = zipf(5, { exponent: 1, shift: 0 })
  const random = makeStreams(3, 2)('zipf')(0)
  const seen = [0, 0, 0, 0, 0]
  for (let i = 0; i < 100_000; i++) seen[draw(random)]!++
  const total = 1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5
  for (const [rank, times] of seen.entries()) {
    assert.ok(Math.abs(times / 100_000 - 1 / (rank + 1) / total) < 0.01, `${rank}: ${times}`)
  }
})
