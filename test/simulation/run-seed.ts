import { startChaos } from './chaos.ts'
import { startClients } from './clients.ts'
import { checkAtRest } from './final-checker.ts'
import { heal } from './healing.ts'
import { drawPlan, type Plan, type Reduction } from './plan.ts'
import { SQLITE_STORES, type Stores } from './stores.ts'
import { runSimulated } from './traps.ts'
import { type Failure, failureOf } from './violation.ts'
import { World } from './world.ts'

/** The result of one seed. */
export interface SeedReport {
  readonly plan: Plan
  readonly events: number
  readonly hash: number
  readonly virtualMs: number
  readonly counters: Readonly<Record<string, number>>
  readonly injected: Readonly<Record<string, number>>
  readonly answers: Readonly<Record<string, number>>
  readonly reached: Readonly<Record<string, number>>
  readonly usages: number
  readonly violation: Failure | undefined
  /** The last events before a violation. */
  readonly window: readonly string[]
}

export interface SeedOptions {
  readonly reduction?: Reduction
  readonly stores?: Stores
  /** How many of the last events to keep. */
  readonly windowSize?: number
}

let current: World | undefined

/** A rejected promise that no code awaited: something in the ledger threw. */
process.on('unhandledRejection', (error) => {
  if (current === undefined) throw error
  current.fail(error)
})

/** Runs one world: chaos, then healing, then rest. */
export async function runSeed(seed: number, options: SeedOptions = {}): Promise<SeedReport> {
  const plan = drawPlan(seed, options.reduction)
  const window: string[] = []
  const { stores = SQLITE_STORES } = options
  await using maker = await stores.make()
  const runIn = stores.isolation === 'none' ? <T>(work: () => Promise<T>) => work() : runSimulated
  const world = await runIn(async () => {
    const made = new World(plan, maker.storeOf)
    current = made
    recordWindow(made, window, options.windowSize ?? 0)
    openAccounts(made)
    startClients(made)
    startChaos(made)
    scheduleHealing(made)
    await made.kernel.run()
    return made
  })
  // Node reports such rejections after the last event.
  await new Promise((resolve) => setImmediate(resolve))
  current = undefined
  const { kernel } = world
  return {
    ...{ plan, events: kernel.events, hash: kernel.hash, virtualMs: kernel.nowMs, usages: world.usages, window },
    ...{ counters: world.counters.toJSON(), injected: world.injected.toJSON(), answers: world.answers.toJSON() },
    reached: world.reached.toJSON(),
    violation: kernel.failure === undefined ? undefined : failureOf(kernel.failure),
  }
}

function openAccounts(world: World): void {
  const books = world.database.plainBooks()
  world.plan.allowances.forEach((units, i) => {
    world.kernel.after(0, 'account', () => {
      books.setAllowance({ account: world.accounts[i]!, units, who: 'operator' }).catch(world.fail)
    })
  })
}

function scheduleHealing(world: World): void {
  const { kernel, plan } = world
  const begin = kernel.nowMs
  const look = (): void => {
    const isWild = 0 < world.requestsLeft && kernel.nowMs < begin + plan.chaosMs
    if (isWild || kernel.nowMs < world.midnightUntilMs) return void kernel.after(50, 'look', look)
    heal(world, () => void checkAtRest(world).then(() => kernel.stop(), world.fail))
  }
  look()
}

/** Records the last events, with the changed rows and the answers. */
function recordWindow({ kernel, checker, history }: World, window: string[], size: number): void {
  if (size === 0) return
  const add = (line: string): void => {
    window.push(line)
    if (size < window.length) window.shift()
  }
  kernel.watch = ({ label, atMs }) => add(`${kernel.events} ${atMs.toFixed(3)} ms ${label}`)
  checker.watch = ({ kind, after }) => add(`  ${kind} ${JSON.stringify(after)}`)
  history.watch = ({ id, account, units, answer }) => {
    add(`  answer to ${id.slice(-6)} ${account} ${units}: ${JSON.stringify(answer)}`)
  }
}
