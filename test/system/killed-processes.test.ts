import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Ledger } from '../../src/ledger/ledger.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { killWhileCharging } from '../ledger/kills.ts'
import { raceForLastUnits } from '../ledger/races.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-killed-'))
after(() => rmSync(dir, { recursive: true }))

for (const [name, kills, servers] of [
  ['sqlite', 6, 1],
  ['postgres', 6, 3],
] as const)
  test(`processes that are killed while they charge on ${name} lose nothing and charge nothing twice`, async () => {
    await using postgres = name === 'postgres' ? await startPostgres() : undefined
    const trial = { dir: join(dir, name), url: postgres?.url, kills, seed: 5, servers }
    const { charged, lines } = await killWhileCharging(trial)
    assert(0 < charged && charged <= lines)
  })

test('three servers that race for the last units of a month sell exactly the allowance', async () => {
  await using postgres = await startPostgres()
  assert.equal(await raceForLastUnits({ dir, postgres, servers: 3, races: 4 }), 1 + 7 + 50 + 333)
})

test('a process that is killed as soon as it has an answer notices older books at its next start', async () => {
  const data = join(dir, 'older')
  const copy = join(dir, 'copy')
  {
    await using ledger = await Ledger.open({ data, databaseUrl: undefined })
    await ledger.setAllowance('anna', 100, 'test')
    assert.equal(await chargeOne(ledger, 'a'), 'charged')
  }
  cpSync(data, copy, { recursive: true })
  const charging = join(import.meta.dirname, '../ledger/charging-process.ts')
  const child = spawn(process.execPath, [charging, data, '-', 'anna', '1', 'bbbbbbbb', 'killed'])
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (/^d /m.test(text)) child.kill('SIGKILL')
  })
  await once(child, 'close')
  for (const name of ['ledger.db', 'ledger.db-wal', 'ledger.db-shm']) {
    rmSync(join(data, name), { force: true })
    if (existsSync(join(copy, name))) cpSync(join(copy, name), join(data, name))
  }
  await using ledger = await Ledger.open({ data, databaseUrl: undefined })
  assert.equal(ledger.trustStatus().state, 'untrusted')
  assert.equal(await chargeOne(ledger, 'c'), 'untrusted')
})

async function chargeOne(ledger: Ledger, digit: string): Promise<string> {
  const subject = { project: 'shop', credential: 'key-1', operation: 'suggestCompanies' }
  const outcome = await ledger.charge({ account: 'anna', units: 1, subject, requestId: digit.repeat(32) }).outcome
  return outcome.outcome === 'refused' ? outcome.reason : outcome.outcome
}
