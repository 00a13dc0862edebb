import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runSeed } from '../simulation/chaos.ts'
import { MUTANTS } from '../simulation/mutants.ts'
import { countOccurrences } from '../simulation/patches.ts'
import { findMutant, runInThread } from '../simulation/run-in-threads.ts'
import { runSimulated, setTraps } from '../simulation/traps.ts'

describe('simulated worlds', () => {
  test('hold every promise, whatever fails', async () => {
    const { violations, counts } = await runInThread({ from: 1, count: 60 })
    assert.deepEqual(violations, [])
    for (const name of [
      'debits',
      'commits_unknown',
      'commits_found',
      'commits_repeated',
      'commits_cancelled',
      'unknown',
    ])
      assert(0 < counts[name]!, `the worlds reach ${name}`)
    for (const name of ['refused_monthly', 'batches_refused', 'accounts_damaged', 'batches_put_back', 'withdrawn'])
      assert(0 < counts[name]!, `the worlds reach ${name}`)
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
