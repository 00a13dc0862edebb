import { monthAt, monthOf } from '../../src/ledger/calendar.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'
import { type ColdStorm, drawColdStorm } from './cold-storm.ts'

/** What can go wrong on the way to the database and back. The number drawn for one is the chance of it for each operation. */
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

/** What can happen to nodes, clocks and accounts. The number drawn for one is how often in a minute. */
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

/** What else can be drawn; the number is the chance of it each time. */
export const OTHER_FAULTS = ['disconnect', 'intent_fault', 'forgetful_disk', 'rollover'] as const

/** What happens once. A world that has one is otherwise the same as without. */
export const EVENTS = ['cold_storm'] as const

export type CallFault = (typeof CALL_FAULTS)[number]
export type Incident = (typeof INCIDENTS)[number]
export type FaultKind = CallFault | Incident | (typeof OTHER_FAULTS)[number] | (typeof EVENTS)[number]

const DRAWN_KINDS: readonly FaultKind[] = [...CALL_FAULTS, ...INCIDENTS, ...OTHER_FAULTS]

export const FAULT_KINDS: readonly FaultKind[] = [...DRAWN_KINDS, ...EVENTS]

/** One world, as its seed draws it. */
export interface Plan {
  readonly seed: number
  readonly shape: 'sole' | 'shared'
  readonly nodes: number
  readonly threadsPerNode: number
  readonly clientsPerNode: number
  readonly allowances: readonly number[]
  /** How many requests clients make before the world is healed. */
  readonly requests: number
  /** The share of calls of 10 units; the others cost 1. */
  readonly tens: number
  /** How much faster clients ask than it takes to spread the requests over the chaos. */
  readonly haste: number
  readonly computeMs: number
  readonly latencyMs: number
  /** After it the world is healed, however many requests are left. */
  readonly chaosMs: number
  readonly startsAtMs: number
  readonly faults: ReadonlyMap<FaultKind, number>
  readonly storm: ColdStorm | undefined
}

/** Between half of it and half as many again. */
const REQUESTS = [850, 1400, 2200, 3500] as const

/** How the allowance of an account compares with what its clients ask for. */
const PLENTY = [0.1, 0.5, 0.9, 1.1, 1.3] as const

/** What a run may be told to leave out, to find the least that still fails. */
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
  // What clients ask for, and how much of it there is.
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

/** A swarm: most seeds have a few kinds of faults, each at a rate of its own; one in ten has none. */
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

/** In the middle of a month; or shortly before its end, when that is drawn: also where the clocks change on the last day. */
function drawStart(random: Random, faults: ReadonlyMap<FaultKind, number>): number {
  const months = ['2026-11', '2027-10', '2026-12', '2027-02', '2028-02', '2030-03']
  const month = monthOf(months[random.below(months.length)]!)!
  const back = random.below(20_000)
  if (faults.has('rollover')) return month.endsAtMs - 500 - back
  return monthAt((month.startsAtMs + month.endsAtMs) / 2).startsAtMs + 10 * 86_400_000 + back
}
