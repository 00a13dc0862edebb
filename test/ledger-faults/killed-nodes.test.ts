import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { COUNTERS, type Counter } from '../../src/ledger/node/counters.ts'
import { seededRandom } from '../../src/stdx/random.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { type Fault, FaultWorld, type FaultWorldOptions, openWorldBooks, work } from './fault-world.ts'
import { checkAudit } from './request-outcomes.ts'

const postgres = await startPostgres()
after(() => postgres[Symbol.asyncDispose]())

const WORK = { clients: 3, requests: 5 }
const SEED = 11

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`a node that is killed, on ${kind}`, async () => {
    const books = await openWorldBooks({ kind, postgresUrl: postgres.url })
    after(() => books[Symbol.asyncDispose]())
    const counters: Record<string, number> = {}
    const run = async (options: Omit<FaultWorldOptions, 'kind'>, before = (_: FaultWorld): void => undefined) => {
      const world = await FaultWorld.open({ kind, ...options }, books)
      before(world)
      await work(world, { ...WORK, seed: options.seed })
      const worked = { ...world.commits, steps: world.diskSteps }
      await world.heal()
      for (const [name, count] of Object.entries(world.counters)) counters[name] = (counters[name] ?? 0) + count
      return { ...worked, incarnations: world.incarnations }
    }

    test('before or after any commit is settled by its next incarnation', async () => {
      const whole = await run({ seed: SEED })
      for (const point of ['post', 'other'] as const) {
        for (let k = 1; k <= whole[point]; k += STEP[kind]) {
          const ways = kind === 'sqlite' ? DEATHS : [DEATHS[k % 2]!]
          for (const way of ways) {
            const faultOf = (at: { kind: string; number: number }): Fault =>
              at.kind === point && at.number === k ? way : 'keeps'
            const { incarnations } = await run({ seed: SEED, faultOf })
            assert.equal(incarnations, 2)
          }
        }
      }
      await checkAudit(books.store)
    })

    test('by a kill or a power cut at any step on its disk is settled, while commits are in doubt', async () => {
      // From the fourth batch on no commit is answered for three seconds; every other one happens.
      const faultOf = doubtfulFrom(4)
      const whole = await run({ seed: SEED, faultOf: faultOf() })
      for (let step = 1; step <= whole.steps; step += STEP[kind] ** 2) {
        const ending = step % 2 === 0 ? 'kill' : 'power cut'
        const lastBatch = (step >> 1) % 2 === 0 ? 'lost' : 'late'
        await run({ seed: SEED, faultOf: faultOf(), ending, lastBatch }, (world) => {
          world.diesAtStep = (at) => at === step
        })
        // It is killed once more while the next incarnation settles it.
        await run({ seed: SEED, faultOf: faultOf(), ending, lastBatch }, (world) => {
          world.diesAtStep = (at) => at === step || at === step + 1 + (step % 3)
        })
      }
      await checkAudit(books.store)
    })

    test('again and again, even while it settles, is settled despite faulty commits', async () => {
      for (let seed = 1; seed <= MIXTURES[kind]; seed++) {
        const random = seededRandom(seed)
        const faultOf = (): Fault => (random.below(6) === 0 ? FAULTS[random.below(FAULTS.length)]! : 'keeps')
        await run({ seed, faultOf, ending: seed % 2 === 0 ? 'kill' : 'power cut' }, (world) => {
          world.diesAtStep = () => random.below(25) === 0
        })
      }
      await checkAudit(books.store)
    })

    test('covered every way to settle an incarnation', () => {
      const seen: Counter[] = ['recovered_grants', 'recovered_voids', 'commits_found', 'voids']
      for (const name of seen) assert(0 < counters[name]!, `${name}: ${COUNTERS[name]}`)
    })
  })
}

const DEATHS = ['dies_before', 'dies_after'] as const
const FAULTS: readonly Fault[] = ['loses', 'hides', 'fails', ...DEATHS]
const STEP = { sqlite: 1, postgres: 4 }
const MIXTURES = { sqlite: 20, postgres: 4 }

const DOUBT_MS = 3_000

function doubtfulFrom(first: number): () => (point: { kind: string; number: number; atMs: number }) => Fault {
  return () => {
    let beganMs: number | undefined
    return ({ kind, number, atMs }) => {
      if (kind === 'post' && number === first) beganMs ??= atMs
      if (beganMs === undefined || beganMs + DOUBT_MS <= atMs) return 'keeps'
      return number % 2 === 0 ? 'hides' : 'loses'
    }
  }
}
