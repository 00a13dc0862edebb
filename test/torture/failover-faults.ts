import { setTimeout } from 'node:timers/promises'
import { systemClock } from '../../src/stdx/clock.ts'
import type { Random } from '../../src/stdx/random.ts'
import { type PairHost, type PostgresPair, setNames } from '../../src/storage/testing/postgres-pair.ts'

export interface FaultTimes {
  /** How long PostgreSQL took to promote the standby; undefined: the primary stays. */
  readonly promotionMs?: number
  /** How long the primary did not answer before it was well again. */
  readonly outageMs?: number
}

export interface FaultPorts {
  readonly primary: PairHost
  readonly standby: PairHost
  readonly random: Random
  /** The servers can charge from now on. Resolves when each has charged. */
  isWell(): Promise<void>
}

/** The cluster manager notices the fault after this time at most. */
const NOTICED_WITHIN_MS = 1_500
/** The longest outage after which the same primary goes on. */
const OUTAGE_MAX_MS = 8_000

type Fault = (pair: PostgresPair, ports: FaultPorts) => Promise<FaultTimes>

/** What happens to the primary, or to the way to it. Every second one gives no end and no reset to the servers. */
export const FAULTS = {
  kill: (pair, ports) =>
    promoteAfter(pair, ports, {
      begin: ({ server }) => server.signal('SIGKILL'),
      async end({ server }) {
        await server.start()
        await setNames(server, '')
      },
    }),

  /** Connections vanish, all or some, and new ones are not answered for a while or are answered at once. */
  async vanish(_pair, { primary: { proxy }, random, isWell }) {
    const share = random.below(2) === 0 ? 1 : 0.6
    const outageMs = random.below(2) === 0 ? 0 : random.below(OUTAGE_MAX_MS)
    proxy.vanish(() => random.fraction() < share)
    if (0 < outageMs) {
      proxy.set({ kind: 'swallows' })
      await setTimeout(outageMs)
      proxy.set({ kind: 'passes' })
    }
    await isWell()
    return { outageMs }
  },

  pause: (pair, ports) =>
    promoteAfter(pair, ports, {
      begin: ({ server }) => server.signal('SIGSTOP'),
      end: ({ server }) => server.signal('SIGCONT'),
    }),

  /** The primary accepts connections and never answers; it comes back when the servers charge on its standby. */
  mute: (pair, ports) =>
    promoteAfter(pair, ports, {
      async begin({ proxy }) {
        proxy.vanish(() => true)
        proxy.set({ kind: 'swallows' })
      },
      endsAfterService: async ({ proxy }) => proxy.set({ kind: 'passes' }),
    }),

  partition: (pair, ports) =>
    promoteAfter(pair, ports, {
      begin: async ({ proxy }) => proxy.set({ kind: 'swallows' }),
      end: async ({ proxy }) => proxy.set({ kind: 'passes' }),
    }),

  /** The primary accepts connections, answers nothing for a while, and goes on: there is no promotion. */
  async stall(_pair, { primary: { server }, random, isWell }) {
    const outageMs = random.below(OUTAGE_MAX_MS)
    await server.signal('SIGSTOP')
    await setTimeout(outageMs)
    await server.signal('SIGCONT')
    await isWell()
    return { outageMs }
  },
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof FAULTS

export const FAULT_NAMES = Object.keys(FAULTS) as readonly FaultName[]

interface Promotion {
  readonly begin: (old: PairHost) => Promise<void>
  /** The old primary comes back, and takes writes again. */
  readonly end?: (old: PairHost) => Promise<void>
  readonly endsAfterService?: (old: PairHost) => Promise<void>
}

async function promoteAfter(
  pair: PostgresPair,
  { primary, standby, random, isWell }: FaultPorts,
  { begin, end, endsAfterService }: Promotion,
): Promise<FaultTimes> {
  await begin(primary)
  await setTimeout(200 + random.below(NOTICED_WITHIN_MS))
  const fromMs = systemClock.nowMs()
  const service = isWell()
  await pair.promote(standby)
  const promotionMs = systemClock.nowMs() - fromMs
  await end?.(primary)
  await service
  await endsAfterService?.(primary)
  return { promotionMs }
}
