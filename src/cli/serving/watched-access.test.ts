import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openControlDatabase, requestTrust } from '../../access/access.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { systemClock } from '../../stdx/clock.ts'
import { untilAnswered } from '../until-answered.ts'
import type { LedgerForWishes } from '../wished-books.ts'
import { makeLog } from './log.ts'
import { watchAccess } from './watched-access.ts'

test('a server hears a word of trust that is said while it audits for an earlier one', async () => {
  const data = mkdtempSync(join(tmpdir(), 'regista-watched-access-'))
  try {
    await using database = await openControlDatabase({ data }, 'write')
    const say = (why: string) => requestTrust({ database, clock: systemClock }, { who: 'operator', why })
    const audit = Promise.withResolvers<Awaited<ReturnType<Ledger['audit']>>>()
    let [audits, heard] = [0, 0]
    const ledger: LedgerForWishes = {
      ...{ setAllowance: notAsked, resume: notAsked, suspend: notAsked },
      async clockAheadMs() {
        heard++
        return 0
      },
      audit() {
        audits++
        return audit.promise
      },
      trust: async () => [],
    }
    const [clock, log] = [systemClock, makeLog({ level: 'silent', to: process.stderr })]
    await say('first')
    await using _access = await watchAccess({
      data,
      databaseUrl: undefined,
      ledger,
      clock,
      log,
      changed: () => undefined,
    })
    using ending = new DisposableStack()
    ending.defer(() => audit.reject(new Error('the books do not answer')))
    const happens = (what: () => boolean) => untilAnswered(async () => what() || undefined)
    assert(await happens(() => audits === 1 && heard === 1))
    await say('second')
    assert(await happens(() => heard === 2), 'the second word is not heard')
    assert.equal(audits, 1)
  } finally {
    rmSync(data, { recursive: true })
  }
})

async function notAsked(): Promise<never> {
  throw new Error('no account was wished for')
}
