import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { BOOKS_MIGRATIONS } from '../../src/ledger/books/sql-store.ts'
import { Ledger } from '../../src/ledger/ledger.ts'
import { openDatabase } from '../../src/storage/storage.ts'

const SCRIPT = new URL('./auditing-process.ts', import.meta.url).pathname
const SUBJECT = { project: 'p', credential: 'c', operation: 'o' }
/** Longer than a process needs to start. */
const FILES_MAX = 200

test('an orderly stop ends a running audit', async () => {
  using folder = await soldFolder()
  const path = join(folder.data, 'ledger.db')
  await using books = await openDatabase({ path, migrations: BOOKS_MIGRATIONS, mode: 'write' })
  await books.run('update account_period set confirmed = confirmed + 1')
  assert.deepEqual(await audit(folder.data, 'closes'), { troubles: [] })
  // The next audit finds it.
  await using ledger = await Ledger.open({ data: folder.data, databaseUrl: undefined, audits: 'hourly' })
  let refusal = ledger.knownRefusal('a', 1)
  for (let i = 2; refusal === undefined; i++) {
    const requestId = `${i}`.padStart(32, '0')
    const outcome = await ledger.charge({ account: 'a', units: 1, subject: SUBJECT, requestId }).outcome
    if (outcome.outcome === 'refused') refusal = outcome
  }
  assert.equal(refusal.reason, 'untrusted')
})

test('an audit that could not run is logged, and charging continues', async () => {
  using folder = await soldFolder()
  const { troubles, doubts } = await audit(folder.data, 'no_files')
  // Which step runs out of files differs each time.
  assert.match(troubles[0]!, /^audit: /)
  assert.deepEqual(doubts, [])
})

test('an operator who trusts books that cannot be audited now is told so in a sentence', async () => {
  using folder = await soldFolder()
  const { sentence } = await audit(folder.data, 'trusts')
  assert.match(sentence!, /^the books could not be audited, so the request waits: .*\. A server carries it out/)
})

async function soldFolder(): Promise<{ data: string } & Disposable> {
  const data = mkdtempSync(join(tmpdir(), 'regista-audit-'))
  await using ledger = await Ledger.open({ data, databaseUrl: undefined })
  await ledger.setAllowance('a', 1_000_000, 'operator')
  const requestId = '1'.padStart(32, '0')
  const charge = ledger.charge({ account: 'a', units: 1, subject: SUBJECT, requestId })
  assert.equal((await charge.outcome).outcome, 'charged')
  return { data, [Symbol.dispose]: () => rmSync(data, { recursive: true }) }
}

interface Audited {
  readonly troubles: string[]
  readonly doubts?: unknown
  readonly sentence?: string
}

/** Rejects if the process exits with a code other than 0. */
async function audit(data: string, how: string): Promise<Audited> {
  const command = `ulimit -n ${FILES_MAX}; exec "$0" "$@"`
  const args = ['-c', command, process.execPath, SCRIPT, '--data', data, '--how', how]
  const { stdout } = await promisify(execFile)('/bin/sh', args, { timeout: 60_000 })
  return JSON.parse(stdout) as Audited
}
