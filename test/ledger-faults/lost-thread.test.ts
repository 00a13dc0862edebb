import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { openBooksToRead } from '../../src/ledger/accounting.ts'
import { Ledger, portsOf } from '../../src/ledger/ledger.ts'
import { audit } from '../../src/ledger/testing/audit.ts'
import { readJournal } from '../../src/ledger/testing/journal.ts'
import { type ChargingThreadTask, DEBITED, REFUSED, requestIdOf, SENT, unitsOf } from './charging-thread.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-threads-'))
after(() => rmSync(dir, { recursive: true }))

const ACCOUNT = 'a'
const ALLOWANCE = 40_000
const KILLS = 4
const LOOPS = 12
/** A thread is killed after this many requests. */
const REQUESTS_BEFORE_KILL = 400
/**
 * The last thread uses the allowance up. The others leave some of it, at four units for a request: on a busy machine a
 * thread that is to be killed may start late, and would find nothing to charge.
 */
const REQUESTS_MAX = { staying: 5_000, killed: 1_000, last: ALLOWANCE }

test('every unit is charged once although charging threads are killed one after the other', async () => {
  const data = join(dir, 'data')
  const outcomes = new Map<string, Uint8Array>()
  {
    await using ledger = await Ledger.open({ data, databaseUrl: undefined })
    await ledger.setAllowance(ACCOUNT, ALLOWANCE, 'operator')
    const begin = (prefix: string, requestsMax: number): { thread: Worker; bytes: Uint8Array } => {
      const invitation = ledger.invite()
      const memory = new SharedArrayBuffer(requestsMax + LOOPS)
      const task: ChargingThreadTask = { invitation, account: ACCOUNT, outcomes: memory, prefix, loops: LOOPS }
      const thread = new Worker(new URL('./charging-thread.ts', import.meta.url), {
        workerData: task,
        transferList: portsOf(invitation),
      })
      outcomes.set(prefix, new Uint8Array(memory))
      return { thread, bytes: outcomes.get(prefix)! }
    }
    const staying = begin('aaa', REQUESTS_MAX.staying)
    const ended = new Promise((resolve) => staying.thread.once('exit', resolve))
    for (let kill = 0; kill < KILLS; kill++) {
      const { thread, bytes } = begin(`b${kill}b`, REQUESTS_MAX.killed)
      while (bytes[REQUESTS_BEFORE_KILL] === 0 && bytes.indexOf(0, 1) < REQUESTS_BEFORE_KILL) await turn()
      await thread.terminate()
    }
    await ended
    // The units of the killed threads' open charges return and are charged.
    const last = begin('ccc', REQUESTS_MAX.last)
    await new Promise((resolve) => last.thread.once('exit', resolve))
    for (let i = 0; ; i++) {
      const subject = { project: 'shop', credential: 'd', operation: 'x' }
      const requestId = requestIdOf('ddd', i)
      const outcome = await ledger.charge({ account: ACCOUNT, units: 1, subject, requestId }).outcome
      if (outcome.outcome === 'refused' && outcome.reason === 'monthly_limit') break
      assert.equal(outcome.outcome, 'charged')
    }
    assert(0 < (await ledger.counters()).withdrawn!, 'charges were withdrawn')
  }
  await checkCharged(data, outcomes)
})

async function checkCharged(data: string, outcomes: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const store = await openBooksToRead(data, undefined)
  const charged = new Map<string, number>()
  await store.snapshot(async (rows) => {
    assert.deepEqual((await audit(rows)).differences, [])
    assert.deepEqual(await rows.lineStatesAll(), [])
    for await (const { lines } of readJournal(rows)) {
      for (const { requestId, units } of lines) {
        assert(!charged.has(requestId), `DOUBLE: ${requestId}`)
        charged.set(requestId, units)
      }
    }
  })
  await store.close()
  assert.equal(
    charged.values().reduce((sum, units) => sum + units, 0),
    ALLOWANCE,
    'charged to the last unit',
  )
  let unanswered = 0
  for (const [prefix, bytes] of outcomes) {
    bytes.forEach((byte, number) => {
      const units = charged.get(requestIdOf(prefix, number))
      if (byte === DEBITED) assert.equal(units, unitsOf(number), `LOST: ${prefix} ${number}`)
      if (byte === REFUSED || byte === 0) assert.equal(units, undefined, `CHARGED: ${prefix} ${number}`)
      if (byte === SENT) unanswered++
    })
  }
  assert(unanswered <= KILLS * LOOPS)
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
