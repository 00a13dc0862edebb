import assert from 'node:assert/strict'
import { mkdtempDisposableSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createAccount } from '../access/control/accounts.ts'
import { openControlDatabase, readTrustAnswer, requestTrust } from '../access/control/control.ts'
import { TEST_ACTOR } from '../access/testing/actor.ts'
import { systemClock } from '../stdx/clock.ts'
import { pollForAnswer } from '../stdx/poll-for-answer.ts'
import type { ComparedLedger } from './account-comparison.ts'
import { makeLog } from './log.ts'
import type { ChangeableLedger } from './pending-changes.ts'
import { watchAccess } from './watched-access.ts'

test('a trust request whose audit does not end does not keep the server', async () => {
  using dir = mkdtempDisposableSync(join(tmpdir(), 'regista-watched-access-'))
  const data = dir.path
  await using database = await openControlDatabase({ data }, 'write')
  const control = { database, clock: systemClock, actor: TEST_ACTOR }
  await requestTrust(control, { who: 'operator', why: 'looked', doubts: [{ id: 7, raisedAtMs: 1 }] })
  const audited = Promise.withResolvers<never>()
  const asked = Promise.withResolvers<void>()
  const trust = (): Promise<never> => {
    asked.resolve()
    return audited.promise
  }
  const ledger = {
    incarnation: 1,
    findDifferences: async () => [],
    accountsPassed: async () => undefined,
    trust,
  } as never
  const log = makeLog({ level: 'silent', to: process.stderr })
  const options = { data, databaseUrl: undefined, ledger, clock: systemClock, log, changed: () => undefined, endMs: 1 }
  const countTimers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = countTimers()
  const access = await watchAccess(options)
  await asked.promise
  assert(before < countTimers())
  await access[Symbol.asyncDispose]()
  // A timer would keep the process, and the audit may never end.
  assert.equal(countTimers(), before)
  audited.reject(new Error('the ledger is closed'))
})

test('an account change reaches the ledger while a trust request waits for its audit', async () => {
  const data = mkdtempSync(join(tmpdir(), 'regista-watched-access-'))
  try {
    await using database = await openControlDatabase({ data }, 'write')
    const control = { database, clock: systemClock, actor: TEST_ACTOR }
    const audited = Promise.withResolvers<void>()
    const asked: string[] = []
    const ledger: ChangeableLedger & ComparedLedger = {
      incarnation: 1,
      findDifferences: async () => [],
      enforce: async () => [],
      accountsPassed: async () => undefined,
      notice: async () => undefined,
      setAllowance: async (account) => void asked.push(account),
      setState: async () => undefined,
      async trust({ doubts }) {
        asked.push('trust')
        await audited.promise
        return { resolved: [], refused: [], notStanding: doubts }
      },
    }
    const log = makeLog({ level: 'silent', to: process.stderr })
    const request = { who: 'operator', why: 'looked', doubts: [{ id: 7, raisedAtMs: 1 }] }
    const requested = await requestTrust(control, request)
    assert(requested.outcome === 'requested')
    const watched = { data, databaseUrl: undefined, ledger, clock: systemClock, log, changed: () => undefined }
    await using _access = await watchAccess(watched)
    // Also after a failure: else the end of the test would wait for the audit.
    using ending = new DisposableStack()
    ending.defer(() => audited.resolve())
    const happens = (what: () => boolean) => pollForAnswer(async () => what() || undefined)
    assert(await happens(() => asked.includes('trust')))
    const created = await createAccount(control, { name: 'Anna' })
    assert(created.outcome === 'created')
    assert(await happens(() => asked.includes(created.account.id)))
    assert.equal(await readTrustAnswer(control, requested.number), undefined)
    audited.resolve()
    assert.equal(await pollForAnswer(() => readTrustAnswer(control, requested.number)), 'not standing in the books: 7')
  } finally {
    rmSync(data, { recursive: true })
  }
})
