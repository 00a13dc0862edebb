import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '../../stdx/testing/until.ts'
import { joinLedger, Ledger } from '../ledger.ts'

const data = mkdtempSync(join(tmpdir(), 'regista-rehearsal-'))
after(() => rmSync(data, { recursive: true }))

test('a rehearsal charges as the ledger does, and the books know of none of it', async () => {
  await using ledger = await Ledger.open({ data, databaseUrl: undefined })
  const rehearsal = joinLedger(ledger.inviteToRehearse())
  try {
    await rehearsal.client.call({ name: 'set_allowance', account: 'acc_1', units: 10, who: 'test' })
    const subject = { project: 'prj_1', credential: 'key_1', operation: 'suggest' }
    const request = { account: 'acc_1', units: 7, subject, requestId: 'a'.repeat(32) }
    const charged = await rehearsal.client.charge(request).outcome
    assert.equal(charged.outcome, 'charged')
    const refused = await rehearsal.client.charge({ ...request, account: 'acc_2', requestId: 'b'.repeat(32) }).outcome
    assert(refused.outcome === 'refused')
    assert.equal((await rehearsal.credits('acc_1')).outcome, 'credits')
    assert.equal((await ledger.usage('acc_1')).outcome, 'unknown_account')
    assert.equal(ledger.counters().debits, 0)
  } finally {
    rehearsal.leave()
  }
  // When its port is closed, it charges no more.
  await until(() => rehearsal.client.knownRefusal('acc_1', 1) !== undefined, 'the end of the rehearsal')
})
