import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { COUNTRIES } from '../../src/records/country.ts'
import type { Release } from '../../src/release/release.ts'
import { type Case, parseCases, readCases } from './case-file.ts'
import { collectNames, type Documents, documentsOf, type Indexed } from './documents.ts'
import { belowFloors, floorsOf, readFloors } from './floors.ts'
import { type List, lazyList } from './list.ts'
import { makeSeededCases } from './recipe.ts'
import { registaSearcher } from './regista-searcher.ts'
import { withoutRule } from './rule-lists.ts'
import { openSampleRelease, SAMPLE_OF_CASES } from './sample-release.ts'
import { failureText, type Outcome, tryCases } from './score.ts'
import type { Searcher } from './searcher.ts'

const HEADER = 'query\tcountry\tnear\texpected\tat most rank\tbecause'

describe('on the small sample', () => {
  const cases = readCases(import.meta.dirname)
  let release: Release
  let documents: Documents
  let searcher: Searcher
  before(async () => {
    release = await openSampleRelease(SAMPLE_OF_CASES)
    documents = documentsOf(release)
    searcher = registaSearcher(release)
  })
  after(() => release.close())

  test('no theme falls below its floor', async () => {
    const outcomes = await tryCases(searcher, cases)
    const fallen = belowFloors(outcomes, readFloors())
    const failures = outcomes.filter(({ passed }) => !passed).map(failureText)
    assert.deepEqual(fallen, [], `${fallen.join('\n')}\nof these cases:\n${failures.join('\n')}`)
  })

  for (const [kind, text, rule] of [
    ['companies', '4189942', 'ico_beginning'],
    ['addresses', 'Hlavná ľš', 'unshifted'],
  ] as const)
    test(`a trial without ${rule} asks the ${kind} without it`, async () => {
      const asked = { kind, country: 'sk', text, near: null } as const
      await using without = registaSearcher(release, withoutRule(rule))
      const [shown, left] = await Promise.all([searcher, without].map((one) => one.suggest(asked)))
      assert.notEqual(shown!.length, 0)
      assert.notDeepEqual(left, shown)
    })

  test('there are at least 600 cases in 20 themes, and every record that one expects is there', () => {
    assert(600 <= cases.length)
    assert(20 <= new Set(cases.map(({ theme }) => theme)).size)
    for (const country of COUNTRIES) {
      const known = collectNames(documents[country])
      for (const { expected, place } of cases.filter(({ query }) => query.country === country)) {
        const names = expected.form === 'one' ? expected.names : expected.form === 'not' ? [expected.name] : []
        for (const name of names) assert(known.has(name), `${place} expects ${name}, which is not in the sample.`)
      }
    }
  })

  test('a case that expects the wrong record fails, and is reported below its floor', async () => {
    const right = cases.find(({ expected }) => expected.form === 'one')!
    const wrong: Case = { ...right, expected: { form: 'one', names: ['Nikto s.r.o.'] } }
    const [good, bad] = await tryCases(searcher, [right, wrong])
    assert.deepEqual([good!.passed, bad!.passed, bad!.rank], [true, false, 0])
    assert.match(failureText(bad!), /expected Nikto s\.r\.o\. at 1, not there/)
    const floors = floorsOf([good!])
    assert.deepEqual(belowFloors([good!], floors), [])
    assert.match(belowFloors([bad!], floors).join(), /first fell to 0; the floor is 1/)
    assert.match(belowFloors([good!], {}).join(), /has no floor/)
  })

  test('a seed gives the same queries again, and another seed gives different queries', () => {
    const first = <T>(count: number, list: List<T>): List<T> => lazyList(count, (i) => list.at(i)!)
    const few = ({ companies, entities, points }: Indexed): Indexed => ({
      companies: first(2000, companies),
      entities: first(500, entities),
      points: first(2000, points),
    })
    const fewer = { sk: few(documents.sk), cz: few(documents.cz) }
    const texts = (seed: number): string[] =>
      makeSeededCases(fewer, { count: 200, seed }).map(({ query }) => query.text)
    assert.deepEqual(texts(1), texts(1))
    assert.notDeepEqual(texts(1), texts(2))
  })
})

describe('a file of cases', () => {
  const line = 'hlavna\tsk\t48.15,17.11\tHlavná, Prešov | Hlavná, Žilina\t2\tbecause'
  test('is read with comments, positions and alternatives', () => {
    const [only] = parseCases('addresses-x.tsv', `${HEADER}\n# a comment\n\n${line}\n`)
    assert.deepEqual(only, {
      place: 'addresses-x.tsv:4',
      theme: 'addresses-x',
      query: { kind: 'addresses', country: 'sk', text: 'hlavna', near: { latitude: 48.15, longitude: 17.11 } },
      expected: { form: 'one', names: ['Hlavná, Prešov', 'Hlavná, Žilina'] },
      atMostRank: 2,
      because: 'because',
    })
  })
  for (const [what, text, message] of [
    ['without its header', line, /addresses-x\.tsv, line 1: the first line names the columns/],
    ['with a case twice', `${HEADER}\n${line}\n${line}`, /addresses-x\.tsv, line 3: is the same case as line 2/],
    ['with a field too few', `${HEADER}\nhlavna\tsk\t\tx\t1`, /line 2: has 5 fields/],
    ['of a country we lack', `${HEADER}\nhlavna\tpl\t\tx\t1\tb`, /line 2, column country: is "pl"/],
    ['with a rank beyond the list', `${HEADER}\nhlavna\tsk\t\tx\t11\tb`, /line 2, column at most rank: is "11"/],
    ['with half a position', `${HEADER}\nhlavna\tsk\t48.15\tx\t1\tb`, /line 2, column near: is "48\.15"/],
    ['that expects nothing at all', `${HEADER}\nhlavna\tsk\t\t\t1\tb`, /line 2, column expected: is empty/],
    ['without a reason', `${HEADER}\nhlavna\tsk\t\tx\t1\t`, /line 2, column because: is empty/],
  ] as const) {
    test(`${what} is refused with file and line`, () => {
      assert.throws(() => parseCases('addresses-x.tsv', text), { name: 'InputError', message })
    })
  }
  test('has a name that starts with companies- or addresses-', () => {
    assert.throws(() => parseCases('streets.tsv', HEADER), /the name begins with companies- or addresses-/)
  })
})

describe('an expectation', () => {
  const shown = [['Hlavná, Prešov'], ['Hlavná, Žilina', 'Hlavná, Žilina (Žilina)']].map((names) => ({ names }))
  const answering = (suggestions: readonly { readonly names: readonly string[] }[]): Searcher => ({
    engine: 'a list',
    suggest: async () => suggestions,
    async [Symbol.asyncDispose]() {},
  })
  const outcome = async (expected: string, list = shown): Promise<Outcome> => {
    const cases = parseCases('addresses-x.tsv', `${HEADER}\nq\tsk\t\t${expected}\t1\tb`)
    return (await tryCases(answering(list), cases))[0]!
  }
  for (const [expected, rank, passed] of [
    ['Hlavná, Prešov', 1, true],
    ['Hlavná, Žilina (Žilina)', 2, false],
    ['Nová, Nitra | Hlavná, Žilina', 2, false],
    ['Nová, Nitra', 0, false],
    ['not: Nová, Nitra', 1, true],
    ['not: Hlavná, Žilina', 0, false],
    ['all: Hlavná', 1, true],
    ['all: Prešov', 0, false],
    ['(nothing)', 0, false],
  ] as const) {
    test(`${expected} is ${passed ? 'met' : 'not met'} by Prešov before Žilina`, async () => {
      const { rank: reached, passed: met } = await outcome(expected)
      assert.deepEqual([reached, met], [rank, passed])
    })
  }
  test('of nothing passes on an empty list, and of something for all fails on it', async () => {
    assert.equal((await outcome('(nothing)', [])).passed, true)
    assert.equal((await outcome('all: Hlavná', [])).passed, false)
  })
})
