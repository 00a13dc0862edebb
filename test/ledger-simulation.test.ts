import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fc } from '../src/stdx/testing/properties.ts'
import { EventHeap } from './simulation/event-heap.ts'
import { caughtBy, edit, harmless, mutant } from './simulation/mutant.ts'
import { runMutant } from './simulation/mutant-run.ts'
import { MUTANTS } from './simulation/mutants.ts'
import { countOccurrences } from './simulation/patches.ts'
import { FAULT_KINDS } from './simulation/plan.ts'
import { startPostgresWorlds } from './simulation/postgres-world.ts'
import { runSeed } from './simulation/run-seed.ts'
import { runListedSeeds, runSeeds, shrinkSeed } from './simulation/seed-workers.ts'
import type { Summary } from './simulation/summary.ts'
import { runSimulated, setTraps } from './simulation/traps.ts'
import { VARIANTS, variantOf } from './simulation/variants.ts'
import { ROOT } from './testing/source-tree.ts'

/** Those of `npm test`; `npm run torture:simulation` runs as many as one likes. */
const SEEDS = 80

test(`no unit is lost, doubled or oversold in ${SEEDS} simulated worlds`, async () => {
  const summary = await runSeeds({ from: 1, seeds: SEEDS, workers: 2 })
  assert.equal(summary.violations.length, 0, await reproduction(summary))
  assert.equal(summary.seeds, SEEDS)
  assert(10_000 * SEEDS <= summary.events, `${summary.events} events`)
  const three = Object.entries(summary.nodes).filter(([nodes]) => 3 <= Number(nodes))
  assert(SEEDS / 2 <= three.reduce((sum, [, worlds]) => sum + worlds, 0), 'half of the worlds have three nodes or more')
  for (const counter of RARE) assert(0 < (summary.counters[counter] ?? 0), `no world came to: ${counter}`)
})

/** A run that never comes here has proved little. */
const RARE = [
  ...['commits_found', 'commits_repeated', 'commits_tombstoned', 'commits_refused', 'voids', 'recovered_voids'],
  ...[
    'units_returned',
    'units_held',
    'held_acknowledged',
    'grants_lost_closed',
    'rollovers_in_flight',
    'clock_returns',
    'withdrawn',
    'late_debits',
  ],
]

test('worlds that once revealed a fault reveal none', async () => {
  const summary = await runListedSeeds(ONCE_FAULTY, { workers: 2 })
  assert.equal(summary.violations.length, 0, await reproduction(summary))
  assert.equal(summary.seeds, ONCE_FAULTY.length)
})

/**
 * 300890: the answers about prepared grants were lost until their month began, and no node could use their units.
 * 401441: a prepared grant took the place of one in doubt, with the same result.
 * 465860: a request for a prepared grant was refused, and a copy of it that arrived late was granted.
 * 305125: the world, not the ledger, closed a month for good in the minute after its end.
 * 472247: the same, by a clock that was ahead for too long.
 * 635470: a prepared grant was found while another one was requested, and no node could use its units.
 * 506949, 536966, 542617: the end of a month arrived after the ledger had returned to it, and settled its grants.
 */
const ONCE_FAULTY = [300890, 401441, 465860, 635470, 305125, 472247, 506949, 536966, 542617]

test('a seed produces the same world every time', async () => {
  const hashOf = async (...seeds: number[]): Promise<number> => (await runListedSeeds(seeds, { workers: 1 })).hash
  assert.equal(variantOf(2), variantOf(4), 'one thread simulates both')
  const first = await hashOf(2)
  assert.equal(await hashOf(2), first)
  const second = await hashOf(4)
  assert.notEqual(second, first)
  // Also after other worlds: they use the same database one after the other.
  assert.equal(await hashOf(2, 4), (first + second) | 0)
})

test('a world is the same in PostgreSQL, and keeps its guarantees when connections really break', async () => {
  await using worlds = await startPostgresWorlds()
  const small = { requests: 60, nodes: 2, chaosMs: 3_000 }
  const reduction = { ...small, without: FAULT_KINDS }
  const calm = await runSeed(CALM_SEED, { stores: worlds, reduction })
  assert.equal(calm.violation, undefined)
  assert.deepEqual(calm, await runSeed(CALM_SEED, { reduction }))
  for (const seed of LOSSY_SEEDS) {
    const reduction = { requests: 100, chaosMs: 8_000 }
    const { violation } = await runSeed(seed, { stores: worlds, reduction })
    assert.equal(violation, undefined, `seed ${seed}`)
  }
  assert(0 < worlds.cuts())
})

/** Run without its faults. */
const CALM_SEED = 5
/**
 * Three to five nodes, and many replies of the database are lost. `npm run torture:simulation -- --store postgres` runs
 * whole worlds.
 */
const LOSSY_SEEDS = [16, 22]

test('every mutant changes what it declares', () => {
  const patches = [...MUTANTS.flatMap((mutant) => mutant.patches), ...VARIANTS.flatMap((variant) => variant.patches)]
  for (const patch of patches) assert.equal(countOccurrences(patch), 1, `${patch.file}: ${patch.from}`)
  assert.equal(new Set(MUTANTS.map(({ name }) => name)).size, MUTANTS.length)
  for (const { name, test } of MUTANTS) assert(test === undefined || existsSync(join(ROOT, test)), name)
})

for (const name of ['no fence', 'unknown is no', 'void forgotten', 'a withdrawn charge is sealed']) {
  test(`a ledger with this fault is caught: ${name}`, async () => {
    const one = MUTANTS.find((some) => some.name === name)
    assert(one !== undefined)
    const { end, message } = await runMutant(one, 200)
    assert.equal(end, 'caught', message)
  })
}

for (const [what, to] of [
  ['throws what no ledger throws', 'this.floorMs = nameThatThereIsNot'],
  ['cannot be loaded', 'this.floorMs = ('],
] as const) {
  test(`a mutant that ${what} is broken, not caught`, async () => {
    const patches = [edit('node/ledger-clock.ts', 'this.floorMs = this.ledgerMs(nowMs)', to)]
    const { end, isAsStated } = await runMutant(mutant('broken', 'Nothing that can be named.', patches), 1)
    assert.deepEqual([end, isAsStated], ['broken', false])
  })
}

test('a mutant that was declared harmless and is caught is reported', async () => {
  const { patches } = MUTANTS.find(({ name }) => name === 'the clock goes back')!
  const { end, isAsStated } = await runMutant(
    harmless('So it was said.', 'said wrongly', 'The time goes back.', patches),
    1,
  )
  assert.deepEqual([end, isAsStated], ['caught', false])
})

test('a test file catches a mutant, passes on the unchanged ledger, and catches no mutant by a syntax error', async () => {
  const file = 'src/ledger/books/grant-size.test.ts'
  const from = 'if (unallocated < least || unallocated <= 0) return 0'
  const ends: string[] = []
  for (const to of ['if (unallocated <= 0) return 0', `${from} // the same`, 'if (nameThatThereIsNot) return 0']) {
    const { end } = await runMutant(
      caughtBy(file, 'one', 'Less is given than helps.', [edit('books/grant-size.ts', from, to)]),
    )
    ends.push(end)
  }
  assert.deepEqual(ends, ['caught', 'not_caught', 'broken'])
})

test('simulated code that uses the real clock, disk or network is stopped', async () => {
  await setTraps()
  for (const look of [() => Date.now(), () => Math.random(), () => performance.now(), () => new Date()]) {
    await assert.rejects(
      runSimulated(async () => look()),
      /simulated code/,
    )
  }
  assert(0 < Date.now())
})

test('events happen in the order of their times, and simultaneous ones in the order of their planning', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5)), (times) => {
      const heap = new EventHeap()
      times.forEach((atMs, tie) => {
        heap.push({ atMs, tie, label: '', thread: undefined, work: undefined })
      })
      const popped = times.map(() => heap.pop()!.tie)
      const sorted = times.map((_, tie) => tie).sort((a, b) => times[a]! - times[b]! || a - b)
      assert.deepEqual(popped, sorted)
    }),
  )
})

async function reproduction({ violations }: Summary): Promise<string> {
  const [first] = violations
  if (first === undefined) return ''
  const { reduction, window } = await shrinkSeed(first.seed, variantOf(first.seed).patches)
  const command = `npm run torture:simulation -- --shrink ${first.seed}`
  return [`${first.message}`, `${command} ${JSON.stringify(reduction)}`, ...window.slice(-40)].join('\n')
}
