import type { Call } from '../../src/ledger/node/messages.ts'
import { startColdStorm } from './cold-storm.ts'
import { startMidnight } from './midnight.ts'
import { INCIDENTS, type Incident } from './plan.ts'
import type { Host, World } from './world.ts'

/** Starts every fault that the plan has drawn, each at its own rate, until the world is healed. */
export function startChaos(world: World): void {
  for (const kind of INCIDENTS) {
    const perMinute = world.plan.faults.get(kind)
    if (perMinute !== undefined) scheduleNext(world, kind, perMinute)
  }
  for (const host of world.hosts) dieAfterNotes(world, host)
  supervise(world)
  startMidnight(world)
  startColdStorm(world)
}

/** A process that has just noted a commit in doubt dies more often than others. */
function dieAfterNotes(world: World, host: Host): void {
  if (!world.plan.faults.has('crash')) return
  host.onNote = () => {
    if (world.random.below(3) !== 0) return
    runLater(world, world.random.below(400), 'crash', () => {
      if (HANDLERS.crash(world, host) === 'done') world.injected.add('crash')
    })
  }
}

/** Schedules what follows a fault. After healing it does not happen. */
function runLater(world: World, ms: number, label: string, work: () => void): void {
  world.kernel.after(ms, label, () => {
    if (world.phase === 'chaos') work()
  })
}

function scheduleNext(world: World, kind: Incident, perMinute: number): void {
  const waitMs = (-Math.log(1 - world.random.fraction()) * 60_000) / perMinute
  world.kernel.after(waitMs, kind, () => {
    if (world.phase !== 'chaos') return
    const host = world.hosts[world.random.below(world.hosts.length)]!
    const isNight = world.kernel.nowMs < world.midnightUntilMs
    if (!isNight && HANDLERS[kind](world, host) === 'done') world.injected.add(kind)
    scheduleNext(world, kind, perMinute)
  })
}

type Handler = (world: World, host: Host) => 'done' | 'not_now'

const HANDLERS: Readonly<Record<Incident, Handler>> = {
  outage({ database, kernel, random }) {
    database.downUntilMs = Math.max(database.downUntilMs, kernel.nowMs + drawSpan(random.fraction(), 50, 8_000))
    return 'done'
  },
  partition({ kernel, random }, host) {
    const untilMs = kernel.nowMs + drawSpan(random.fraction(), 50, 30_000)
    for (const { link } of host.processes) link.cutUntilMs = untilMs
    return 'done'
  },
  crash(world, host) {
    if (stopAll(host) === 'not_now') return 'not_now'
    restartLater(world, host)
    return 'done'
  },
  disk_lost(world, host) {
    if (stopAll(host) === 'not_now') return 'not_now'
    world.loseDisk(host)
    restartLater(world, host)
    return 'done'
  },
  pause(world, host) {
    const process = host.processes.at(-1)
    if (process === undefined || process.thread.state !== 'running') return 'not_now'
    process.pause()
    world.pauses++
    runLater(world, drawSpan(world.random.fraction(), 100, 40_000), 'wake', () => {
      world.pauses++
      process.resume()
    })
    return 'done'
  },
  /** A commit hangs: the books thread is blocked and all others go on. It returns, or the process is killed first. */
  stall(world, host) {
    const process = host.processes.at(-1)
    if (process === undefined || process.thread.state !== 'running') return 'not_now'
    process.stall()
    runLater(world, drawSpan(world.random.fraction(), 100, 30_000), 'stall ends', () => {
      if (world.random.below(3) === 0 && stopAll(host) === 'done') restartLater(world, host)
      else process.resume()
    })
    return 'done'
  },
  twin(world, host) {
    const process = host.processes.at(-1)
    if (process?.state !== 'up' || isLeaping(world)) return 'not_now'
    for (const one of host.processes) one.isTwin = true
    host.hadTwin = true
    world.startProcess(host)
    runLater(world, drawSpan(world.random.fraction(), 200, 20_000), 'twin ends', () => {
      process.crash()
      forgetDead(host)
    })
    return 'done'
  },
  thread_death(world, host) {
    const process = host.processes.at(-1)
    const clientThread = process?.someThread(world.random)
    if (process === undefined || clientThread === undefined || clientThread.thread.state !== 'running') return 'not_now'
    process.killThread(clientThread.number)
    return 'done'
  },
  keeper_death(world, host) {
    const process = host.processes.at(-1)
    if (process?.state !== 'up' || process.thread.state !== 'running' || host.processes.length !== 1) return 'not_now'
    process.killBookkeeper()
    runLater(world, drawSpan(world.random.fraction(), 20, 3_000), 'crash', () => {
      if (stopAll(host) === 'done') restartLater(world, host)
    })
    return 'done'
  },
  orderly_close(world, host) {
    const process = host.processes.at(-1)
    if (process?.state !== 'up' || host.processes.length !== 1) return 'not_now'
    process
      .close()
      .then(() => {
        if (process.state === 'dead') return
        process.crash()
        forgetDead(host)
        restartLater(world, host)
      })
      .catch(world.fail)
    return 'done'
  },
  /** Not during a leap: its time would pass `FINAL_MS`, and only the operator can reopen the month then. */
  clock_forward(world) {
    const { database, random } = world
    const aheadMs = Math.floor(drawSpan(random.fraction(), 100, 50_000))
    if (isLeaping(world)) return 'not_now'
    database.clockOffsetMs += aheadMs
    return 'done'
  },
  /** Does not go back so far that ledger time would return to an earlier month. */
  clock_back(world) {
    const { database, random } = world
    const backMs = Math.floor(drawSpan(random.fraction(), 100, 20_000))
    if (world.databaseMs() - backMs < world.ledgerTime.nowMs - BACK_MAX_MS) return 'not_now'
    database.clockOffsetMs -= backMs
    return 'done'
  },
  clock_leap(world) {
    if (isLeaping(world)) return 'not_now'
    const { database } = world
    const leapMs = world.month().endsAtMs + 3_600_000 - world.databaseMs()
    if (leapMs < 7_200_000 || world.hosts.some(({ processes }) => processes.some(({ state }) => state === 'starting')))
      return 'not_now'
    database.clockOffsetMs += leapMs
    database.leapMs = leapMs
    runLater(world, drawSpan(world.random.fraction(), 500, 10_000), 'leap ends', () => endLeap(world))
    return 'done'
  },
  allowance(world) {
    const { random } = world
    const i = random.below(world.accounts.length)
    const units = Math.floor(world.plan.allowances[i]! * (0.3 + random.fraction() * 1.2))
    return sendCommand(world, { name: 'set_allowance', account: world.accounts[i]!, units, who: 'operator' })
  },
  suspension(world) {
    const account = world.accounts[world.random.below(world.accounts.length)]!
    runLater(world, drawSpan(world.random.fraction(), 100, 5_000), 'resumption', () => {
      sendCommand(world, { name: 'set_state', account, state: 'active' })
    })
    return sendCommand(world, { name: 'set_state', account, state: 'suspended' })
  },
  distrust(world) {
    const account = world.random.below(2) === 0 ? null : world.accounts[0]!
    const detail = String(world.kernel.events)
    runLater(world, drawSpan(world.random.fraction(), 100, 5_000), 'trust', () => {
      // The operator would see that the clock is wrong.
      if (!isLeaping(world)) sendCommand(world, trustInAll(world, 'looked'))
    })
    return sendCommand(world, { name: 'distrust', account, reason: 'audit', detail })
  },
}

/** A machine's clock and its time server differ by less than a minute. */
const BACK_MAX_MS = 50_000

/** Draws a duration. Most are short. */
function drawSpan(fraction: number, leastMs: number, mostMs: number): number {
  return leastMs * (mostMs / leastMs) ** fraction
}

/** The request of an operator who has examined all unresolved doubts. */
export function trustInAll(world: World, why: string): Call {
  return { name: 'trust', who: 'operator', why, doubts: world.stops.standing, broken: [] }
}

/** Sends the operator's command to some running node. */
export function sendCommand(world: World, call: Call): 'done' | 'not_now' {
  const host = world.hosts[world.random.below(world.hosts.length)]!
  const clientThread = host.processes.at(-1)?.someThread(world.random)
  if (clientThread === undefined || clientThread.thread.state !== 'running') return 'not_now'
  clientThread.client.call(call).catch(() => undefined)
  return 'done'
}

/** Kills every process of the host. */
export function stopAll(host: Host): 'done' | 'not_now' {
  if (host.processes.length === 0) return 'not_now'
  for (const process of host.processes) process.crash()
  host.processes = []
  return 'done'
}

function restartLater(world: World, host: Host): void {
  const waitMs = world.random.below(3) === 0 ? 1 : drawSpan(world.random.fraction(), 50, 25_000)
  runLater(world, waitMs, 'restart', () => restart(world, host))
}

export function restart(world: World, host: Host): void {
  if (host.processes.length !== 0) return
  // A starting node has nothing to compare the clock with, and trusts it.
  if (isLeaping(world)) world.injected.add('clock_ahead_at_start')
  world.startProcess(host)
}

function forgetDead(host: Host): void {
  host.processes = host.processes.filter(({ state }) => state !== 'dead')
}

/** Restarts nodes that find themselves fenced, as a service manager would. */
function supervise(world: World): void {
  world.kernel.after(1_000, 'supervisor', () => {
    if (world.phase === 'still') return
    for (const host of world.hosts) {
      const process = host.processes.at(-1)
      if (!process?.ledgerNode?.trust.has('fenced') || process.thread.state !== 'running') continue
      world.injected.add('fenced')
      stopAll(host)
      restart(world, host)
    }
    supervise(world)
  })
}

/** The clock of the database is a month ahead. */
function isLeaping({ database }: World): boolean {
  return database.leapMs !== 0
}

export function endLeap({ database }: World): void {
  database.clockOffsetMs -= database.leapMs
  database.leapMs = 0
}
