import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { COUNTERS, type Counter } from '../../src/ledger/node/counters.ts'
import { seededRandom } from '../../src/stdx/random.ts'
import type { CommitFault } from '../../src/storage/testing/faulty-database.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { type CommitPoint, FaultWorld, type FaultWorldOptions, openWorldBooks, work } from './fault-world.ts'
import { checkAudit } from './request-outcomes.ts'

const postgres = await startPostgres()
after(() => postgres[Symbol.asyncDispose]())

/** Longer than a debit waits for the database. */
const LONG_MS = 3_000
const FAULTS = ['loses', 'hides', 'fails'] as const satisfies readonly CommitFault[]
const WORK = { clients: 3, requests: 5, seed: 7 }

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`faulty commits, on ${kind}`, async () => {
    const books = await openWorldBooks({ kind, postgresUrl: postgres.url })
    after(() => books[Symbol.asyncDispose]())
    const counters: Record<string, number> = {}
    const run = async (options: Omit<FaultWorldOptions, 'kind'>, before = (_: FaultWorld): void => undefined) => {
      const world = await FaultWorld.open({ kind, ...options }, books)
      before(world)
      await work(world, { ...WORK, seed: options.seed })
      const worked = { ...world.commits }
      await world.heal()
      for (const [name, count] of Object.entries(world.counters)) counters[name] = (counters[name] ?? 0) + count
      return worked
    }

    for (const lasts of ['once', 'for three seconds'] as const) {
      test(`lose no unit and charge none twice or for a refused request, whichever commit is faulty, and ${lasts}`, async () => {
        const honest = await run({ seed: WORK.seed })
        for (const point of ['post', 'other'] as const) {
          // On PostgreSQL only some commits, each with one fault, to save time.
          for (let k = 1; k <= honest[point] + 1; k += STEP[kind]) {
            const faults = kind === 'sqlite' ? FAULTS : [FAULTS[Math.floor(k / STEP[kind]) % FAULTS.length]!]
            for (const fault of faults) await run({ seed: WORK.seed, faultOf: from({ kind: point, k, fault, lasts }) })
          }
        }
        await checkAudit(books.store)
      })
    }

    test('lose no unit in any mixture of faults, with a failing disk too', async () => {
      const { from: first, worlds } = MIXTURES[kind]
      for (let seed = first; seed < first + worlds; seed++) {
        const random = seededRandom(seed)
        const chance = random.fraction() * 0.6
        const faultOf = (): CommitFault => (random.fraction() < chance ? FAULTS[random.below(FAULTS.length)]! : 'keeps')
        await run({ seed, faultOf }, (world) => {
          if (seed % 2 === 0) world.disk.fail(() => random.below(3) === 0)
        })
      }
      await checkAudit(books.store)
    })

    test('covered every end of a commit in doubt', () => {
      const seen: Counter[] = ['commits_unknown', 'commits_found', 'commits_repeated', 'commits_tombstoned']
      seen.push('voids', 'late_debits', 'disk_full', 'intents_failed')
      for (const name of seen) assert(0 < counters[name]!, `${name}: ${COUNTERS[name]}`)
    })
  })
}

const STEP = { sqlite: 1, postgres: 4 }
/** Some of these seeds reach a disk that fails during a long doubt about a commit, which few seeds do. */
const MIXTURES = { sqlite: { from: 31, worlds: 15 }, postgres: { from: 40, worlds: 8 } }

interface FaultFrom {
  readonly kind: CommitPoint['kind']
  readonly k: number
  readonly fault: CommitFault
  readonly lasts: 'once' | 'for three seconds'
}

/**
 * The k-th commit of its kind has the fault; or all commits from it on for three seconds, as if the database could not
 * be reached.
 */
function from({ kind, k, fault, lasts }: FaultFrom): (point: CommitPoint) => CommitFault {
  let beganMs = Number.POSITIVE_INFINITY
  return (point) => {
    if (point.kind === kind && point.number === k) {
      beganMs = point.atMs
      return fault
    }
    if (lasts === 'once' || point.atMs < beganMs || beganMs + LONG_MS <= point.atMs) return 'keeps'
    return fault === 'hides' ? 'loses' : fault
  }
}
