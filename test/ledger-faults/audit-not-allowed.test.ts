import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { BOOKS_MIGRATIONS } from '../../src/ledger/books/sql-store.ts'
import { Ledger } from '../../src/ledger/ledger.ts'
import { HOUR_MS } from '../../src/stdx/time-units.ts'
import { openDatabase } from '../../src/storage/storage.ts'
import { startOwnPostgres } from '../../src/storage/testing/postgres.ts'

const SUBJECT = { project: 'p', credential: 'c', operation: 'o' }

/** Changes that an operator makes to the role while its nodes charge, and how to undo them. */
const DENIALS = {
  'may not log in any more': ['alter role regista nologin', 'alter role regista login'],
  'may not read a table any more': [
    'revoke select on allowance_change from regista',
    'grant select on allowance_change to regista',
  ],
  'may not see which tables there are': [
    'revoke select on regista_migration from regista',
    'grant select on regista_migration to regista',
  ],
} as const
const DENIED = /^audit: (permission denied|role "regista" is not permitted)/

test('an audit whose role lacks a permission is logged and charging continues; a missing table stops charging', {
  timeout: 60_000,
}, async (t) => {
  mock.timers.enable({ apis: ['setInterval'] })
  t.after(() => mock.timers.reset())
  await using server = await startOwnPostgres()
  await using admin = await openDatabase({ url: server.url, migrations: BOOKS_MIGRATIONS, connections: 1 })
  await admin.run('create role regista login')
  await admin.run('grant all on all tables in schema public to regista')
  await admin.run('grant all on all sequences in schema public to regista')
  const [denyFirst, undoFirst] = DENIALS['may not read a table any more']
  await admin.run(denyFirst)
  const data = mkdtempSync(join(tmpdir(), 'regista-denied-'))
  t.after(() => rmSync(data, { recursive: true }))
  let logged = Promise.withResolvers<string>()
  await using ledger = await Ledger.open({
    ...{ data, databaseUrl: server.url.replace('//postgres@', '//regista@'), audits: 'hourly' },
    warn: (text) => logged.resolve(text),
  })
  // The audit at the start has ended by now, so each that follows runs alone.
  assert.match(await logged.promise, DENIED)
  await admin.run(undoFirst)
  await ledger.setAllowance('a', 1000, 'operator')
  let requests = 0
  const chargeOne = async (): Promise<string> => {
    const requestId = `${++requests}`.padStart(32, '0')
    const outcome = await ledger.charge({ account: 'a', units: 1, subject: SUBJECT, requestId }).outcome
    return outcome.outcome === 'refused' ? outcome.reason : outcome.outcome
  }
  /** Returns the log lines of the next audit. */
  const nextTrouble = (): Promise<string> => {
    logged = Promise.withResolvers()
    mock.timers.tick(HOUR_MS)
    return logged.promise
  }
  assert.equal(await chargeOne(), 'charged')

  for (const [what, [deny, undo]] of Object.entries(DENIALS)) {
    await admin.run(deny)
    assert.match(await nextTrouble(), DENIED, what)
    await admin.run(undo)
    assert.deepEqual(await admin.query('select reason from doubt'), [], what)
    assert.equal(await chargeOne(), 'charged', what)
  }

  await admin.run('alter table allowance_change rename to gone')
  assert.match(await nextTrouble(), /^audit: relation "allowance_change" does not exist/)
  assert.deepEqual(await untilUntrusted(ledger), [{ reason: 'books', detail: 'audit: the books cannot be read' }])
  assert.equal(await chargeOne(), 'untrusted')
  const doubts = await admin.query('select reason, detail from doubt')
  assert.deepEqual(doubts, [['audit', 'the books cannot be read']])
})

async function untilUntrusted(ledger: Ledger) {
  for (;;) {
    const status = ledger.trustStatus()
    if (status.state === 'untrusted') return status.reasons
    // A message that changes the state needs a turn of the event loop.
    await setImmediate()
  }
}
