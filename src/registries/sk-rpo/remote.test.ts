import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays, dayAfter } from '../../records/date.ts'
import { cases, fieldsIn } from '../../stdx/testing/cases.ts'
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
  const key = (part: number) => `batch-init/init_${day}_${String(part).padStart(3, '0')}.json.gz`
  return numbers.map((part) => ({ key: key(part), body: `${day} ${part}` }))
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
const GAP = parts('2026-06-06', [1, 2, 4])
const NO_FIRST = parts('2026-06-06', [2, 3])
const FEWER = [...parts('2026-05-02', [1, 2, 3]), ...parts('2026-06-06', [1, 2])]

/** `06-05 06-06` in full: all days are of 2026. */
const daysOf = (text: string) => (text === '' ? [] : text.split(' ').map((day) => `2026-${day}`))
const JUNE = '06-05 06-06 06-07 06-08 06-09'

describe('the downloads from the RPO', () => {
  /** What is listed, what is applied, what is to be downloaded, and until when missing days are given up. */
  type Case = [what: string, inits: ListedObject[], days: string, applied: string, expected: string, givenUp: string]
  for (const [what, inits, days, applied, expected, givenUp] of cases<Case>`
    nothing imported yet: the newest init and each daily after it | ${INITS} | ${JUNE} | init= | init 06-06, daily 06-07, daily 06-08, daily 06-09 |
    the newest init imported: only the dailies after the last one | ${INITS} | ${JUNE} | init=06-06; day=06-08 | daily 06-09 |
    all imported: nothing | ${INITS} | ${JUNE} | init=06-06; day=06-09 | |
    an init without dailies so far: the dailies after its date | ${INITS} | ${JUNE} | init=06-06 | daily 06-07, daily 06-08, daily 06-09 |
    a newer init: that, and the dailies after it | ${INITS} | ${JUNE} | init=05-02; day=06-04 | init 06-06, daily 06-07, daily 06-08, daily 06-09 |
    a newer init that was listed late: no daily that is applied already | ${INITS} | ${JUNE} | init=05-02; day=06-08 | init 06-06, daily 06-09 |
    the last day is older than the days kept: from the init anew | ${INITS} | ${JUNE} | init=03-07; day=03-20 | init 06-06, daily 06-07, daily 06-08, daily 06-09 |
    the last day is older than the days kept and there is no newer init: the missing day is named | ${INITS} | 08-01 08-02 | init=06-06; day=06-10 | no daily 06-11 |
    a daily is missing in the middle: those before it, and the missing one is named | ${INITS} | 06-07 06-09 06-10 | init= | init 06-06, daily 06-07, no daily 06-08 |
    a daily is missing and still waited for: nothing after it | ${INITS} | 06-07 06-09 06-10 | init= | init 06-06, daily 06-07, no daily 06-08 | 06-07
    a daily is missing and given up: those after it | ${INITS} | 06-07 06-09 06-10 | init= | init 06-06, daily 06-07, daily 06-09, daily 06-10 | 06-08
    one daily is missing and given up, a later one is waited for: those between them | ${INITS} | 06-07 06-09 06-11 | init= | init 06-06, daily 06-07, daily 06-09, no daily 06-10 | 06-08
    the newest daily is not published yet: nothing is missing | ${INITS} | 06-07 | init=06-06; day=06-07 | | 06-20
    a daily that was given up is listed later: that one, before the next | ${INITS} | 06-07 06-08 06-09 06-10 | init=06-06; day=06-09; missing=06-08 | daily 06-08, daily 06-10 | 06-08
    a daily that was given up is listed later, with an init that covers it: the init | ${INITS} | 05-20 06-09 06-10 | init=05-02; day=06-09; missing=05-20 | init 06-06, daily 06-10 | 06-08
    the last day is older than the days kept, there is no newer init and the days between are given up: those that are left | ${INITS} | 08-01 08-02 | init=06-06; day=06-10 | daily 08-01, daily 08-02 | 07-31
    a part is missing and nothing is imported: nothing at all | ${GAP} | ${JUNE} | init= | no init 06-06 |
    a part is missing: the dailies go on from where the data stand | ${NO_FIRST} | ${JUNE} | init=05-02; day=06-07 | daily 06-08, daily 06-09, no init 06-06 |
    fewer parts than the init before had: not yet | ${FEWER} | ${JUNE} | init=05-02; day=06-08 | daily 06-09, no init 06-06 |
  `) {
    test(what, async () => {
      const { init, day, missing } = fieldsIn(applied)
      const [lastInit, lastDay, missingDays] = [init, day, missing].map((text) => daysOf(text ?? ''))
      const standing = { lastInit: lastInit![0] ?? null, lastDay: lastDay![0] ?? null, missingDays: missingDays! }
      const plan = await find(inits, dailies(...daysOf(days)), standing, daysOf(givenUp)[0])
      assert.equal(titles(plan).join(', ').replaceAll('2026-', ''), expected)
    })
  }

  test('only a daily whose missing days are all given up may be applied across a gap, and only one given up may itself be lost', async () => {
    const { sets } = await find(INITS, dailies('2026-06-07', '2026-06-08', '2026-06-09'), NOTHING, '2026-06-07')
    const flags = sets.map(({ title, optional, acrossGap }) => `${title}: ${optional}, ${acrossGap}`)
    const dailiesAfter = [
      'daily 2026-06-07: true, true',
      'daily 2026-06-08: false, true',
      'daily 2026-06-09: false, false',
    ]
    assert.deepEqual(flags, ['init 2026-06-06: undefined, undefined', ...dailiesAfter])
  })

  test('a missing part is named, with the number of parts', async () => {
    const { refused } = await find(parts('2026-06-06', [1, 2, 4, 5]), [], NOTHING)
    assert.match(refused[0]!.reason, /^part 003 of 5 is not listed\./)
  })

  test('the parts of an init are one set in order, with their number and the data of the listing', async () => {
    const [init] = (await find(INITS, [], NOTHING)).sets
    assert.equal(init!.parts, 3)
    const names = ['001', '002', '003'].map((part) => `init_2026-06-06_${part}.json.gz`)
    assert.deepEqual(
      names,
      init!.files.map(({ name }) => name),
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
    const message = /bucket\.example\/\?… lists no init/
    await assert.rejects(find([], dailies(...daysOf(JUNE)), NOTHING), { name: 'InputError', message })
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
