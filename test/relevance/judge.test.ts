import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cases } from '../../src/stdx/testing/cases.ts'
import { fc } from '../../src/stdx/testing/properties.ts'
import { editDistance, maxTypos, prefixEditDistance } from '../../src/text/edit-distance.ts'
import type { Asked } from './asked.ts'
import { gradeOf, judgeAddresses, roadTier } from './judge-addresses.ts'
import { judgeCompanies } from './judge-companies.ts'
import { MistypedWords } from './mistyped-words.ts'
import type { SeededCase } from './recipe.ts'
import { entityNames, type Kind } from './searcher.ts'
import { type AddressRow, type CompanyRow, entitiesByRank } from './static-rank.ts'
import { TypedWords } from './typed-words.ts'

function seeded(kind: Kind, text: string, asked: Asked): SeededCase {
  const query = { kind, country: 'cz', text, near: null } as const
  const why = { place: 'here', theme: 'a theme', atMostRank: 1, because: 'a rule' }
  return { ...why, asked, query, expected: { form: 'one', names: [] } }
}

/** `Alfa @ Brno size=110; Beta @ Brno otherNames=Alfa`: living companies without employees, begun in 2000. */
function companiesIn(text: string): CompanyRow[] {
  const bare = { ico: null, address: '', status: null, updatedOn: null, otherNames: [], municipalityCode: null }
  const other = { legalFormCode: null, naturalPerson: false, size: null, establishedOn: '2000-01-01' }
  return text.split('; ').map((one, key) => {
    const [, name, municipality, field, value] = /^(.*) @ (\S+)(?: (\w+)=(.*))?$/.exec(one)!
    const values = { otherNames: [value!], naturalPerson: true }[field!] ?? value
    return { key, name: name!, municipality: municipality!, ...bare, ...other, ...(field && { [field]: values }) }
  })
}

/** The numbers of the companies that may come first. */
function firstOf(companies: string, text: string, asked: Asked): string {
  const one = seeded('companies', text, asked)
  const names = judgeCompanies(companiesIn(companies), [one]).get(one)!
  return names.map((name) => name.split('#')[1]).join()
}

for (const [rule, text, companies, first] of cases<[string, string, string, string]>`
  the exact name before one that begins so               | alfa      | Alfa stav @ Brno; Alfa @ Praha | 1
  a name that begins so before one that holds the words  | alfa s    | Nova Alfa Stav @ Brno; Alfa Stav @ Brno | 1
  the present name before a former one                   | alfa      | Beta @ Brno otherNames=Alfa; Alfa @ Brno | 1
  a former name that is exact before one that begins so  | alfa      | Alfa stav @ Brno; Betonarna Lhota @ Brno otherNames=Alfa | 1
  a name that begins so before a former one that does    | alfa      | Beta @ Brno otherNames=Alfa stav; Alfa stav @ Praha | 1
  a former name that begins so before one that holds the words | alfa s | Nova Alfa Stav @ Brno; Omega plus servis @ Brno otherNames=Alfa stav | 1
  a name that begins with the first word before one that holds all | alfa brno | Nova Alfa v Brno @ Praha; Alfa @ Brno | 1
  words of the name before name and town                 | alfa brno | Nova Alfa @ Brno; Stara Alfa v Brno @ Praha | 1
  a living one that begins so before an ended one        | alfa      | Alfa @ Brno status=dissolved; Alfa stav @ Brno | 1
  a limited company before a club                        | alfa      | Alfa klub @ Brno legalFormCode=706; Alfa servis @ Brno legalFormCode=112 | 1
  the living one                                         | alfa      | Alfa @ Brno status=dissolved; Alfa @ Praha | 1
  the larger                                             | alfa      | Alfa @ Brno size=110; Alfa @ Praha size=210 | 1
  a company before a person                              | jan novak | Jan Novák @ Brno naturalPerson=true; Jan Novák @ Brno | 1
  the older                                              | alfa      | Alfa @ Brno; Alfa @ Praha establishedOn=1995-01-01 | 1
  the shorter name                                       | alf       | Alfaprojekt @ Brno; Alfa @ Praha | 1
  the one with the typed form                            | alfa a.s. | Alfa s.r.o. @ Brno; Alfa, a.s. @ Praha establishedOn=2010-01-01 | 1
  the one with the typed diacritics                      | Malá      | Mala @ Brno; Malá @ Praha establishedOn=2010-01-01 | 1
  any of those that nothing tells apart                  | alfa      | Alfa @ Brno; Alfa @ Praha | 0,1
  nothing, if no company has all the words               | alfa gama | Alfa @ Brno |
`) {
  test(`of companies comes first: ${rule}`, () => {
    assert.equal(firstOf(companies, text, { form: 'name', isMistyped: false }), first)
  })
}

test('with a typo any company that is as near as another, unless what was typed fits one', () => {
  const asked: Asked = { form: 'name', isMistyped: true }
  assert.equal(firstOf('Alfa @ Brno', 'alfq', asked), '0')
  assert.equal(firstOf('Alfa @ Brno; Alfq @ Brno', 'alfq', asked), '1')
  assert.equal(firstOf('Alfx @ Brno establishedOn=2010-01-01; Alfa @ Brno; Beta @ Brno', 'alfq', asked), '1')
})

test('of company numbers the whole one, then one that begins so, then one that does without its zeros', () => {
  const companies = 'Alfa @ Brno ico=12345678; Alfa @ Brno ico=00123456; Alfa @ Brno ico=12345600'
  for (const [digits, first] of Object.entries({ 123456: '1', 1234567: '0', 12345: '0,2', 99: '' }))
    assert.equal(firstOf(companies, digits, { form: 'ico', digits }), first, digits)
})

/** Large by its legal form. */
const LETTERS = 'Státní správa vodních cest @ Brno legalFormCode=325'
for (const [rule, companies, first] of cases<[string, string, string]>`
  initials before a name that begins so         | Ssvcelox @ Brno; ${LETTERS} | 1
  an exact name before initials                 | ${LETTERS}; SSVC @ Brno     | 1
  no initials of a small one                    | Státní správa vodních cest @ Brno; Ssvcelox @ Brno | 1
`) {
  test(`of large subjects comes first: ${rule}`, () => {
    assert.equal(firstOf(companies, 'ssvc', { form: 'initials', letters: 'ssvc' }), first)
  })
}

/** `Nová, 7/5, Brno, postalCode=20000; -, 5, Lhota`: a street or none, the numbers, the municipality. */
function pointsIn(text: string): AddressRow[] {
  const none = { evidenceNumber: null, orientationLetter: null, postalDistrict: null, county: null }
  return text.split('; ').map((one) => {
    const [street, number, municipality, ...more] = one.split(', ')
    const [registrationNumber, orientationNumber] = number!.split('/').map((digits) => digits || null)
    const place = { municipality, municipalityPart: municipality, municipalityCode: municipality, postalCode: '10000' }
    const fields = Object.fromEntries(more.map((field) => field.split('=')))
    const numbers = { registrationNumber, orientationNumber: orientationNumber ?? null }
    return { country: 'cz', street: street === '-' ? null : street, ...place, ...none, ...numbers, ...fields }
  })
}

/** `Pí…` is the beginning of a town. A query without a number is for a street. */
function askFor(road: string, number: string, town: string, postalCode: string): SeededCase {
  const text = `${road} ${number} ${town}`
  if (number === '') return seeded('addresses', text, { form: 'street', road, town })
  const typed = {
    town: town.replace('…', ''),
    isTownBegun: town.endsWith('…'),
    postalCode: postalCode || null,
    okres: null,
  }
  return seeded('addresses', text, { form: 'house', road, meantRoad: road, number, ...typed })
}

function judge(points: AddressRow[], one: SeededCase): readonly string[] {
  return judgeAddresses({ points, entities: entitiesByRank(points) }, [one]).get(one)!
}

const TOWNS = 'Nová, /5, Písek; Nová, /5, Brno; Jiná, /1, Brno; Jiná, /2, Brno'
const STREETS = 'Nová, /5, Písek; Nová, /5, Brno; Nová, /6, Brno'
type Case = [
  rule: string,
  points: string,
  road: string,
  number: string,
  town: string,
  postalCode: string,
  first: string,
]
for (const [rule, points, road, number, town, postalCode, first] of cases<Case>`
  the street of exactly this name before one that begins so | Nová cesta, /5, Brno; Nová, /5, Písek | Nová | 5 |  |  | Nová 5, 10000 Písek
  the number at the door before that of the building | Nová, 5/1, Brno; Nová, 7/5, Brno | Nová | 5 |     |       | Nová 7/5, 10000 Brno
  the street of the larger town                 | ${TOWNS}   | Nová  | 5 |       |       | Nová 5, 10000 Brno
  that of the typed town                        | ${TOWNS}   | Nová  | 5 | Písek |       | Nová 5, 10000 Písek
  that of a town that begins so                 | ${TOWNS}   | Nová  | 5 | Pí…   |       | Nová 5, 10000 Písek
  no other house                                | ${TOWNS}   | Nová  | 6 |       |       |
  the one with the typed postcode               | Nová, /5, Brno; Nová, /5, Písek, postalCode=20000 | Nová | 5 |  | 20000 | Nová 5, 20000 Písek
  in a village its own house before that of a part | -, 5, Lhota, municipalityPart=Ves; -, 5, Lhota | Lhota | 5 |  |  | Lhota 5, 10000 Lhota
  without a number the more sought for street   | ${STREETS} | Nová  |   |       |       | Nová, Brno
  and that of the typed town                    | ${STREETS} | Nová  |   | Písek |       | Nová, Písek
  a street of several postal districts is one of its city | Nová, /5, Praha, postalDistrict=Praha 1 | Nová |  | Praha |  | Nová, Praha
`) {
  test(`of addresses comes first: ${rule}`, () => {
    assert.equal(judge(pointsIn(points), askFor(road, number, town, postalCode)).join('; '), first)
  })
}

test('of streets called the same in towns called the same the more sought for, and no other', () => {
  const [zlin, tabor] = ['municipalityCode=1, county=Zlín', 'municipalityCode=2, county=Tábor']
  const rows = pointsIn(`Nová, /5, Lhota, ${zlin}; Nová, /5, Lhota, ${tabor}; Nová, /6, Lhota, ${tabor}`)
  const right = judge(rows, askFor('Nová', '', 'Lhota', ''))
  const [first, second] = entitiesByRank(rows).filter(({ street }) => street !== null)
  assert.deepEqual([first!.county, second!.county], ['Tábor', 'Zlín'])
  assert.ok(entityNames(first!).some((name) => right.includes(name)))
  assert.ok(!entityNames(second!).some((name) => right.includes(name)), right.join())
})

test('of villages called the same that of the typed okres comes first', () => {
  const rows = pointsIn('-, 5, Lhota, county=Písek; -, 5, Lhota, county=Tábor, postalCode=20000')
  const house = { form: 'house', road: 'Lhota', meantRoad: 'Lhota', number: '5', town: '', isTownBegun: false } as const
  const one = seeded('addresses', 'Lhota 5, okres Tábor', { ...house, postalCode: null, okres: 'Tábor' })
  assert.deepEqual(judge(rows, one), ['Lhota 5, 20000 Lhota'])
})

test('abbreviations are the same words, and a number has a grade by its kind', () => {
  assert.deepEqual([roadTier(['nam', 'miru'], 'Náměstí Míru'), roadTier(['nova'], 'Ulica Nová')], [0, 0])
  const building = { registrationNumber: '7', evidenceNumber: null }
  assert.deepEqual([gradeOf('5', building), gradeOf('7/5', building), gradeOf('7', building)], [0, 0, 1])
  assert.equal(gradeOf('č.ev. 7', { registrationNumber: null, evidenceNumber: '7' }), 2)
})

test('a mistyped query is as far from a record as its words are from their nearest ones', () => {
  const word = fc.constantFrom('alfa', 'alfx', 'aflastav', 'alfastav', 'beta', 'bx')
  const words = fc.array(word, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(words, words, (query, record) => {
      const last = query.length - 1
      const cost = (word: string, i: number): number => {
        const most = maxTypos(word)
        const whole = record.map((own) => editDistance(word, own, most))
        const begun = i === last ? record.map((own) => prefixEditDistance(word, own, most)) : []
        return Math.min(...[...whole, ...begun].map((edits) => (edits <= most ? edits : 9)))
      }
      const edits = query.map(cost).reduce((sum, one) => sum + one, 0)
      const found = new MistypedWords([{ query: 0, words: query }]).fitting(record)
      assert.equal(found.map((one) => one.edits).join(), edits <= 2 ? `${edits}` : '')
    }),
  )
})

test('a query fits the records that have all its words, as a look at each word says', () => {
  const words = fc.array(fc.constantFrom('a', 'ab', 'abc', 'b', 'bc', 'c'), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(words, { maxLength: 5 }), fc.array(words, { maxLength: 5 }), (queries, records) => {
      const typed = new TypedWords(queries.map((list, query) => ({ query, words: list })))
      for (const record of records) {
        const fits = (list: readonly string[]) =>
          list.every((word, i) => record.some((one) => (i === list.length - 1 ? one.startsWith(word) : one === word)))
        const found = typed.fitting(record).map(({ query }) => query)
        const fitting = queries.flatMap((list, i) => (fits(list) ? [i] : []))
        assert.deepEqual(new Set(found), new Set(fitting))
      }
    }),
  )
})
