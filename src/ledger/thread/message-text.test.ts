import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToClient, ToServer } from '../server/messages.ts'
import { decodeToClient, decodeToServer, encodeToClient, encodeToServer } from './message-text.ts'

const ID = '0123456789abcdef'.repeat(2)
/** A number that reads as one with an exponent. */
const DIGITS = '1'.repeat(29).concat('2e9')

const subject = { project: 'shop', credential: 'key 1', operation: 'suggestCompanies' }
const charges = [7, ID, 0, 1, 8_191, DIGITS, 199_999, 1_000]

const TO_SERVER: readonly ToServer[] = [
  { kind: 'charges', renumbers: false, payers: [], charges },
  { kind: 'charges', renumbers: true, payers: [], charges: [] },
  { kind: 'charges', renumbers: false, payers: [{ account: 'a b', subject }], charges },
  { kind: 'call', ticket: 1, call: { name: 'credits', account: 'a' } },
]

const TO_CLIENT: readonly ToClient[] = [
  { kind: 'charged', period: '2026-11', endsAtMs: 1_796_079_600_000, charges: [7, 0, 8_191, 2 ** 40] },
  { kind: 'refused', ticket: 7, refusal: { outcome: 'refused', reason: 'suspended', retryAfterSeconds: 1 } },
  { kind: 'lost', ticket: 7 },
  { kind: 'account_changed', account: 'a' },
  { kind: 'account_changed', account: null },
  { kind: 'returned', ticket: 1, result: { outcome: 'unavailable' } },
]

test('a message is the same after it crossed threads', () => {
  for (const message of TO_SERVER) assert.deepEqual(decodeToServer(encodeToServer(message)), message)
  for (const message of TO_CLIENT) assert.deepEqual(decodeToClient(encodeToClient(message)), message)
})

test('the messages of every charge are texts', () => {
  assert.equal(typeof encodeToServer(TO_SERVER[0]!), 'string')
  assert.equal(typeof encodeToClient(TO_CLIENT[0]!), 'string')
})
