import { monthAt, monthOf } from '../../src/ledger/calendar.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'
import { type ColdStorm, drawColdStorm } from './cold-storm.ts'

/** Faults of one call to the database. The plan has the chance of each per operation. */
export const CALL_FAULTS = [
  'lost_request',
  'lost_reply',
  'late_request',
  'twice',
  'slow',
  'busy',
  'disk_full',
  'commit_error',
] as const

/** Incidents of nodes, clocks and accounts. The plan has the rate of each per minute. */
export const INCIDENTS = [
  'outage',
  'partition',
  'crash',
  'disk_lost',
  'pause',
  'stall',
  'twin',
  'thread_death',
  'keeper_death',
  'orderly_close',
  'clock_forward',
  'clock_leap',
  'clock_back',
  'allowance',
  'suspension',
  'distrust',
] as const

/** Other faults. The plan has the chance of each. */
export const OTHER_FAULTS = ['disconnect', 'intent_fault', 'forgetful_disk', 'rollover'] as const

/** Events that happen once. Apart from it, a world with one equals the world without. */
export const EVENTS = ['cold_storm'] as const

export type CallFault = (typeof CALL_FAULTS)[number]
export type Incident = (typeof INCIDENTS)[number]
export type FaultKind = CallFault | Incident | (typeof OTHER_FAULTS)[number] | (typeof EVENTS)[number]

const DRAWN_KINDS: readonly FaultKind[] = [...CALL_FAULTS, ...INCIDENTS, ...OTHER_FAULTS]

export const FAULT_KINDS: readonly FaultKind[] = [...DRAWN_KINDS, ...EVENTS]

/** One world, as drawn from its seed. */
export interface Plan {
  readonly seed: number
  readonly shape: 'sole' | 'shared'
  readonly nodes: number
  readonly threadsPerNode: number
  readonly clientsPerNode: number
  readonly allowances: readonly number[]
  /** How many requests the clients make before the world is healed. */
  readonly requests: number
  /** The share of requests for 10 units; the others need 1. */
  readonly tens: number
  /** How much faster clients send than needed to spread the requests over the chaos. */
  readonly haste: number
  readonly computeMs: number
  readonly latencyMs: number
  /** The world is healed after this time, even if requests are left. */
  readonly chaosMs: number
  readonly startsAtMs: number
  readonly faults: ReadonlyMap<FaultKind, number>
  readonly storm: ColdStorm | undefined
}

/** Each world draws between half and one and a half times one of these. */
const REQUESTS = [850, 1400, 2200, 3500] as const

/** The allowance of an account, as a multiple of what its clients need. */
const PLENTY = [0.1, 0.5, 0.9, 1.1, 1.3] as const

/** What a run leaves out, to find the smallest world that still fails. */
export interface Reduction {
  readonly nodes?: number
  readonly requests?: number
  readonly chaosMs?: number
  readonly without?: readonly FaultKind[]
}

export function drawPlan(seed: number, reduction: Reduction = {}): Plan {
  const random = seededRandom(seed)
  const pick = <T>(of: readonly T[]): T => of[random.below(of.length)]!
  const isSole = random.below(8) === 0
  const nodes = isSole ? 1 : pick([1, 2, 2, 3, 3, 3, 4, 4, 5])
  const faults = drawFaults(random, isSole)
  const drawn = Math.floor((pick(REQUESTS) * (random.below(100) + 50)) / 100)
  const requests = Math.min(drawn, reduction.requests ?? drawn)
  const accounts = 1 + random.below(3)
  const tens = pick([0, 0.1, 0.5, 0.9, 1])
  // The units that the clients of an account need.
  const demand = (requests * (1 + 9 * tens)) / accounts
  return {
    seed,
    shape: isSole ? 'sole' : 'shared',
    nodes: Math.min(nodes, reduction.nodes ?? nodes),
    threadsPerNode: 1 + random.below(3),
    clientsPerNode: 1 + random.below(8),
    allowances: Array.from({ length: accounts }, () => 50 + Math.floor(demand * pick(PLENTY)) + random.below(50)),
    requests,
    tens,
    haste: pick([1, 1, 1, 3, 30]),
    computeMs: pick([0.2, 5, 50, 400]),
    latencyMs: pick([0.3, 2, 20]),
    chaosMs: Math.min(pick([6_000, 20_000, 60_000]), reduction.chaosMs ?? 60_000),
    startsAtMs: drawStart(random, faults),
    faults: new Map([...faults].filter(([kind]) => !reduction.without?.includes(kind))),
    storm: reduction.without?.includes('cold_storm') ? undefined : drawColdStorm(seed),
  }
}

/** Swarm testing: most seeds have a few kinds of faults, each at its own rate; one in ten has none. */
function drawFaults(random: Random, isSole: boolean): Map<FaultKind, number> {
  const faults = new Map<FaultKind, number>()
  const share = [0, 0.15, 0.3, 0.3, 0.5, 0.5, 0.7, 0.9, 0.3, 0.2][random.below(10)]!
  for (const kind of DRAWN_KINDS) {
    const isDrawn = random.fraction() < (kind === 'rollover' ? ROLLOVER_SHARE : share)
    const strength = random.fraction() ** 2
    if (!isDrawn || (isSole && SHARED_ONLY.includes(kind)) || (!isSole && kind === 'commit_error')) continue
    if (includes(CALL_FAULTS, kind)) faults.set(kind, 0.002 + strength * 0.1)
    else if (includes(INCIDENTS, kind)) faults.set(kind, (1 + strength * 20) * (RARE[kind] ?? 1))
    else faults.set(kind, 0.02 + strength * 0.3)
  }
  return faults
}

/** A second server on one SQLite file does not start, and its clock is the node's. */
const SHARED_ONLY: readonly FaultKind[] = ['twin', 'disk_lost']

/** The share of worlds in which a month ends. */
const ROLLOVER_SHARE = 0.3

const RARE: Partial<Record<Incident, number>> = { clock_leap: 0.3, twin: 0.5, disk_lost: 0.7, distrust: 0.2 }

function includes<T extends string>(list: readonly T[], kind: string): kind is T {
  return (list as readonly string[]).includes(kind)
}

/**
 * In the middle of a month; or, with a rollover, shortly before its end, also where the clocks change on the last
 * day.
 */
function drawStart(random: Random, faults: ReadonlyMap<FaultKind, number>): number {
  const months = ['2026-11', '2027-10', '2026-12', '2027-02', '2028-02', '2030-03']
  const month = monthOf(months[random.below(months.length)]!)!
  const back = random.below(20_000)
  if (faults.has('rollover')) return month.endsAtMs - 500 - back
  return monthAt((month.startsAtMs + month.endsAtMs) / 2).startsAtMs + 10 * 86_400_000 + back
}
