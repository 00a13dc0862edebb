import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Books } from '../tables/books.ts'
import { chainStart } from '../tables/lines.ts'
import { NOON } from '../testing/test-books.ts'
import { AccountMemories } from './account-memories.ts'
import type { PendingCharge } from './pending-charge.ts'
import { settleCharged } from './settle-batch.ts'

test('a batch that is found in the books is answered although the books do not say what is left', () => {
  const memories = new AccountMemories()
  memories.of('anna').noteLeft('2026-11', 50)
  const answers: number[] = []
  const charge = { account: 'anna', settle: () => 'settled', reportCharged: (units: number) => answers.push(units) }
  const end = { ...chainStart(1), period: '2026-11', atMs: NOON }
  void settleCharged(
    { charges: [charge as unknown as PendingCharge], units: new Map([['anna', 10]]) },
    { outcome: 'charged', end },
    {
      books: { query: () => new Promise(() => {}) } as unknown as Books,
      count: () => undefined,
      memory: (account) => memories.of(account),
      window: () => 100,
      acknowledged: () => undefined,
    },
  )
  assert.deepEqual(answers, [0], 'what was known before does not count these charges')
})
