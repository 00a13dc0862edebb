import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { maxTypos } from '../../src/search/typo-rules.ts'
import { fc } from '../../src/stdx/testing/properties.ts'
import { editDistance, prefixEditDistance } from '../../src/text/edit-distance.ts'
import type { Asked } from './asked.ts'
import { BestRecords, compareKeys } from './best-records.ts'
import { gradeOf, judgeAddresses, roadTier } from './judge-addresses.ts'
import { judgeCompanies, tierOf } from './judge-companies.ts'
import { MistypedWords } from './mistyped-words.ts'
import type { SeededCase } from './recipe.ts'
import { entityNames, type Kind } from './searcher.ts'
import { type AddressRow, type CompanyRow, entitiesByRank } from './static-rank.ts'
import { TypedWords } from './typed-words.ts'

function seeded(kind: Kind, text: string, asked: Asked): SeededCase {
  return {
    place: 'here',
    theme: 'a theme',
    atMostRank: 1,
    because: 'a rule',
    asked,
    query: { kind, country: 'cz', text, near: null },
    expected: { form: 'one', names: [] },
  }
}

/** Name, municipality, and what else differs from a living company without employees that began in 2000. */
type Company = readonly [name: string, municipality: string, more?: Partial<CompanyRow>]

function companies(...list: readonly Company[]): CompanyRow[] {
  return list.map(([name, municipality, more], key) => ({
    key,
    name,
    municipality,
    ico: null,
    address: '',
    status: null,
    updatedOn: null,
    otherNames: [],
    municipalityCode: null,
    legalFormCode: null,
    naturalPerson: false,
    size: null,
    establishedOn: '2000-01-01',
    ...more,
  }))
}

describe('of companies that fit all the words comes first', () => {
  for (const [rule, text, list, first] of [
    [
      'the exact name before one that begins so',
      'alfa',
      [
        ['Alfa stav', 'Brno'],
        ['Alfa', 'Praha'],
      ],
      [1],
    ],
    [
      'a name that begins so before one that holds the words',
      'alfa s',
      [
        ['Nova Alfa Stav', 'Brno'],
        ['Alfa Stav', 'Brno'],
      ],
      [1],
    ],
    [
      'the present name before a former one',
      'alfa',
      [
        ['Beta', 'Brno', { otherNames: ['Alfa'] }],
        ['Alfa', 'Brno'],
      ],
      [1],
    ],
    [
      'a former name that is exact before a name that begins so',
      'alfa',
      [
        ['Alfa stav', 'Brno'],
        ['Beta', 'Brno', { otherNames: ['Alfa'] }],
      ],
      [1],
    ],
    [
      'words of the name before name and town',
      'alfa brno',
      [
        ['Alfa', 'Brno'],
        ['Nova Alfa v Brno', 'Praha'],
      ],
      [1],
    ],
    [
      'the living one',
      'alfa',
      [
        ['Alfa', 'Brno', { status: 'dissolved' }],
        ['Alfa', 'Praha'],
      ],
      [1],
    ],
    [
      'the larger',
      'alfa',
      [
        ['Alfa', 'Brno', { size: '110' }],
        ['Alfa', 'Praha', { size: '210' }],
      ],
      [1],
    ],
    [
      'a company before a person',
      'jan novak',
      [
        ['Jan Novák', 'Brno', { naturalPerson: true }],
        ['Jan Novák', 'Brno'],
      ],
      [1],
    ],
    [
      'the older',
      'alfa',
      [
        ['Alfa', 'Brno'],
        ['Alfa', 'Praha', { establishedOn: '1995-01-01' }],
      ],
      [1],
    ],
    [
      'the shorter name',
      'alf',
      [
        ['Alfaprojekt', 'Brno'],
        ['Alfa', 'Praha'],
      ],
      [1],
    ],
    [
      'the one with the typed form',
      'alfa a.s.',
      [
        ['Alfa s.r.o.', 'Brno'],
        ['Alfa, a.s.', 'Praha', { establishedOn: '2010-01-01' }],
      ],
      [1],
    ],
    [
      'the one with the typed diacritics',
      'Malá',
      [
        ['Mala', 'Brno'],
        ['Malá', 'Praha', { establishedOn: '2010-01-01' }],
      ],
      [1],
    ],
    [
      'any of those that nothing tells apart',
      'alfa',
      [
        ['Alfa', 'Brno'],
        ['Alfa', 'Praha'],
      ],
      [0, 1],
    ],
    ['nothing, if no company has all the words', 'alfa gama', [['Alfa', 'Brno']], []],
  ] as const satisfies readonly (readonly [string, string, readonly Company[], readonly number[]])[]) {
    test(rule, () => {
      const rows = companies(...list)
      const one = seeded('companies', text, { form: 'name', isMistyped: false })
      const names = judgeCompanies(rows, [one]).get(one)
      assert.deepEqual(
        names,
        first.map((i) => `${rows[i]!.name} #${i}`),
      )
    })
  }

  test('with a typo any company that is as near as another, unless what was typed fits one', () => {
    const one = seeded('companies', 'alfq', { form: 'name', isMistyped: true })
    assert.deepEqual(judgeCompanies(companies(['Alfa', 'Brno']), [one]).get(one), ['Alfa #0'])
    assert.deepEqual(judgeCompanies(companies(['Alfa', 'Brno'], ['Alfq', 'Brno']), [one]).get(one), ['Alfq #1'])
    const near = companies(['Alfx', 'Brno', { establishedOn: '2010-01-01' }], ['Alfa', 'Brno'], ['Beta', 'Brno'])
    assert.deepEqual(judgeCompanies(near, [one]).get(one), ['Alfa #1'])
  })

  test('of company numbers the whole one, then one that begins so, then one that does without its zeros', () => {
    const rows = companies(...['12345678', '00123456', '12345600'].map((ico) => ['Alfa', 'Brno', { ico }] as const))
    const judge = (digits: string) => {
      const one = seeded('companies', digits, { form: 'ico', digits })
      return judgeCompanies(rows, [one]).get(one)
    }
    assert.deepEqual(judge('123456'), ['Alfa #1'])
    assert.deepEqual(judge('1234567'), ['Alfa #0'])
    assert.deepEqual(judge('12345'), ['Alfa #0', 'Alfa #2'])
    assert.deepEqual(judge('99'), [])
  })

  test('tiers are told apart word by word', () => {
    const tiers = (typed: string, own: string, others: readonly string[] = []) => {
      const words = [own, ...others].map((name) => name.split(' '))
      return tierOf(typed.split(' '), words[0]!, words.slice(1), words.flat())
    }
    assert.deepEqual(
      [tiers('a b', 'a b'), tiers('a b', 'c', ['a b']), tiers('a b', 'a bc'), tiers('a b', 'c', ['a bc'])],
      [0, 1, 2, 3],
    )
    assert.deepEqual([tiers('b a', 'a b'), tiers('a x', 'a b')], [4, 5])
  })
})

type Point = readonly [street: string | null, number: string, municipality: string, more?: Partial<AddressRow>]

function points(...list: readonly Point[]): AddressRow[] {
  return list.map(([street, number, municipality, more]) => {
    const [, registrationNumber, , orientationNumber] = /^(\d+)?(\/(\d+))?$/.exec(number)!
    return {
      country: 'cz',
      street,
      municipality,
      municipalityPart: municipality,
      municipalityCode: municipality,
      registrationNumber: registrationNumber ?? null,
      orientationNumber: orientationNumber ?? null,
      evidenceNumber: null,
      orientationLetter: null,
      postalCode: '10000',
      postalDistrict: null,
      county: null,
      ...more,
    } as AddressRow
  })
}

describe('of addresses that fit everything typed comes first', () => {
  const house = (road: string, number: string, town = '', more: Partial<Extract<Asked, { form: 'house' }>> = {}) =>
    seeded('addresses', `${road} ${number} ${town}`, {
      form: 'house',
      road,
      meantRoad: road,
      number,
      town,
      isTownBegun: false,
      postalCode: null,
      ...more,
    })
  const judge = (rows: AddressRow[], one: SeededCase): readonly string[] =>
    judgeAddresses({ points: rows, entities: entitiesByRank(rows) }, [one]).get(one)!

  test('the street of exactly this name before one that begins so', () => {
    const rows = points(['Nová cesta', '/5', 'Brno'], ['Nová', '/5', 'Písek'])
    assert.deepEqual(judge(rows, house('Nová', '5')), ['Nová 5, 10000 Písek'])
  })
  test('the number at the door before that of the building', () => {
    const rows = points(['Nová', '5/1', 'Brno'], ['Nová', '7/5', 'Brno'])
    assert.deepEqual(judge(rows, house('Nová', '5')), ['Nová 7/5, 10000 Brno'])
  })
  test('the street that is more sought for: of the larger town', () => {
    const rows = points(['Nová', '/5', 'Písek'], ['Nová', '/5', 'Brno'], ['Jiná', '/1', 'Brno'], ['Jiná', '/2', 'Brno'])
    assert.deepEqual(judge(rows, house('Nová', '5')), ['Nová 5, 10000 Brno'])
    assert.deepEqual(judge(rows, house('Nová', '5', 'Písek')), ['Nová 5, 10000 Písek'])
    assert.deepEqual(judge(rows, house('Nová', '5', 'Pí', { isTownBegun: true })), ['Nová 5, 10000 Písek'])
    assert.deepEqual(judge(rows, house('Nová', '6')), [])
  })
  test('the one with the typed postcode', () => {
    const rows = points(['Nová', '/5', 'Brno'], ['Nová', '/5', 'Písek', { postalCode: '20000' }])
    assert.deepEqual(judge(rows, house('Nová', '5', '', { postalCode: '20000' })), ['Nová 5, 20000 Písek'])
  })
  test('in a village its own house before that of a part of it', () => {
    const rows = points([null, '5', 'Lhota', { municipalityPart: 'Ves' }], [null, '5', 'Lhota'])
    assert.deepEqual(judge(rows, house('Lhota', '5')), ['Lhota 5, 10000 Lhota'])
  })
  test('a street without a number: the more sought for, in the typed town', () => {
    const rows = points(['Nová', '/5', 'Písek'], ['Nová', '/5', 'Brno'], ['Nová', '/6', 'Brno'])
    const one = (town: string) => seeded('addresses', `Nová ${town}`, { form: 'street', road: 'Nová', town })
    assert.deepEqual(judge(rows, one('')), ['Nová, Brno'])
    assert.deepEqual(judge(rows, one('Písek')), ['Nová, Písek'])
  })
  test('of streets called the same in towns called the same the more sought for, and no other', () => {
    const rows = points(
      ['Nová', '/5', 'Lhota', { municipalityCode: '1', county: 'Zlín' }],
      ['Nová', '/5', 'Lhota', { municipalityCode: '2', county: 'Tábor' }],
      ['Nová', '/6', 'Lhota', { municipalityCode: '2', county: 'Tábor' }],
    )
    const one = seeded('addresses', 'Nová Lhota', { form: 'street', road: 'Nová', town: 'Lhota' })
    const right = judge(rows, one)
    const [first, second] = entitiesByRank(rows).filter(({ street }) => street !== null)
    assert.deepEqual([first!.county, second!.county], ['Tábor', 'Zlín'])
    assert.ok(entityNames(first!).some((name) => right.includes(name)))
    assert.ok(!entityNames(second!).some((name) => right.includes(name)), right.join())
  })
  test('a street of several postal districts is one of its city', () => {
    const rows = points(['Nová', '/5', 'Praha', { postalDistrict: 'Praha 1' }])
    const one = seeded('addresses', 'Nová Praha', { form: 'street', road: 'Nová', town: 'Praha' })
    assert.deepEqual(judge(rows, one), ['Nová, Praha'])
  })
  test('abbreviations are the same words', () => {
    assert.equal(roadTier(['nam', 'miru'], 'Náměstí Míru'), 0)
    assert.equal(roadTier(['nova'], 'Ulica Nová'), 0)
  })
  for (const [number, registrationNumber, evidenceNumber, grade] of [
    ['5', '7', null, 0],
    ['7/5', '7', null, 0],
    ['7', '7', null, 1],
    ['č.ev. 7', null, '7', 2],
  ] as const) {
    test(`${number} is of grade ${grade}`, () =>
      assert.equal(gradeOf(number, { registrationNumber, evidenceNumber }), grade))
  }
})

test('the best records are those with the least key, whatever order they come in', () => {
  const keys = fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(keys, (list) => {
      const best = new BestRecords()
      for (const [i, key] of list.entries()) best.offer(key, () => String(i))
      const least = list.toSorted(compareKeys)[0]!
      assert.deepEqual(
        best.names,
        list.flatMap((key, i) => (compareKeys(key, least) === 0 ? [String(i)] : [])),
      )
    }),
  )
})

test('a mistyped query is as far from a record as its words are from their nearest ones', () => {
  const words = fc.array(fc.constantFrom('alfa', 'alfx', 'aflastav', 'alfastav', 'beta', 'bx'), {
    minLength: 1,
    maxLength: 3,
  })
  fc.assert(
    fc.property(words, words, (query, record) => {
      const last = query.length - 1
      const cost = (word: string, i: number): number =>
        Math.min(
          ...record.flatMap((own) => {
            const most = maxTypos(word)
            const distances = [editDistance(word, own, most)]
            if (i === last) distances.push(prefixEditDistance(word, own, most))
            return distances.map((edits) => (edits <= most ? edits : 9))
          }),
        )
      const edits = query.map(cost).reduce((sum, one) => sum + one, 0)
      const found = new MistypedWords([{ query: 0, words: query }]).fitting(record)
      assert.deepEqual(
        found.map((one) => one.edits),
        edits <= 2 ? [edits] : [],
      )
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
        assert.deepEqual(
          found.toSorted((a, b) => a - b),
          queries.flatMap((list, i) => (fits(list) ? [i] : [])),
        )
      }
    }),
  )
})
