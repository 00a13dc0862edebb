import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { ChargeTickets } from './charge-tickets.ts'
import { Connection } from './connection.ts'
import { PendingCharge } from './pending-charge.ts'
import { openRecentBatches } from './recent-batches.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-recent-'))
after(() => rmSync(dir, { recursive: true }))

const connection = new Connection(ChargeTickets.create(1), () => undefined)
const hash = new Uint8Array(16)

function charge(account: string, number: number): PendingCharge {
  const subject = { project: 'náš obchod', credential: 'k k', operation: 'o' }
  const payer = { account, subject, number }
  return new PendingCharge({ connection, ticket: 0, requestId: `${number}`.padStart(32, 'a'), units: number, payer })
}

test('batches are read back with their subjects, at once and after a restart, across files and after a cut line', async () => {
  let nowMs = 0
  const clock = { monotonicMs: () => nowMs }
  const add = (seq: number, charges: readonly PendingCharge[]) =>
    recent.add(9, { seq, hash, period: '2026-11', atMs: 1_000 + seq }, charges)
  const shown = (batches: ReturnType<typeof recent.read>) =>
    batches
      .toSorted((a, b) => a.seq - b.seq)
      .map(({ seq, lines }) => [seq, ...lines.map(({ account, units }) => `${account} ${units}`)])
  let recent = openRecentBatches(dir, clock)
  add(1, [charge('anna', 1), charge('berta', 2)])
  add(2, [charge('anna', 1)])
  // Other books have given the number to another account.
  add(3, [charge('carl', 1)])
  const expected = [
    [1, 'anna 1', 'berta 2'],
    [2, 'anna 1'],
    [3, 'carl 1'],
  ]
  assert.deepEqual(shown(recent.read()), expected, 'also what is not written yet')
  await setTimeout(100)
  nowMs += 6 * 60_000
  add(4, [charge('anna', 1)])
  assert.deepEqual(shown(recent.read()), [...expected, [4, 'anna 1']])
  await setTimeout(100)
  recent.close()
  for (const name of ['recent-0', 'recent-1']) appendFileSync(join(dir, name), 'B 9 5 2026-11 10')
  recent = openRecentBatches(dir, clock)
  assert.deepEqual(shown(recent.read()), [...expected, [4, 'anna 1']])
  for (const { lines } of recent.read()) assert.equal(lines[0]!.project, 'náš obchod')
  recent.close()
})
