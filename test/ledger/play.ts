import { World } from '../simulation/world.ts'

/** Some servers in simulated time, and one story. */
export async function play(
  options: {
    readonly seed?: number
    readonly servers?: number
    readonly startsAtMs?: number
    readonly allowance?: number
  },
  story: (world: World) => Promise<void>,
): Promise<void> {
  const world = await World.open({ seed: 1, servers: 1, ...options })
  try {
    await world.run(async () => {
      await world.openAccount('anna', options.allowance ?? 1_000)
      await world.openAccount('berta', options.allowance ?? 1_000)
      for (const server of world.servers) await server.start()
      await story(world)
    })
  } finally {
    await world.close()
  }
}
