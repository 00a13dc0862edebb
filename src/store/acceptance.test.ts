import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { formatWithdrawals } from '../release/copied-release.ts'
import { cases } from '../stdx/testing/cases.ts'
import { DAY_MS } from '../stdx/time-units.ts'
import { acceptCurrent, acceptManifest, acceptWithdrawals, isLater, requireWithdrawals } from './acceptance.ts'
import { idOfDay, makeRelease, makeReleaseFolder, OLD, timeOfDay, withdrawal } from './testing/releases.ts'

const NOW = timeOfDay(10)
const SHA256 = '0'.repeat(64)
const CURRENT = { format: 1, sequence: 7, release: idOfDay(1), manifest_sha256: SHA256, published_at: 'now' }
const SOUND = { ...CURRENT, rollback: true, withdrawn_sequence: 5, manifests: [SHA256] }
const MESSAGE = { name: 'InputError' }

describe('a document whose sequence is', () => {
  for (const [what, sequence, accepted, expected] of cases<[string, number, number | undefined, boolean | RegExp]>`
    the first that a server reads  | ${NOW}              | ${undefined} | ${true}
    the first, and 0               | ${0}                | ${undefined} | ${true}
    higher                         | ${NOW + 1}          | ${NOW}       | ${true}
    the same                       | ${NOW}              | ${NOW}       | ${false}
    lower                          | ${NOW - 1}          | ${NOW}       | ${/it is an earlier state/}
    a day ahead of the clock       | ${NOW + DAY_MS}     | ${NOW}       | ${true}
    more than a day ahead          | ${NOW + DAY_MS + 1} | ${undefined} | ${/more than a day ahead/}
  `) {
    const answer = expected === true ? 'applied' : expected === false ? 'not applied again' : 'refused'
    test(`${what} is ${answer}`, () => {
      const ask = (): boolean => isLater('current/4.json', sequence, accepted, NOW)
      if (typeof expected === 'boolean') assert.equal(ask(), expected)
      else assert.throws(ask, { ...MESSAGE, message: expected })
    })
  }
})

describe('a document with the release is', () => {
  test('accepted with all of its fields', () => {
    const { manifest_sha256: manifestSha256, published_at: publishedAt, withdrawn_sequence: _, ...same } = SOUND
    const { format: __, ...fields } = { ...same, manifestSha256, publishedAt, withdrawnSequence: 5 }
    assert.deepEqual(acceptCurrent(JSON.stringify(SOUND), {}), fields)
  })
  for (const field of ['release', 'manifest_sha256', 'published_at', 'withdrawn_sequence', 'manifests'])
    test(`refused without ${field}`, () => {
      const text = JSON.stringify({ ...SOUND, [field]: undefined })
      assert.throws(() => acceptCurrent(text, {}), { ...MESSAGE, message: /a field is missing/ })
    })
})

test('a list of withdrawn records is refused if it is none', () => {
  const accept = (list: unknown) => acceptWithdrawals(JSON.stringify({ format: 1, sequence: 7, list }), {})
  const one = withdrawal('1')
  assert.deepEqual(accept(JSON.parse(formatWithdrawals([one]))), { sequence: 7, list: [one] })
  for (const list of [undefined, [], {}]) assert.throws(() => accept(list), { ...MESSAGE, message: /is damaged/ })
})

test('a release is served only with the list of withdrawn records that it names, or a later one', () => {
  const current = acceptCurrent(JSON.stringify(SOUND), {})
  for (const accepted of [5, 6]) requireWithdrawals(current, accepted)
  for (const accepted of [undefined, 4])
    assert.throws(() => requireWithdrawals(current, accepted), { ...MESSAGE, message: /missing or older/ })
})

describe('a manifest is', () => {
  const folder = makeReleaseFolder()
  const release = makeRelease(folder, idOfDay(1), OLD)
  const sound = readFileSync(join(folder.path(release), 'manifest.json'), 'utf8')
  const accept = (text: string | null, hashed = text ?? '', id = release) =>
    acceptManifest(text, { release: id, manifestSha256: hash('sha256', hashed) })
  test('accepted with the hash and the release of the document', () => {
    assert.equal(accept(sound).manifest.id, release)
    assert.equal(accept(sound).text, sound)
  })
  for (const [what, refused, message] of [
    ['missing', () => accept(null), /is missing/],
    ['changed by a letter', () => accept(sound.replace('sk', 'cz'), sound), /differs from its hash/],
    ['that of another release', () => accept(sound, sound, idOfDay(2)), new RegExp(`manifest of ${release}`)],
    ['damaged, with its hash', () => accept(JSON.stringify({ ...JSON.parse(sound), segments: [] })), /is damaged/],
  ] as const)
    test(`refused if it is ${what}`, () => assert.throws(refused, { ...MESSAGE, message }))
})
