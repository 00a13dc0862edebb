import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Ledger } from '../src/ledger/ledger.ts'
import { ConsoleReader } from '../src/server/console/console-reader.ts'
import { makeLog } from '../src/server/log.ts'
import { watchAccess } from '../src/server/watched-access.ts'
import { systemClock } from '../src/stdx/clock.ts'
import { until } from '../src/stdx/testing/until.ts'
import { regista, withoutFolder } from './testing/regista.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-other-books-'))
after(() => rmSync(dir, { recursive: true }))

const log = makeLog({ level: 'silent', to: process.stderr })

test('doctor and console show what older books lack; the next server enforces it, whatever was trusted', async () => {
  const data = join(dir, 'older')
  const cut = await serve(data, async (ledger) => {
    const id = await createAccount(data, 100_000_000)
    await chargeWhenApplied(ledger, id, 1)
    return id
  })
  copyFileSync(join(data, 'ledger.db'), join(dir, 'older.db'))
  const created = await serve(data, async (ledger) => {
    await run('account', 'allowance', cut, '7', '--data', data)
    const id = await createAccount(data, 9)
    await chargeWhenApplied(ledger, id, 1)
    return id
  })
  assert.deepEqual(await askConsole(data), { [cut]: 'as_wanted', [created]: 'as_wanted' })

  for (const name of readdirSync(data).filter((one) => one.startsWith('ledger.db'))) rmSync(join(data, name))
  copyFileSync(join(dir, 'older.db'), join(data, 'ledger.db'))
  // What the server could put back.
  for (const name of readdirSync(join(data, 'node')).filter((one) => one.startsWith('recent')))
    rmSync(join(data, 'node', name))
  const [code, callers, wrong = ''] = await askDoctor(data)
  assert.deepEqual([code, callers], [1, 'NEXT accounts: 0 accounts of 2 can call'])
  assert(wrong.includes(`${cut} has 100 000 000 units and is active, and should have 7 units and be active`), wrong)
  assert(wrong.includes(`${created} is missing, and should have 9 units and be active`), wrong)
  assert.deepEqual(await askConsole(data), { [cut]: 'differs', [created]: 'missing' })

  // A server that starts notices that the books are older.
  await (await Ledger.open({ data, databaseUrl: undefined })).close()
  await run('accounting', 'trust', '1', '--why', 'the loss is known', '--data', data)
  await serve(data, async (ledger) => {
    assert.equal(await charge(ledger, cut, 7), 'monthly_limit')
    assert.equal(await charge(ledger, cut, 6), 'charged')
    assert.equal(await charge(ledger, created, 9), 'charged')
  })
  assert.deepEqual(await askDoctor(data), [0, 'ok   accounts: 2 accounts of 2 can call'])
})

/** Ledger and control database as a server opens them. */
async function serve<T>(data: string, work: (ledger: Ledger) => Promise<T>): Promise<T> {
  await using ledger = await Ledger.open({ data, databaseUrl: undefined })
  const options = { data, databaseUrl: undefined, ledger, clock: systemClock, log, changed: () => undefined }
  await using _access = await watchAccess(options)
  return await work(ledger)
}

async function charge(ledger: Ledger, account: string, units: number): Promise<string> {
  const subject = { project: 'p', credential: 'k', operation: 'o' }
  const requestId = crypto.randomUUID().replaceAll('-', '')
  const answer = await ledger.charge({ account, units, requestId, subject }).outcome
  return answer.outcome === 'refused' ? answer.reason : answer.outcome
}

/** A slow server may apply what a command has changed after the command has ended. */
async function chargeWhenApplied(ledger: Ledger, account: string, units: number): Promise<void> {
  await until(
    () => charge(ledger, account, units),
    'a charge',
    (outcome) => outcome === 'charged',
  )
}

/** Beside a server: without one, each command waits some seconds for it. */
async function createAccount(data: string, units: number): Promise<string> {
  const { id } = JSON.parse(await run('account', 'create', 'Shop', '--json', '--data', data))
  await run('account', 'allowance', id, String(units), '--data', data)
  await run('account', 'verify', id, '--data', data)
  return id
}

async function run(...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await regista(words)
  assert.equal(code, 0, stdout + stderr)
  return stdout
}

/** The exit code, and the lines about accounts. */
async function askDoctor(data: string): Promise<[code: number, ...lines: string[]]> {
  const { code, stdout } = await regista(['doctor', '--data', data])
  return [
    code,
    ...withoutFolder(stdout)
      .split('\n')
      .filter((line) => line.includes(' accounts: ')),
  ]
}

/** What the console says of each account in the books. */
async function askConsole(data: string): Promise<Record<string, string>> {
  const place = { data, databaseUrl: undefined, releases: join(data, 'releases'), deadlineMs: 60_000, log }
  await using reader = new ConsoleReader(place)
  const { accounts } = JSON.parse(await reader.read({ resource: 'accounts' }))
  return Object.fromEntries(accounts.map(({ id, in_books: inBooks }: Record<string, string>) => [id, inBooks]))
}
