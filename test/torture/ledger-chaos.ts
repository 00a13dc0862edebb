import assert from 'node:assert/strict'
import type { Random } from '../../src/stdx/random.ts'
import { type Database, DatabaseError } from '../../src/storage/storage.ts'
import type { NetworkFault } from '../../src/storage/testing/faulty-proxy.ts'
import type { OwnPostgres } from '../../src/storage/testing/postgres.ts'
import { DEBITS_BETWEEN_KILLS } from './kill-report.ts'
import type { LedgerNode } from './ledger-node.ts'

/** Faults injected into the nodes, besides kills. */
export interface ChaosCounts {
  readonly drops: number
  readonly storms: number
  readonly killedInSilence: number
  readonly terminated: number
  readonly pauses: number
  readonly longPauses: number
  readonly crashes: number
}

export interface Chaos {
  readonly counts: ChaosCounts
  /** Does the next thing. */
  next(killsLeft: number): Promise<ChaosEvent>
  /** Everything works again, and every node is open. */
  heal(): Promise<void>
}

export type ChaosEvent =
  | { readonly what: 'killed' | 'killed_starting'; readonly run: number }
  | { readonly what: 'other' }

export interface ChaosPorts {
  readonly nodes: readonly LedgerNode[]
  readonly random: Random
  readonly postgres: OwnPostgres
  /** A connection past all proxies. */
  readonly database: Database
  /** How many times a node is stopped for longer than its lease. */
  readonly longPauses: number
  failed(error: unknown): void
}

const CALM: NetworkFault = { kind: 'passes' }

/** Longer than a node's lease: the others close its grants. */
const LONG_PAUSE_MS = 17_000
const SHORT_PAUSE_MS = 2_500
const SILENCE_MS = 6_000
/**
 * After three seconds a node gives a silent connection up, and answers those that waited for their commit with a
 * failure.
 */
const GIVEN_UP_MS = 3_300
const CUTTING_MS = 300
const DRIZZLE_EVERY_MS = 800
const DROP_MS = 40
const GAP_MS = 100
const OPEN_MAX_MS = 60_000

export function startChaos(ports: ChaosPorts): Chaos {
  const { nodes, random, postgres, database } = ports
  const counts = { drops: 0, storms: 0, killedInSilence: 0, terminated: 0, pauses: 0, longPauses: 0, crashes: 0 }
  const under: Promise<unknown>[] = []
  const isStorm = new Set<LedgerNode>()
  const isSilent = new Set<LedgerNode>()
  let isHealing = false
  const between = (from: number, to: number): number => from + random.fraction() * (to - from)
  const some = (): LedgerNode => nodes[random.below(nodes.length)]!
  const meanwhile = (work: Promise<unknown>): void => void under.push(work.catch(ports.failed))

  async function kill(): Promise<ChaosEvent> {
    if (random.below(8) === 0) {
      const starting = nodes.find(({ charger }) => charger === undefined)
      if (starting !== undefined) {
        return { what: 'killed_starting', run: await starting.kill() }
      }
    }
    const untilMs = performance.now() + OPEN_MAX_MS
    for (;;) {
      const ready = nodes.filter((node) => !node.isPaused && !isSilent.has(node) && isReady(node))
      if (0 < ready.length) {
        return { what: 'killed', run: await ready[random.below(ready.length)]!.kill() }
      }
      assert(performance.now() < untilMs, `no node has charged ${DEBITS_BETWEEN_KILLS} times`)
      await pause(5)
    }
  }

  async function storm(node: LedgerNode): Promise<void> {
    if (isStorm.has(node)) return
    isStorm.add(node)
    counts.storms++
    const kind = (['swallows', 'cuts_after', 'cuts_before'] as const)[random.below(3)]!
    node.proxy.set({ kind })
    if (kind === 'swallows') {
      isSilent.add(node)
      const isFatal = random.below(2) === 0
      await pause(isFatal ? between(GIVEN_UP_MS, SILENCE_MS) : between(10, SILENCE_MS))
      // With charges whose requests were answered with an error, while it is unknown whether they are written.
      if (isFatal && !node.isPaused) {
        counts.killedInSilence++
        await node.kill()
      }
      isSilent.delete(node)
    } else await pause(between(10, CUTTING_MS))
    isStorm.delete(node)
    node.proxy.set(CALM)
  }

  /** From time to time a network loses what comes back for a moment. */
  async function drizzle(node: LedgerNode): Promise<void> {
    while (!isHealing) {
      await pause(between(0, DRIZZLE_EVERY_MS))
      if (isStorm.has(node)) continue
      counts.drops++
      node.proxy.set(random.below(2) === 0 ? { kind: 'cuts_after' } : { kind: 'cuts_after', text: 'insert into batch' })
      await pause(between(1, DROP_MS))
      if (!isStorm.has(node)) node.proxy.set(CALM)
    }
  }

  async function stop(node: LedgerNode, time: 'short' | 'long'): Promise<void> {
    const charger = node.charger
    if (charger === undefined || node.isPaused) return
    node.isPaused = true
    counts[time === 'long' ? 'longPauses' : 'pauses']++
    charger.kill('SIGSTOP')
    await pause(time === 'long' ? LONG_PAUSE_MS : between(10, SHORT_PAUSE_MS))
    // Some wake up to find that others have closed their grants, some never wake up.
    if (random.below(2) === 0) charger.kill('SIGCONT')
    else await node.kill()
    node.isPaused = false
  }

  async function terminate(): Promise<void> {
    counts.terminated++
    const sql = `select pg_terminate_backend(pid) from pg_stat_activity
                 where application_name = 'regista' and pid <> pg_backend_pid() and random() < 0.5`
    await database.query(sql).catch((error) => {
      if (!(error instanceof DatabaseError)) throw error
    })
  }

  for (const node of nodes) meanwhile(drizzle(node))
  return {
    counts,
    async next(killsLeft) {
      await pause(random.fraction() * GAP_MS)
      // Spread over the whole run.
      if (random.below(killsLeft) < ports.longPauses - counts.longPauses) meanwhile(stop(some(), 'long'))
      const dice = random.below(100)
      if (dice < 50) return await kill()
      if (dice < 75) meanwhile(storm(some()))
      else if (dice < 87) await terminate()
      else if (dice < 97) {
        meanwhile(stop(some(), 'short'))
      } else {
        counts.crashes++
        await postgres.crash()
      }
      return { what: 'other' }
    },
    async heal() {
      isHealing = true
      await Promise.all(under)
      for (const { proxy } of nodes) proxy.set(CALM)
      const untilMs = performance.now() + OPEN_MAX_MS
      while (!nodes.every(isReady)) {
        assert(performance.now() < untilMs, 'not every node charges again')
        await pause(20)
      }
    },
  }
}

function isReady({ charger }: LedgerNode): boolean {
  return charger !== undefined && DEBITS_BETWEEN_KILLS <= charger.acknowledged()
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
