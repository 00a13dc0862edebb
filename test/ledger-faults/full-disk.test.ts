import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { Ledger } from '../../src/ledger/ledger.ts'
import { checkAfterRestart } from './after-restart.ts'
import { chargeOnce, FaultWorld, openWorldBooks, work } from './fault-world.ts'
import { checkAudit } from './request-outcomes.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-full-'))
after(() => rmSync(dir, { recursive: true }))

test('charging stops at once while a database cannot grow, resumes by itself when it can, and loses no unit', async () => {
  const books = await openWorldBooks({ kind: 'sqlite' })
  const database = books.database
  const world = await FaultWorld.open({ kind: 'sqlite', seed: 1, allowances: [500, 500] }, books)
  const account = [...world.accounts.keys()][0]!
  for (let times = 1; times <= 3; times++) {
    assert.equal(await world.during(chargeOnce(world, account, 1)), 'charged')
    const [row] = await database.query<readonly [number]>('pragma page_count')
    await database.query(`pragma max_page_count = ${row![0]}`)
    await work(world, { clients: 4, requests: 25, seed: times })
    await world.time.pass(10_000)
    await database.query('pragma max_page_count = 1000000')
    await world.time.pass(1_000)
  }
  const node = await world.liveNode()
  assert(0 < node.counters.disk_full, 'the disk was full')
  assert.equal(node.counters.commits_unknown, 0, 'a full disk is no doubt')
  await world.heal()
  await checkAudit(books.store)
  await books[Symbol.asyncDispose]()
})

const ACCOUNT = 'a'
const ALLOWANCE = 1_000_000

for (const limitKiB of [900, 2_000]) {
  test(`a server whose files are limited to ${limitKiB} KiB has after a restart every acknowledged charge and no refused one`, async () => {
    const data = join(dir, `${limitKiB}`)
    {
      await using ledger = await Ledger.open({ data, databaseUrl: undefined })
      await ledger.setAllowance(ACCOUNT, ALLOWANCE, 'operator')
    }
    const outcomes = await chargeUnderLimit(data, limitKiB)
    const marks = [...outcomes.values()]
    // How many depends on how many charges share a commit.
    assert(2 * LOOPS < marks.filter((mark) => mark === 'd').length, 'it charged before the limit')
    assert(0 < marks.filter((mark) => mark === 'f').length, 'the limit was reached, and waiting requests were refused')

    await checkAfterRestart(data, ACCOUNT, outcomes)
  })
}

/** Returns the last line about each request. The process is killed some time after it begins to refuse. */
async function chargeUnderLimit(data: string, limitKiB: number): Promise<ReadonlyMap<string, string>> {
  const program = join(import.meta.dirname, 'charging-process.ts')
  const limited = `trap "" XFSZ; ulimit -f ${limitKiB}; exec "$@"`
  const args = ['-c', limited, 'bash', process.execPath, program, data, ACCOUNT, `${LOOPS}`, 'abc']
  const child = spawn('bash', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const outcomes = new Map<string, string>()
  let refusals = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const [mark, what] = line.split(' ') as [string, string]
    if (mark === 'r') refusals++
    else outcomes.set(what, mark)
    if (REFUSALS < refusals) kill()
  }
  process.off('exit', kill)
  return outcomes
}

const LOOPS = 16
/** Each loop receives twenty per second; a debit in doubt is refused after two seconds. */
const REFUSALS = LOOPS * 20 * 2.5
