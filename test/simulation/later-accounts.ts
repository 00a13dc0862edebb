import { seededRandom } from '../../src/stdx/random.ts'
import { BooksCopy } from './books-copy.ts'
import { World } from './world.ts'

/** Noon, and some seconds before a month turns. */
const STARTS = [Date.UTC(2026, 10, 15, 11), Date.UTC(2026, 10, 30, 22, 59, 50)]

/**
 * Older books are put back which lack an account and an allowance that came later, while the servers run or after they
 * were killed. Returns the units that were acknowledged and are lost; doubts name all of them.
 */
export async function runLaterAccounts(seed: number): Promise<{ readonly isCut: boolean; readonly lost: number }> {
  const random = seededRandom(seed)
  const startsAtMs = STARTS[random.below(STARTS.length)]!
  const world = await World.open({ seed, servers: 1 + random.below(3), startsAtMs })
  const isCut = random.below(4) === 0
  let lost = 0
  try {
    await world.run(async () => {
      await world.openAccount('early', 20)
      for (const server of world.servers) await server.start()
      await use(world, 'early', random.below(10))
      const copy = new BooksCopy(world)
      await copy.takeOrRestore(() => undefined)
      await world.openAccount('early', 500)
      await world.openAccount('late', 300)
      await world.sleep(1_000)
      await use(world, 'early', 30 + random.below(100))
      await use(world, 'late', 1 + random.below(100))
      if (isCut) await world.openAccount('early', 1 + random.below(100))
      if (random.below(3) === 0) await world.setState('late', 'suspended')
      await world.sleep(random.below(12_000))
      for (const server of world.servers) if (random.below(2) === 0) server.kill()
      await copy.takeOrRestore(() => (world.checker.mayLose = true))
      await world.heal()
      const doubts = await world.trustAll()
      if (!isCut && 0 < doubts.length) throw new Error(`a doubt although everything fits: ${doubts}`)
      await world.check()
      lost = world.checker.lost
    })
    return { isCut, lost }
  } finally {
    await world.close()
  }
}

async function use(world: World, account: string, times: number): Promise<void> {
  const { servers, random } = world
  const answers = Array.from({ length: times }, async () => {
    await world.sleep(random.below(500))
    return await world.charge(servers[random.below(servers.length)]!, account, random.below(4) === 0 ? 10 : 1)
  })
  await Promise.all(answers)
}
