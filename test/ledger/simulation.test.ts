import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { COUNTERS } from '../../src/ledger/server/counters.ts'
import { runSeed } from '../simulation/chaos.ts'
import { runLaterAccounts } from '../simulation/later-accounts.ts'
import { MUTANTS } from '../simulation/mutants.ts'
import { countOccurrences } from '../simulation/patches.ts'
import { findMutant, runInThread } from '../simulation/run-in-threads.ts'
import { runSimulated, setTraps } from '../simulation/traps.ts'

/** What clients are told, and every counter but the one of rows that are locked by hand: SQLite has no such locks. */
const REACHED = ['charged', 'refused', 'unknown', ...Object.keys(COUNTERS).filter((name) => name !== 'accounts_locked')]

/** A change of the ledger changes all worlds. If the first of them lack something rare, others may have it. */
const WORLDS = 60
const WORLDS_MAX = 300

describe('simulated worlds', () => {
  test('hold every promise, whatever fails, and contain all that a ledger counts', async () => {
    const missing = new Set<string>(REACHED)
    for (let from = 1; from === 1 || (0 < missing.size && from <= WORLDS_MAX); from += WORLDS) {
      const { violations, counts } = await runInThread({ from, count: WORLDS })
      assert.deepEqual(violations, [])
      for (const [name, count] of Object.entries(counts)) if (0 < count) missing.delete(name)
    }
    assert.deepEqual([...missing], [])
  })

  test('put back what older books lack, after the accounts and allowances that came later', async () => {
    const ends = []
    for (let seed = 1; seed <= 40; seed++) ends.push(await runLaterAccounts(seed))
    assert(ends.some(({ isCut, lost }) => isCut && 0 < lost))
    assert(ends.every(({ isCut, lost }) => isCut || lost === 0))
  })

  test('are the same for the same seed', async () => {
    const hashes = []
    for (let i = 0; i < 2; i++) hashes.push((await runSeed(7)).kernel.hash)
    assert.equal(hashes[0], hashes[1])
  })

  test('let neither the clock nor chance of the machine in', async () => {
    await setTraps()
    for (const work of [() => Date.now(), () => Math.random(), () => new Date(), () => performance.now()])
      await assert.rejects(
        runSimulated(async () => void work()),
        /simulated code has called/,
      )
  })
})

describe('wrong versions of the ledger', () => {
  test('change a text that their file has exactly once', () => {
    for (const { name, patches } of MUTANTS)
      for (const patch of patches) assert.equal(countOccurrences(patch), 1, `${name}: ${patch.from}`)
  })

  for (const name of [
    'the allowance is not a condition of later charges',
    'a lost answer is taken for a failure',
    'a failed charge is answered with 503',
    'nothing in the books counts as not charged',
  ])
    test(`are found by the worlds: ${name}`, async () => {
      const mutant = MUTANTS.find((one) => one.name === name)
      assert(mutant !== undefined)
      assert(await findMutant(mutant, 300), 'a world finds it')
    })
})
