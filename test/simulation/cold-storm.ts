import { seededRandom } from '../../src/stdx/random.ts'
import { makeRequest } from './client.ts'
import type { World } from './world.ts'

/**
 * Accounts of which no node has a grant, as after a restart. All their first requests come at almost the same moment.
 */
export interface ColdStorm {
  readonly accounts: number
  readonly atMs: number
  readonly withinMs: number
}

/** The share of worlds that have one. */
const STORM_SHARE = 0.03

/** The allowance of each account: a little more than its requests need. */
const ALLOWANCE = 3

/** Uses a random sequence of its own, so it changes nothing else in a world. */
export function drawColdStorm(seed: number): ColdStorm | undefined {
  const random = seededRandom(-seed)
  if (STORM_SHARE <= random.fraction()) return undefined
  const withinMs = [0, 20, 400][random.below(3)]!
  return { accounts: 20 + random.below(180), atMs: 500 + random.below(2_500), withinMs }
}

export function startColdStorm(world: World): void {
  const { kernel, hosts, plan } = world
  const { storm } = plan
  if (storm === undefined) return
  const random = seededRandom(-plan.seed - 0.5)
  const books = world.database.plainBooks()
  const names = Array.from({ length: storm.accounts }, (_, i) => `cold-${i}`)
  for (const account of names) {
    kernel.after(0, 'account', () => {
      books.setAllowance({ account, units: ALLOWANCE, who: 'operator' }).catch(world.fail)
    })
  }
  kernel.after(storm.atMs, 'cold storm', () => {
    if (world.phase !== 'chaos') return
    world.injected.add('cold_storm')
    for (const account of names) {
      const host = hosts[random.below(hosts.length)]!
      kernel.after(random.fraction() * storm.withinMs, 'cold', () => {
        makeRequest(world, host.processes.at(-1), { account, units: 1, answered: () => undefined })
      })
    }
  })
}
