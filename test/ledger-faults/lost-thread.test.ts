import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { Ledger, openBooksToRead, portsOf } from '../../src/ledger/ledger.ts'
import { audit } from '../../src/ledger/testing/audit.ts'
import { DEBITED, REFUSED, requestIdOf, SENT, type SellingThreadTask, unitsOf } from './selling-thread.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-threads-'))
after(() => rmSync(dir, { recursive: true }))

const ACCOUNT = 'a'
const ALLOWANCE = 30_000
const KILLS = 4
const LOOPS = 12
/** A thread is killed when it has sent so many. */
const LIFE = 400

test('threads that sell are killed one after the other while another goes on: every unit is sold, and none twice', async () => {
  const data = join(dir, 'data')
  const told = new Map<string, Uint8Array>()
  {
    await using ledger = await Ledger.open({ data, databaseUrl: undefined })
    await ledger.setAllowance(ACCOUNT, ALLOWANCE, 'operator')
    const begin = (prefix: string): { thread: Worker; words: Uint8Array } => {
      const invitation = ledger.invite()
      const memory = new SharedArrayBuffer(2 * ALLOWANCE)
      const task: SellingThreadTask = { invitation, account: ACCOUNT, told: memory, prefix, loops: LOOPS }
      const thread = new Worker(new URL('./selling-thread.ts', import.meta.url), {
        workerData: task,
        transferList: portsOf(invitation),
      })
      told.set(prefix, new Uint8Array(memory))
      return { thread, words: told.get(prefix)! }
    }
    const staying = begin('aaa')
    const ended = new Promise((resolve) => staying.thread.once('exit', resolve))
    for (let kill = 0; kill < KILLS; kill++) {
      const { thread, words } = begin(`b${kill}b`)
      while (words[LIFE] === 0 && words.indexOf(0, 1) < LIFE) await turn()
      await thread.terminate()
    }
    await ended
    // What the dead had in flight comes back, and is sold.
    const last = begin('ccc')
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
  await checkSold(data, told)
})

async function checkSold(data: string, told: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const store = await openBooksToRead(data, undefined)
  const charged = new Map<string, number>()
  await store.snapshot(async (rows) => {
    assert.deepEqual((await audit(rows)).differences, [])
    assert.deepEqual(await rows.lineStatesAll(), [])
    for await (const { lines } of rows.journal()) {
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
    'sold to the last unit',
  )
  let untold = 0
  for (const [prefix, words] of told) {
    words.forEach((word, number) => {
      const units = charged.get(requestIdOf(prefix, number))
      if (word === DEBITED) assert.equal(units, unitsOf(number), `LOST: ${prefix} ${number}`)
      if (word === REFUSED || word === 0) assert.equal(units, undefined, `CHARGED: ${prefix} ${number}`)
      if (word === SENT) untold++
    })
  }
  assert(untold <= KILLS * LOOPS)
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
