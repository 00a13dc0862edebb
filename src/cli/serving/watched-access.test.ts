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

type AuditReport = Awaited<ReturnType<Ledger['audit']>>
const AGREES = { differencesTotal: 0 } as AuditReport
const LEAP_MS = 11 * 86_400_000

test('a word of trust that is said while the server audits for an earlier one is of the clock as it was then', async () => {
  const data = mkdtempSync(join(tmpdir(), 'regista-watched-access-'))
  try {
    await using database = await openControlDatabase({ data }, 'write')
    const say = (why: string) => requestTrust({ database, clock: systemClock }, { who: 'operator', why })
    const audit = Promise.withResolvers<AuditReport>()
    let [aheadMs, looks, audits] = [0, 0, 0]
    const told: (readonly [why: string, aheadMs: number | undefined])[] = []
    const ledger: LedgerForWishes = {
      ...{ setAllowance: notAsked, resume: notAsked, suspend: notAsked },
      async clockAheadMs() {
        looks++
        return aheadMs
      },
      audit() {
        audits++
        return audit.promise
      },
      async trust({ why, clockAheadMs }) {
        told.push([why, clockAheadMs])
        return []
      },
    }
    const log = makeLog({ level: 'silent', to: process.stderr })
    await say('first')
    await using _access = await watchAccess({
      ...{ data, databaseUrl: undefined, ledger, clock: systemClock, log },
      changed: () => undefined,
    })
    // Whatever fails: else the server would wait for its audit.
    using ending = new DisposableStack()
    ending.defer(() => audit.resolve(AGREES))
    const happens = (what: () => boolean) => untilAnswered(async () => what() || undefined)
    assert(await happens(() => audits === 1))
    const before = looks
    await say('second')
    assert(await happens(() => before < looks), 'the second word is not heard')
    aheadMs = LEAP_MS
    audit.resolve(AGREES)
    assert(await happens(() => told.length === 2))
    assert.deepEqual(told, [
      ['first', 0],
      ['second', 0],
    ])
  } finally {
    rmSync(data, { recursive: true })
  }
})

async function notAsked(): Promise<never> {
  throw new Error('no account was wished for')
}
