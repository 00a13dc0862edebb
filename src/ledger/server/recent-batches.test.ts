import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '../../stdx/testing/until.ts'
import { ChargeTickets } from './charge-tickets.ts'
import { Connection } from './connection.ts'
import { NumberedPayer, PendingCharge } from './pending-charge.ts'
import { openRecentBatches } from './recent-batches.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-recent-'))
after(() => rmSync(dir, { recursive: true }))

const connection = new Connection(ChargeTickets.create(1), () => undefined)
const hash = new Uint8Array(16)

function charge(account: string, number: number): PendingCharge {
  const subject = { project: 'náš obchod', credential: 'k k', operation: 'o' }
  const payer = Object.assign(new NumberedPayer({ account, subject }), { id: number })
  return new PendingCharge({ connection, ticket: 0, requestId: `${number}`.padStart(32, 'a'), units: number, payer })
}

test('batches are read back with their subjects, at once and after a restart, across files and after a cut line', async () => {
  let nowMs = 0
  const clock = { monotonicMs: () => nowMs }
  const add = (seq: number, charges: readonly PendingCharge[]) =>
    recent.add(9, { seq, hash, period: '2026-11', atMs: 1_000 + seq }, charges)
  const shown = (batches: ReturnType<typeof recent.read>) => {
    const inWords = batches.map(
      ({ seq, lines }) => `${seq}: ${lines.map((one) => `${one.account} ${one.units}`).join(', ')}`,
    )
    return inWords.toSorted()
  }
  let work: (() => void) | undefined
  const after = (_ms: number, later: () => void) => {
    work = later
    return () => undefined
  }
  const timers = { after, endOfTurn: () => undefined }
  /** Runs the timer, and waits for the file. */
  const written = async (seq: number) => {
    const due = await until(() => work, 'a timer')
    work = undefined
    due!()
    const isThere = (name: string) => readFileSync(join(dir, name), 'utf8').includes(`B 9 ${seq} `)
    await until(() => ['recent-0', 'recent-1'].some(isThere), `batch ${seq} in a file`)
  }
  let recent = openRecentBatches(dir, { clock, timers })
  add(1, [charge('anna', 1), charge('berta', 2)])
  add(2, [charge('anna', 1)])
  // Other books have given the number to another account.
  add(3, [charge('carl', 1)])
  const expected = ['1: anna 1, berta 2', '2: anna 1', '3: carl 1']
  assert.deepEqual(shown(recent.read()), expected, 'also what is not written yet')
  await written(3)
  nowMs += 6 * 60_000
  add(4, [charge('anna', 1)])
  assert.deepEqual(shown(recent.read()), [...expected, '4: anna 1'])
  await written(4)
  recent.close()
  for (const name of ['recent-0', 'recent-1']) appendFileSync(join(dir, name), 'B 9 5 2026-11 10')
  recent = openRecentBatches(dir, { clock, timers })
  assert.deepEqual(shown(recent.read()), [...expected, '4: anna 1'])
  for (const { lines } of recent.read()) assert.equal(lines[0]!.project, 'náš obchod')
  // Starts in quick succession forget nothing, and a line that was cut short spoils none behind it.
  for (const seq of [5, 6, 7]) {
    add(seq, [charge('berta', 2)])
    recent.close()
    recent = openRecentBatches(dir, { clock, timers })
    expected.push(`${seq}: berta 2`)
  }
  const all = shown([...recent.read()].filter(({ seq }) => seq !== 4))
  assert.deepEqual(all, expected)
  recent.close()
})

test('files that were cut anywhere yield whole batches or none', () => {
  const cut = mkdtempSync(join(dir, 'cut-'))
  const clock = { monotonicMs: () => 0 }
  const timers = { after: () => () => undefined, endOfTurn: () => undefined }
  const open = () => openRecentBatches(cut, { clock, timers })
  const written = open()
  for (let seq = 1; seq <= 3; seq++) {
    const charges = Array.from({ length: 8 }, (_, i) => charge(`account ${i % 3}`, 1 + (i % 3)))
    written.add(9, { seq, hash, period: '2026-11', atMs: seq }, charges)
  }
  written.close()
  const path = ['recent-0', 'recent-1'].map((name) => join(cut, name)).find((one) => 0 < readFileSync(one).length)!
  const bytes = readFileSync(path)
  const whole = open()
  const batches = whole.read()
  whole.close()
  assert.equal(batches.length, 3)
  let most = 0
  for (let length = 0; length <= bytes.length; length++)
    for (const rest of ['', bytes.toString()]) {
      writeFileSync(path, bytes.subarray(0, length))
      if (rest !== '') appendFileSync(path, rest)
      const recent = open()
      const found = recent.read()
      recent.close()
      for (const batch of found) assert.deepEqual(batch, batches[batch.seq - 1])
      if (rest === '') assert.deepEqual(found, batches.slice(0, found.length))
      most = Math.max(most, found.length)
    }
  assert.equal(most, 6)
})
