import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { REMOTES } from '../registries/registries.ts'
import { systemClock } from '../stdx/clock.ts'
import { createHttpGet } from '../stdx/http-get.ts'
import { type FakeResponse, listingPage, startMisbehavingServer } from '../stdx/testing/misbehaving-server.ts'
import { checkSources } from './check-sources.ts'
import { addressesAt } from './testing/sync-bench.ts'

const GZ = Buffer.from('1f8b0800', 'hex')
const init = { key: 'batch-init/init_2026-11-07_001.json.gz', body: GZ }
const daily = { key: 'batch-daily/actual_2026-11-08.json.gz', body: GZ }
const REGIONS = ['SK010', 'SK021', 'SK022', 'SK023', 'SK031', 'SK032', 'SK041', 'SK042']
const WHOLE: Readonly<Record<string, string | Buffer>> = {
  '/sk-rpo/?prefix=batch-init/': listingPage([init]),
  '/sk-rpo/?prefix=batch-daily/': listingPage([daily]),
  [`/sk-rpo/${daily.key}`]: GZ,
  ...Object.fromEntries(REGIONS.map((region) => [`/sk-addresses/${region}.geojson`, '{}'])),
  '/sk-addresses/download?id=1': 'ID;OBEC',
  '/cz-res/res_data.csv': 'ICO,FIRMA',
  '/cz-res/export?kodcis=56': 'KODCIS,CHODNOTA,TEXT',
  '/cz-vr/vreo.tar.gz': GZ,
  '/cz-addresses/feed.xml':
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="20261031_OB_ADR_csv.zip"/></entry></feed>',
  '/cz-addresses/20261031_OB_ADR_csv.zip': 'PK',
  '/cz-addresses/20261031_strukt_ADR.csv.zip': 'PK',
  '/cz-addresses/UI_OKRES.zip': 'PK',
  '/cz-addresses/UI_VUSC.zip': 'PK',
}

/** Each fault, and what is said of its address. */
const FAULTS: readonly (readonly [name: string, fault: FakeResponse, said: RegExp])[] = [
  ['dead', { status: 503 }, /answered with status 503/],
  ['gone', { status: 404 }, /answered with status 404: the file does not exist there/],
  ['slow', { silent: true }, /no response within 4 s/],
  ['stalled', { body: 'PK1234', stallAfter: 1 }, /no more bytes within 4 s/],
  ['cut', { body: 'PK1234', dropAfter: 1 }, /the connection was cut|closed|aborted/],
  [
    'of another type',
    { body: '<!DOCTYPE html><p>Login</p>' },
    /answered with a web page, not with|lists no|links to no|not the listing/,
  ],
  ['an error in JSON', { body: '{"error":"quota"}' }, /answered with an error message, not with|not well-formed/],
  ['a head without end', { headers: { 'x-endless': 'x'.repeat(1 << 15) } }, /Header overflow/],
  ['empty', { body: '' }, /answered with something else, not with|not well-formed/],
]

const LISTINGS = ['/sk-rpo/?prefix=batch-init/', '/sk-rpo/?prefix=batch-daily/', '/cz-addresses/feed.xml']

async function check(fault: Readonly<Record<string, FakeResponse>> = {}, limits = { silenceMs: 0, wholeMs: 60_000 }) {
  await using server = await startMisbehavingServer()
  for (const [path, response] of Object.entries(fault)) server.on(path, () => response)
  for (const [path, body] of Object.entries(WHOLE))
    server.on(path, () => fault[path] ?? { body, headers: { 'last-modified': 'Sat, 07 Nov 2026 05:00:00 GMT' } })
  for (const path of Object.keys(fault)) server.on(`${path}.moved`, () => ({ body: WHOLE[path]! }))
  // A loaded machine may be slow too: only a fault that never ends meets the limit soon.
  const isSlow = Object.values(fault).some(({ silent, stallAfter }) => silent || stallAfter !== undefined)
  const get = createHttpGet('test', {
    connectMs: 60_000,
    silenceMs: limits.silenceMs || (isSlow ? 4000 : 60_000),
    redirectsMax: 3,
  })
  const tools = { get, clock: systemClock, signal: new AbortController().signal, wholeMs: limits.wholeMs }
  const answers = await checkSources(REMOTES, addressesAt(server.url), tools)
  return { answers, url: server.url }
}

test('addresses that answer are named with the day of their file', async () => {
  const { answers } = await check()
  assert.deepEqual(
    answers.flatMap(({ problem, movedTo }) => problem ?? movedTo ?? []),
    [],
  )
  assert.equal(answers.length, 1 + REGIONS.length + 1 + 2 + 1 + 4)
  for (const { what, newest } of answers) assert.equal(newest, '2026-11-07', what)
})

describe('each address alone is named when it is', () => {
  for (const [name, fault, said] of FAULTS) {
    test(name, async () => {
      const all = Object.keys(WHOLE).map(async (path) => {
        const { answers } = await check({ [path]: fault })
        const failed = answers.filter(({ problem }) => problem !== null)
        assert.equal(failed.length, 1, `${path}: ${JSON.stringify(failed)}`)
        assert.match(failed[0]!.problem!, said, path)
        assert.equal(path.startsWith(`/${failed[0]!.source}/`), true, path)
        // Without its listing a source has nothing to ask for; all others are asked.
        const others = LISTINGS.includes(path) ? answers.filter(({ source }) => source !== failed[0]!.source) : answers
        assert(10 < others.length, path)
      })
      await Promise.all(all)
    })
  }

  test('moved, with the text that leads there', async () => {
    for (const path of Object.keys(WHOLE).filter((path) => !/\?|OB_ADR/.test(path))) {
      const { answers, url } = await check({ [path]: { status: 302, headers: { location: `${path}.moved` } } })
      const [moved, ...others] = answers.filter(({ movedTo }) => movedTo !== null)
      if (path.includes(daily.key)) {
        // It has another name there, so no address of ours leads to it.
        assert.equal(moved, undefined)
        continue
      }
      assert.deepEqual(others, [], path)
      const expected = addressesAt(url)[moved!.source]![moved!.name]!
      assert.equal(moved!.movedTo, `${expected}.moved`, path)
    }
  })

  test('redirected to itself', async () => {
    for (const path of Object.keys(WHOLE)) {
      const { answers } = await check({ [path]: { status: 302, headers: { location: path } } })
      const problems = answers.flatMap(({ problem }) => problem ?? [])
      assert.equal(problems.length, 1, path)
      assert.match(problems[0]!, /redirected more than 3 times/, path)
    }
  })

  test('too slow, however often it sends something', async () => {
    for (const path of ['/sk-rpo/?prefix=batch-init/', '/cz-vr/vreo.tar.gz']) {
      const { answers } = await check(
        { [path]: { body: GZ, announce: 99, stallAfter: 2 } },
        { silenceMs: 60_000, wholeMs: 3000 },
      )
      assert.deepEqual(
        answers.flatMap(({ problem }) => problem ?? []).map((problem) => /the answer does not end/.test(problem)),
        [true],
      )
    }
  })

  test('moved to where no address of ours leads: no text is proposed', async () => {
    const { answers } = await check({
      '/sk-addresses/SK010.geojson': { status: 302, headers: { location: '/elsewhere' } },
      '/elsewhere': { body: '{}' },
    })
    assert.deepEqual(
      answers.flatMap(({ movedTo, problem }) => movedTo ?? problem ?? []),
      [],
    )
  })

  test('moved, of a listing in pages: the text leads to its beginning', async () => {
    const [first, second] = [listingPage([init], 'page2'), listingPage([])]
    const query = 'prefix=batch-init%2F&continuation-token=page2'
    const { answers, url } = await check({
      '/sk-rpo/?prefix=batch-init/': { status: 302, headers: { location: '/new/?prefix=batch-init/' } },
      '/new/?prefix=batch-init/': { body: first },
      [`/sk-rpo/?${query}`]: { status: 302, headers: { location: `/new/?${query}` } },
      [`/new/?${query}`]: { body: second },
    })
    assert.deepEqual(
      answers.flatMap(({ movedTo }) => movedTo ?? []),
      [`${url}/new/?prefix=batch-init/`],
    )
  })
})
