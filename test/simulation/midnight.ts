import { SETTLING_MS, STEADY_MS } from '../../src/ledger/books/limits.ts'
import { monthAt } from '../../src/ledger/calendar.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'
import type { Host, World } from './world.ts'

/** The books do not know yet what was answered last: a heartbeat comes every second, or every four. */
const BEFORE_MS = 1_500

/** Not all processes wake at once. */
const SPREAD_MS = 20_000

/**
 * If a month ends in this world, and it has pauses or outages, one of them also happens over midnight, until after
 * the month may be ended. It uses a random sequence of its own, so it changes nothing else.
 */
export function startMidnight(world: World): void {
  const { plan } = world
  if (!plan.faults.has('rollover')) return
  const random = seededRandom(plan.seed * 4)
  const faults = [
    ...(plan.faults.has('pause') ? [pauseAll, pauseOne] : []),
    ...(plan.faults.has('outage') ? [stopDatabase] : []),
  ]
  const fault = faults[random.below(Math.max(1, faults.length))]
  if (fault === undefined) return
  const endMs = monthAt(plan.startsAtMs).endsAtMs - plan.startsAtMs
  world.kernel.after(endMs - random.below(BEFORE_MS), 'midnight', () => {
    if (world.phase === 'chaos') fault(world, random, endMs + Math.max(SETTLING_MS, STEADY_MS))
  })
}

function pauseAll(world: World, random: Random, untilMs: number): void {
  for (const host of world.hosts) pauseUntil(world, host, untilMs + random.below(SPREAD_MS))
}

function pauseOne(world: World, random: Random, untilMs: number): void {
  pauseUntil(world, world.hosts[random.below(world.hosts.length)]!, untilMs + random.below(SPREAD_MS))
}

function stopDatabase(world: World, random: Random, untilMs: number): void {
  world.database.downUntilMs = untilMs + random.below(SPREAD_MS)
  world.midnightUntilMs = world.database.downUntilMs + SPREAD_MS
  world.injected.add('outage')
}

function pauseUntil(world: World, host: Host, untilMs: number): void {
  const process = host.processes.at(-1)
  if (process === undefined || process.thread.state !== 'running') return
  process.sleepsUntilMs = untilMs
  process.pause()
  world.pauses++
  world.injected.add('pause')
  world.midnightUntilMs = Math.max(world.midnightUntilMs, untilMs + SPREAD_MS)
  world.kernel.after(untilMs - world.kernel.nowMs, 'wake', () => {
    world.pauses++
    process.sleepsUntilMs = 0
    process.resume()
  })
}
