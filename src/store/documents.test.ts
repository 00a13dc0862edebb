import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, test } from 'node:test'
import { HOUR_MS } from '../stdx/time-units.ts'
import { checkKeys, describeAhead, formatDocument, nextSequence, parseDocument, type StoreKeys } from './documents.ts'
import { makeKeys } from './testing/roles.ts'

const OURS = makeKeys()
const OTHERS = makeKeys()
const PATH = 'current/4.json'
const FIELDS = { release: 'ž 1', rollback: false }
const signedBy = ({ signingKey }: StoreKeys, path = PATH): string => formatDocument(path, 7, FIELDS, { signingKey })
const change = (from: string | RegExp, to: string): string => signedBy(OURS).replace(from, to)

const ACCEPTED: readonly (readonly [what: string, text: string, keys: StoreKeys])[] = [
  ['unsigned without a key', signedBy({}), {}],
  ['signed without a key', signedBy(OURS), {}],
  ['signed with its key', signedBy(OURS), OURS],
  ['written in another layout', JSON.stringify(JSON.parse(signedBy(OURS))), OURS],
]

const REFUSED: readonly (readonly [what: string, text: string, keys: StoreKeys, message: RegExp])[] = [
  ['unsigned, with a key', signedBy({}), OURS, /is not signed/],
  ['signed by another key', signedBy(OTHERS), OURS, /wrong signature/],
  ['signed as another document', signedBy(OURS, 'current/5.json'), OURS, /wrong signature/],
  ['with another sequence', change('"sequence": 7', '"sequence": 8'), OURS, /wrong signature/],
  ['with another release', change('ž 1', 'ž 2'), OURS, /wrong signature/],
  ['with one more field', change('"format"', '"more": 1, "format"'), OURS, /wrong signature/],
  ['with a signature that is none', change(/"signature": ".*"/, '"signature": "no"'), OURS, /wrong signature/],
  ['with a signature that is a number', change(/"signature": ".*"/, '"signature": 1'), OURS, /is not signed/],
  ['cut off', signedBy({}).slice(0, -5), {}, /not JSON/],
  ['empty', '', {}, /not JSON/],
  ['a list', '[]', {}, /no JSON object/],
  ['of a later format', signedBy({}).replace('"format": 1', '"format": 2'), {}, /format 2/],
  ['without a sequence', signedBy({}).replace('"sequence": 7,', ''), {}, /no sequence/],
  ['with a sequence that is a text', signedBy({}).replace(': 7', ': "7"'), {}, /no sequence/],
  [
    'with a sequence that no number can count',
    signedBy({}).replace(': 7', ': 9007199254740992'),
    {},
    /it is 9007199254/,
  ],
]

describe('a document of a store', () => {
  for (const [what, text, keys] of ACCEPTED) {
    test(`is accepted: ${what}`, () => {
      assert.deepEqual(parseDocument(PATH, text, keys), { sequence: 7, fields: FIELDS })
    })
  }

  for (const [what, text, keys, message] of REFUSED) {
    test(`is refused: ${what}`, () => {
      assert.throws(() => parseDocument(PATH, text, keys), { name: 'InputError', message })
    })
  }
})

test('a sequence follows the time, and never goes back', () => {
  assert.equal(nextSequence(undefined, 1000), 1000)
  assert.equal(nextSequence(500, 1000), 1000)
  assert.equal(nextSequence(1000, 1000), 1001)
  assert.equal(nextSequence(5000, 1000), 5001)
})

test('a sequence of more than a day ahead is refused by readers, and a publisher begins anew after it', () => {
  const nowMs = Date.parse('2026-06-01T04:00:00Z')
  const [hours, days] = [nowMs + 23 * HOUR_MS, nowMs + 25 * HOUR_MS]
  assert.equal(describeAhead(PATH, hours, nowMs), undefined)
  assert.equal(nextSequence(hours, nowMs), hours + 1)
  for (const sequence of [days, Number.MAX_SAFE_INTEGER]) {
    assert.match(describeAhead(PATH, sequence, nowMs)!, new RegExp(`^${PATH} has sequence ${sequence}, .* ahead`))
    assert.equal(nextSequence(sequence, nowMs), nowMs)
  }
})

test('keys of another kind, keys of two pairs and texts that are no keys are refused before they are used', () => {
  checkKeys({})
  checkKeys(OURS)
  assert.equal(checkKeys({ signingKey: OURS.signingKey }).publicKey, OURS.publicKey)
  assert.throws(() => checkKeys({ publicKey: OURS.signingKey }), /is a private key/)
  assert.throws(() => checkKeys({ resign: true }), /--resign needs/)
  const { privateKey } = generateKeyPairSync('x25519')
  const other = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  assert.throws(() => checkKeys({ signingKey: other }), /REGISTA_STORE_SIGNING_KEY is no Ed25519 key/)
  assert.throws(() => checkKeys({ publicKey: 'no key' }), /REGISTA_STORE_PUBLIC_KEY is no Ed25519 key/)
  assert.throws(() => checkKeys({ ...OURS, publicKey: OTHERS.publicKey }), /does not belong/)
})
