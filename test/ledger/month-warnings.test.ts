import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { Ledger } from '../../src/ledger/ledger.ts'
import { until } from '../../src/stdx/testing/until.ts'

const data = mkdtempSync(join(tmpdir(), 'regista-month-warnings-'))
after(() => rmSync(data, { recursive: true }))

test('a server warns at its start of an account that has used 80 %, tells the receiver, and charges on', async () => {
  const receiver = createServer((_request, response) => response.end())
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const charge = async (ledger: Ledger, units: number): Promise<string> => {
    const subject = { project: 'shop', credential: 'key', operation: 'suggestCompanies' }
    const requestId = `${units}`.padStart(32, '0')
    return (await ledger.charge({ account: 'anna', units, subject, requestId }).outcome).outcome
  }
  {
    await using ledger = await Ledger.open({ data, databaseUrl: undefined })
    await ledger.setAllowance('anna', 100, 'test')
    assert.equal(await charge(ledger, 85), 'charged')
  }
  const requested = once(receiver, 'request')
  const warned = Promise.withResolvers<object>()
  await using ledger = await Ledger.open({
    data,
    databaseUrl: undefined,
    audits: 'regular',
    alert: { url, secret: 's'.repeat(32) },
    monthWarned: ({ account, percent, units, allowance }) => warned.resolve({ account, percent, units, allowance }),
  })
  assert.deepEqual(await warned.promise, { account: 'anna', percent: 80, units: 85, allowance: 100 })
  assert.deepEqual(ledger.accountsByShare, { 50: 0, 80: 1, 100: 0 })
  await requested
  assert.equal(await charge(ledger, 5), 'charged')
  receiver.close()
})

test('a table of warnings that cannot be read stops no charge', async () => {
  {
    using books = new DatabaseSync(join(data, 'ledger.db'))
    books.exec('drop table warning')
  }
  const failed = Promise.withResolvers<void>()
  await using ledger = await Ledger.open({
    data,
    databaseUrl: undefined,
    audits: 'regular',
    warn: (text) => (text.includes('no such table: warning') ? failed.resolve() : undefined),
  })
  await failed.promise
  await until(() => ledger.listProblems().length === 0, 'a server that charges')
  assert.equal(ledger.trustStatus().state, 'live')
})
