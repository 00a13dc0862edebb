import { LEASE_MS } from '../../src/ledger/books/limits.ts'
import { endLeap, restart, sendCommand, stopAll, trustInAll } from './chaos.ts'
import { makeRequest } from './client.ts'
import { ensure, Violation } from './violation.ts'
import type { Host, World } from './world.ts'

/** How long everything may take after the last fault: the lease of a lost node, and recalls of its units. */
const DRAIN_MAX_MS = 120_000

/** Large pieces first: only whether units are left counts, not how many. */
const DRAIN_UNITS = 128

/**
 * The operator's last commands may still be delayed, and so may the effects of a stalled call: a node starts, makes
 * lines void, and their units can be charged.
 */
const DRAIN_MIN_MS = 4_000

/**
 * Ends all faults, restores every node, and lets clients request units until none are left. Then calls
 * `onAllCharged`.
 */
export function heal(world: World, onAllCharged: () => void): void {
  if (world.phase !== 'chaos') return
  world.phase = 'healed'
  const { database, kernel } = world
  database.isHealed = true
  database.downUntilMs = 0
  if (database.leapMs !== 0) endLeap(world)
  for (const host of world.hosts) {
    host.disk.isHealed = true
    for (const process of host.processes) process.link.cutUntilMs = 0
    restoreHost(world, host)
  }
  restoreTrust(world, { round: 0, resumed: new Map() })
  // If all requests go to one node, it gets the units of the others by recalls.
  const asked = world.random.below(2) === 0 ? world.hosts : [world.hosts[world.random.below(world.hosts.length)]!]
  const settledAtMs = kernel.nowMs + (world.hosts.some(({ lost }) => 0 < lost.length) ? LEASE_MS + CLOCKS_MS : 0)
  const drains = asked.flatMap((host) => {
    return world.accounts.flatMap((account) => [0, 1].map(() => new Drain(world, { host, account, settledAtMs })))
  })
  const healedAtMs = kernel.nowMs
  const untilMs = healedAtMs + DRAIN_MAX_MS
  const look = (): void => {
    const isEarly = kernel.nowMs < Math.max(healedAtMs, database.stalledUntilMs) + DRAIN_MIN_MS
    if (!isEarly && isComplete(world) && isSoldOut(world) && drains.every(({ isDry }) => isDry)) {
      world.phase = 'still'
      world.drained = readDrainedMonth(world)
      onAllCharged()
      return
    }
    if (untilMs < kernel.nowMs) throw new Violation('all is charged', describeUnsold(world))
    kernel.after(200, 'look', look)
  }
  look()
}

function restoreHost(world: World, host: Host): void {
  for (const process of host.processes) process.resume()
  // A twin, a closing node, or a process whose LedgerNode is dead is stopped, and the node starts again.
  const last = host.processes.at(-1)
  const isWhole = host.processes.length === 1 && last?.thread.state === 'running' && last.state !== 'closing'
  if (isWhole) return
  stopAll(host)
  restart(world, host)
}

/** How often the command is sent: an earlier suspension may arrive late. */
const RESUMED_TIMES = 3

/**
 * The operator resumes the accounts, until some node has received the command often enough, and trusts the books
 * again at every node that charges nothing.
 */
function restoreTrust(world: World, { round, resumed }: { round: number; resumed: Map<string, number> }): void {
  if (world.phase !== 'healed') return
  for (const account of world.accounts) {
    const times = resumed.get(account) ?? 0
    if (RESUMED_TIMES <= times) continue
    if (sendCommand(world, { name: 'set_state', account, state: 'active' }) === 'done') resumed.set(account, times + 1)
  }
  for (const host of world.hosts) {
    const process = host.processes.at(-1)
    const clientThread = process?.someThread(world.random)
    if (process?.ledgerNode === undefined || clientThread === undefined || process.ledgerNode.trust.isLive) continue
    clientThread.client.call(trustInAll(world, 'healed')).catch(() => undefined)
  }
  // An earlier doubt may arrive late.
  if (3 <= round) sendCommand(world, trustInAll(world, 'healed'))
  world.kernel.after(1_000, 'operator', () => restoreTrust(world, { round: round + 1, resumed }))
}

/** The database's clock may have been put back this far. */
const CLOCKS_MS = 60_000

/**
 * How long other nodes may keep the last units once all nodes run: requests in flight end, and the units are
 * returned.
 */
const BUSY_MAX_MS = 12_000

/** Charges all that is left of an account at one node, in smaller and smaller pieces. */
class Drain {
  isDry = false
  #units = DRAIN_UNITS
  #busySinceMs: number | undefined
  readonly #world: World
  readonly #host: Host
  readonly #account: string
  readonly #settledAtMs: number

  constructor(world: World, { host, account, settledAtMs }: { host: Host; account: string; settledAtMs: number }) {
    this.#world = world
    this.#host = host
    this.#account = account
    this.#settledAtMs = settledAtMs
    this.#askAfter(100)
  }

  #askAfter(ms: number): void {
    this.#world.kernel.after(ms, 'drain', () => this.#ask())
  }

  #ask(): void {
    if (this.#world.phase !== 'healed') return
    const sent = makeRequest(this.#world, this.#host.processes.at(-1), {
      ...{ account: this.#account, units: this.#units },
      answered: ({ answer }) => {
        this.#watchBusy(answer?.kind === 'failure' && answer.reason === 'busy' && this.#units === 1)
        const isMonthly = answer?.kind === 'failure' && answer.reason === 'monthly_limit'
        if (answer?.kind === 'success') {
          this.isDry = false
          this.#units = Math.min(DRAIN_UNITS, this.#units * 2)
          return this.#askAfter(this.#world.random.below(3))
        }
        if (!isMonthly) {
          this.#units = Math.max(1, Math.floor(this.#units / 2))
          return this.#askAfter(100)
        }
        if (this.#units === 1) this.isDry = true
        this.#askAfter(this.#units === 1 ? 500 : 0)
        this.#units = Math.max(1, Math.floor(this.#units / 2))
      },
    })
    if (sent === 'unreachable') this.#askAfter(200)
  }

  /** Checks that a unit that is left somewhere becomes available soon. */
  #watchBusy(isBusy: boolean): void {
    const { nowMs } = this.#world.kernel
    this.#busySinceMs = isBusy ? (this.#busySinceMs ?? Math.max(nowMs, this.#settledAtMs)) : undefined
    const busyMs = nowMs - (this.#busySinceMs ?? nowMs)
    ensure(busyMs < BUSY_MAX_MS, 'busy', () => `the last units of ${this.#account} were not given back in ${busyMs} ms`)
  }
}

function readDrainedMonth(world: World): World['drained'] {
  const { accounts, checker } = world
  const { period } = world.month()
  return { period, voids: new Map(accounts.map((account) => [account, checker.voidUnits(account, period)])) }
}

/** Every node has started. One that has not may still make lines void. */
function isComplete(world: World): boolean {
  return world.hosts.every(({ processes }) => processes.at(-1)?.state === 'up')
}

function isSoldOut(world: World): boolean {
  const { period } = world.month()
  return world.accounts.every((account) => (world.checker.unsoldUnits(account, period) ?? 1) <= 0)
}

function describeUnsold(world: World): string {
  const { period } = world.month()
  const months = world.accounts.map((account) => {
    const row = world.checker.monthRow(account, period)
    return `${account}: ${world.checker.unsoldUnits(account, period)} unsold, ${JSON.stringify(row)}`
  })
  const nodes = world.hosts.map(({ node, processes }) => {
    const last = processes.at(-1)
    const aheadMs = last === undefined ? 0 : Math.round(last.ledgerMs() - world.databaseMs())
    return `${node}: ${last?.state}, ${JSON.stringify(last?.ledgerNode?.trust.status())}, clock ahead by ${aheadMs} ms`
  })
  const waiting = `${world.history.unanswered} requests wait`
  return [...months, ...nodes, waiting].join('\n  ')
}
