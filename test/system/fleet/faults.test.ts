import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openBooksToRead } from '../../../src/ledger/accounting.ts'
import { monthAt } from '../../../src/ledger/calendar.ts'
import { systemClock } from '../../../src/stdx/clock.ts'
import { DAY_MS, HOUR_MS } from '../../../src/stdx/time-units.ts'
import { startPostgres } from '../../../src/storage/testing/postgres.ts'
import { ROOT } from '../../testing/source-tree.ts'
import { Fleet } from './fleet.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-fleet-'))
after(() => rmSync(dir, { recursive: true }))

test('of a server that is killed, that loses its folder and that stands still only the requests under way are lost, and no unit', async () => {
  await using postgres = await startPostgres()
  // On a machine whose disk stands still the other server is not ready for a moment: requests wait until it is.
  const options = { dir: join(dir, 'faults'), servers: 2, databaseUrl: postgres.url, seed: 5, hasQueue: true }
  await using fleet = await Fleet.open(options)
  const [, second] = fleet.members
  const load = await fleet.underLoad(
    async () => {
      await fleet.stop(second!, 'SIGKILL')
      second!.loseFolder()
      second!.start()
      await fleet.untilReady(second!)
      process.kill(second!.process.pid, 'SIGSTOP')
      await fleet.untilReady(second!, 'not_ready')
      process.kill(second!.process.pid, 'SIGCONT')
      await fleet.untilReady(second!)
    },
    { mayCut: true },
  )
  assert(100 < load.charged)
  assert.equal(fleet.balancer.unserved, 0)
  await fleet.check()
})

test('a server with a wrong clock charges into the month of the books, and says that its clock is wrong', async () => {
  await using postgres = await startPostgres()
  await using fleet = await Fleet.open({ dir: join(dir, 'clock'), servers: 1, databaseUrl: postgres.url, seed: 7 })
  const [only] = fleet.members
  assert.match((await only!.admin('/readyz')).text, /"degraded":\[\]/)
  for (const [shiftMs, where] of [
    [40 * DAY_MS, 'ahead of'],
    [-HOUR_MS, 'behind'],
  ] as const) {
    await fleet.stop(only!, 'SIGTERM')
    const NODE_OPTIONS = `--import=${join(ROOT, 'test/system/fleet/shift-clock.ts')}`
    only!.start({ env: { NODE_OPTIONS, SHIFT_MS: `${shiftMs}` } })
    await fleet.untilReady(only!)
    const says = new RegExp(`the clock of this machine is ${Math.abs(shiftMs) / 1000} s ${where} that of the database`)
    await only!.says('/readyz', says)
    await fleet.charge(only!, fleet.keys[0]!)
    assert.match(only!.process.log(), says)
  }
  await fleet.check()
  await using books = await openBooksToRead({ data: fleet.publisher, databaseUrl: postgres.url })
  const months = await books.query('select distinct period from account_month')
  assert.deepEqual(months, [[monthAt(systemClock.nowMs()).period]])
})
