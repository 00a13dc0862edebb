import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { Ledger } from '../../src/ledger/ledger.ts'
import { checkAfterRestart } from './after-restart.ts'
import { booksForWorlds, buy, FaultWorld, work } from './fault-world.ts'
import { checkAudit } from './told-requests.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-full-'))
after(() => rmSync(dir, { recursive: true }))

test('a database that may not grow refuses at once, and as soon as it may again it sells on by itself; no unit is lost', async () => {
  const books = await booksForWorlds({ kind: 'sqlite' })
  const database = books.database
  const world = await FaultWorld.open({ kind: 'sqlite', seed: 1, allowances: [500, 500] }, books)
  const account = [...world.accounts.keys()][0]!
  for (let times = 1; times <= 3; times++) {
    assert.equal(await world.during(buy(world, account, 1)), 'charged')
    const [row] = await database.query<readonly [number]>('pragma page_count')
    await database.query(`pragma max_page_count = ${row![0]}`)
    await work(world, { clients: 4, requests: 25, seed: times })
    await world.time.pass(10_000)
    await database.query('pragma max_page_count = 1000000')
    await world.time.pass(1_000)
  }
  const node = await world.living()
  assert(0 < node.counters.disk_full, 'the disk was full')
  assert.equal(node.counters.commits_unknown, 0, 'a full disk is no doubt')
  await world.heal()
  await checkAudit(books.store)
  await books[Symbol.asyncDispose]()
})

const ACCOUNT = 'a'
const ALLOWANCE = 1_000_000

for (const limitKiB of [900, 2_000]) {
  test(`a server whose files may not grow beyond ${limitKiB} KiB: what it acknowledged is there after a restart, what it refused is not`, async () => {
    const data = join(dir, `${limitKiB}`)
    {
      await using ledger = await Ledger.open({ data, databaseUrl: undefined })
      await ledger.setAllowance(ACCOUNT, ALLOWANCE, 'operator')
    }
    const told = await sellUnderLimit(data, limitKiB)
    const words = [...told.values()]
    // How many depends on how many share a commit.
    assert(2 * LOOPS < words.filter((word) => word === 'd').length, 'it sold before the limit')
    assert(0 < words.filter((word) => word === 'f').length, 'the limit was reached, and waiting requests were refused')

    await checkAfterRestart(data, ACCOUNT, told)
  })
}

/** Of each request the last word. Killed some time after it began to refuse. */
async function sellUnderLimit(data: string, limitKiB: number): Promise<ReadonlyMap<string, string>> {
  const program = join(import.meta.dirname, 'selling-process.ts')
  const limited = `trap "" XFSZ; ulimit -f ${limitKiB}; exec "$@"`
  const args = ['-c', limited, 'bash', process.execPath, program, data, ACCOUNT, `${LOOPS}`, 'abc']
  const child = spawn('bash', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const told = new Map<string, string>()
  let refusals = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, what] = line.split(' ') as [string, string]
    if (word === 'r') refusals++
    else told.set(what, word)
    if (REFUSALS < refusals) kill()
  }
  process.off('exit', kill)
  return told
}

const LOOPS = 16
/** Of them each loop hears twenty in a second; a debit in doubt is refused after two. */
const REFUSALS = LOOPS * 20 * 2.5
