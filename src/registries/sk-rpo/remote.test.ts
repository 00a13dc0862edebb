import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays, dayAfter } from '../../records/date.ts'
import { type ListedObject, listingPage, md5 } from '../../stdx/testing/misbehaving-server.ts'
import { fc } from '../../stdx/testing/properties.ts'
import type { Applied, RemotePlan } from '../remote.ts'
import { SK_RPO_REMOTE } from './remote.ts'

const ADDRESSES = {
  initListing: 'https://bucket.example/?prefix=batch-init/',
  dailyListing: 'https://bucket.example/?prefix=batch-daily/',
  files: 'https://bucket.example/',
}

type Standing = Omit<Applied, 'missingDays'> & Partial<Applied>

const NOTHING: Standing = { lastInit: null, lastDay: null }

function parts(day: string, numbers: readonly number[]): ListedObject[] {
  return numbers.map((part) => ({
    key: `batch-init/init_${day}_${String(part).padStart(3, '0')}.json.gz`,
    body: `${day} ${part}`,
  }))
}

function dailies(...days: readonly string[]): ListedObject[] {
  return days.map((day) => ({ key: `batch-daily/actual_${day}.json.gz`, body: day }))
}

/** Every missing day is still waited for. */
const WAIT = '2026-01-01'

function find(
  init: readonly ListedObject[],
  daily: readonly ListedObject[],
  applied: Standing,
  givenUpUntil = WAIT,
): Promise<RemotePlan> {
  return SK_RPO_REMOTE.find({
    addresses: ADDRESSES,
    applied: { missingDays: [], ...applied },
    givenUpUntil,
    readPage: async (url, parse) => parse(listingPage(url === ADDRESSES.initListing ? init : daily)),
  })
}

function titles(plan: RemotePlan): string[] {
  return [...plan.sets, ...plan.refused].map((one) => ('reason' in one ? `no ${one.title}` : one.title))
}

const INITS = [...parts('2026-05-02', [1, 2]), ...parts('2026-06-06', [2, 1, 3])]
const JUNE = ['2026-06-05', '2026-06-06', '2026-06-07', '2026-06-08', '2026-06-09']

describe('the downloads from the RPO', () => {
  const cases: readonly [string, readonly ListedObject[], readonly string[], Standing, readonly string[], string?][] = [
    [
      'nothing imported yet: the newest init and each daily after it',
      INITS,
      JUNE,
      NOTHING,
      ['init 2026-06-06', 'daily 2026-06-07', 'daily 2026-06-08', 'daily 2026-06-09'],
    ],
    [
      'the newest init imported: only the dailies after the last one',
      INITS,
      JUNE,
      { lastInit: '2026-06-06', lastDay: '2026-06-08' },
      ['daily 2026-06-09'],
    ],
    ['all imported: nothing', INITS, JUNE, { lastInit: '2026-06-06', lastDay: '2026-06-09' }, []],
    [
      'an init without dailies so far: the dailies after its date',
      INITS,
      JUNE,
      { lastInit: '2026-06-06', lastDay: null },
      ['daily 2026-06-07', 'daily 2026-06-08', 'daily 2026-06-09'],
    ],
    [
      'a newer init: that, and the dailies after it',
      INITS,
      JUNE,
      { lastInit: '2026-05-02', lastDay: '2026-06-04' },
      ['init 2026-06-06', 'daily 2026-06-07', 'daily 2026-06-08', 'daily 2026-06-09'],
    ],
    [
      'a newer init that was listed late: no daily that is applied already',
      INITS,
      JUNE,
      { lastInit: '2026-05-02', lastDay: '2026-06-08' },
      ['init 2026-06-06', 'daily 2026-06-09'],
    ],
    [
      'the last day is older than the days kept: from the init anew',
      INITS,
      JUNE,
      { lastInit: '2026-03-07', lastDay: '2026-03-20' },
      ['init 2026-06-06', 'daily 2026-06-07', 'daily 2026-06-08', 'daily 2026-06-09'],
    ],
    [
      'the last day is older than the days kept and there is no newer init: the missing day is named',
      INITS,
      ['2026-08-01', '2026-08-02'],
      { lastInit: '2026-06-06', lastDay: '2026-06-10' },
      ['no daily 2026-06-11'],
    ],
    [
      'a daily is missing in the middle: those before it, and the missing one is named',
      INITS,
      ['2026-06-07', '2026-06-09', '2026-06-10'],
      NOTHING,
      ['init 2026-06-06', 'daily 2026-06-07', 'no daily 2026-06-08'],
    ],
    [
      'a daily is missing and still waited for: nothing after it',
      INITS,
      ['2026-06-07', '2026-06-09', '2026-06-10'],
      NOTHING,
      ['init 2026-06-06', 'daily 2026-06-07', 'no daily 2026-06-08'],
      '2026-06-07',
    ],
    [
      'a daily is missing and given up: those after it',
      INITS,
      ['2026-06-07', '2026-06-09', '2026-06-10'],
      NOTHING,
      ['init 2026-06-06', 'daily 2026-06-07', 'daily 2026-06-09', 'daily 2026-06-10'],
      '2026-06-08',
    ],
    [
      'one daily is missing and given up, a later one is waited for: those between them',
      INITS,
      ['2026-06-07', '2026-06-09', '2026-06-11'],
      NOTHING,
      ['init 2026-06-06', 'daily 2026-06-07', 'daily 2026-06-09', 'no daily 2026-06-10'],
      '2026-06-08',
    ],
    [
      'the newest daily is not published yet: nothing is missing',
      INITS,
      ['2026-06-07'],
      { lastInit: '2026-06-06', lastDay: '2026-06-07' },
      [],
      '2026-06-20',
    ],
    [
      'a daily that was given up is listed later: that one, before the next',
      INITS,
      ['2026-06-07', '2026-06-08', '2026-06-09', '2026-06-10'],
      { lastInit: '2026-06-06', lastDay: '2026-06-09', missingDays: ['2026-06-08'] },
      ['daily 2026-06-08', 'daily 2026-06-10'],
      '2026-06-08',
    ],
    [
      'a daily that was given up is listed later, with an init that covers it: the init',
      INITS,
      ['2026-05-20', '2026-06-09', '2026-06-10'],
      { lastInit: '2026-05-02', lastDay: '2026-06-09', missingDays: ['2026-05-20'] },
      ['init 2026-06-06', 'daily 2026-06-10'],
      '2026-06-08',
    ],
    [
      'the last day is older than the days kept, there is no newer init and the days between are given up: those that are left',
      INITS,
      ['2026-08-01', '2026-08-02'],
      { lastInit: '2026-06-06', lastDay: '2026-06-10' },
      ['daily 2026-08-01', 'daily 2026-08-02'],
      '2026-07-31',
    ],
    [
      'a part is missing and nothing is imported: nothing at all',
      parts('2026-06-06', [1, 2, 4]),
      JUNE,
      NOTHING,
      ['no init 2026-06-06'],
    ],
    [
      'a part is missing: the dailies go on from where the data stand',
      parts('2026-06-06', [2, 3]),
      JUNE,
      { lastInit: '2026-05-02', lastDay: '2026-06-07' },
      ['daily 2026-06-08', 'daily 2026-06-09', 'no init 2026-06-06'],
    ],
    [
      'fewer parts than the init before had: not yet',
      [...parts('2026-05-02', [1, 2, 3]), ...parts('2026-06-06', [1, 2])],
      JUNE,
      { lastInit: '2026-05-02', lastDay: '2026-06-08' },
      ['daily 2026-06-09', 'no init 2026-06-06'],
    ],
  ]
  for (const [what, init, days, applied, expected, givenUpUntil] of cases) {
    test(what, async () => {
      assert.deepEqual(titles(await find(init, dailies(...days), applied, givenUpUntil)), expected)
    })
  }

  test('only a daily whose missing days are all given up may be applied across a gap, and only one given up may itself be lost', async () => {
    const { sets } = await find(INITS, dailies('2026-06-07', '2026-06-08', '2026-06-09'), NOTHING, '2026-06-07')
    assert.deepEqual(
      sets.map(({ title, optional, acrossGap }) => [title, optional, acrossGap]),
      [
        ['init 2026-06-06', undefined, undefined],
        ['daily 2026-06-07', true, true],
        ['daily 2026-06-08', false, true],
        ['daily 2026-06-09', false, false],
      ],
    )
  })

  test('a missing part is named, with the number of parts', async () => {
    const { refused } = await find(parts('2026-06-06', [1, 2, 4, 5]), [], NOTHING)
    assert.match(refused[0]!.reason, /^part 003 of 5 is not listed\./)
  })

  test('the parts of an init are one set in order, with their number and the data of the listing', async () => {
    const [init] = (await find(INITS, [], NOTHING)).sets
    assert.equal(init!.parts, 3)
    assert.deepEqual(
      init!.files.map((file) => file.name),
      ['init_2026-06-06_001.json.gz', 'init_2026-06-06_002.json.gz', 'init_2026-06-06_003.json.gz'],
    )
    assert.deepEqual(init!.files[0], {
      name: 'init_2026-06-06_001.json.gz',
      url: 'https://bucket.example/batch-init/init_2026-06-06_001.json.gz',
      role: 'data',
      bytes: 12,
      etag: md5('2026-06-06 1'),
      md5: md5('2026-06-06 1'),
    })
  })

  test('the ETag of a multipart upload is stored, but is no checksum', async () => {
    const object = { ...parts('2026-06-06', [1])[0]!, etag: `${md5('x')}-12` }
    const [init] = (await find([object], [], NOTHING)).sets
    assert.equal(init!.files[0]!.etag, `${md5('x')}-12`)
    assert.equal(init!.files[0]!.md5, undefined)
  })

  test('other keys are skipped', async () => {
    const foreign = [
      'batch-init/',
      'batch-init/init_2026-06-06_list.txt',
      'batch-init/init_2026-07-04_001.json.gz.tmp',
      'batch-init/init_2026-13-45_001.json.gz',
      'batch-init/init_2026-06-06_000.json.gz',
      'batch-init/old/init_2026-07-04_001.json.gz',
      'batch-daily/actual_2026-02-30.json.gz',
      'batch-daily/actual_2026-06-08.json',
    ].map((key) => ({ key, body: 'x' }))
    const plan = await find([...foreign, ...INITS], [...foreign, ...dailies('2026-06-07')], NOTHING)
    assert.deepEqual(titles(plan), ['init 2026-06-06', 'daily 2026-06-07'])
  })

  test('a listing without any init is refused', async () => {
    await assert.rejects(find([], dailies(...JUNE), NOTHING), {
      name: 'InputError',
      message: /bucket\.example\/\?… lists no init/,
    })
  })

  test('for any listing the downloaded dailies continue the catalog without a gap, apart from days that were given up', async () => {
    const day = fc.integer({ min: 0, max: 60 }).map((n) => addDays('2026-05-01', n))
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(day, { maxLength: 50 }),
        fc.uniqueArray(day, { minLength: 1, maxLength: 3 }),
        fc.option(day),
        fc.option(day),
        day,
        async (days, initDays, lastInit, lastDay, givenUpUntil) => {
          const applied = { lastInit, lastDay: lastInit === null ? null : lastDay }
          const init = initDays.flatMap((one) => parts(one, [1, 2]))
          const plan = await find(init, dailies(...days), applied, givenUpUntil)
          const fetched = plan.sets.map((set) => set.title.split(' '))
          let standing = [applied.lastDay ?? applied.lastInit ?? ''].concat(
            fetched.filter(([kind]) => kind === 'init').map(([, one]) => one!),
          )
          for (const [kind, one] of fetched) {
            if (kind === 'init') continue
            const at = standing.toSorted().at(-1)!
            assert(at < one!)
            for (let missing = dayAfter(at); missing < one!; missing = dayAfter(missing)) {
              assert(missing <= givenUpUntil && !days.includes(missing))
            }
            standing = [one!]
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
