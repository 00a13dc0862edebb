import { foldNewBatches } from '../../src/ledger/audit/audit.ts'
import { hashSubject, storeSubjects } from '../../src/ledger/tables/subjects.ts'
import type { Random } from '../../src/stdx/random.ts'
import { BooksCopy } from './books-copy.ts'
import { CopiedServer } from './copied-server.ts'
import type { SimServer } from './sim-server.ts'
import { World } from './world.ts'

/** What one seed tries. */
export interface Plan {
  readonly seed: number
  readonly servers: number
  readonly accounts: readonly string[]
  readonly allowance: number
  readonly clients: number
  readonly chaosMs: number
  readonly pauseMaxMs: number
  readonly startsAtMs: number
  readonly faults: ReadonlySet<Fault>
}

const FAULTS = [
  ...['kill', 'power cut', 'pause', 'away', 'full', 'stall', 'loses request', 'loses reply', 'tears commit'],
  ...['allowance', 'suspend', 'credit', 'clock', 'older books', 'damaged row', 'clients leave', 'audit'],
  ...['copied machine', 'taken number'],
] as const
type Fault = (typeof FAULTS)[number]

/** 23:59:50 on the last day of November in Bratislava, and noon in the middle of it. */
const STARTS = [Date.UTC(2026, 10, 30, 22, 59, 50), Date.UTC(2026, 10, 15, 11), Date.UTC(2027, 2, 27, 12)]

export function makePlan(seed: number, random: Random): Plan {
  const faults = FAULTS.filter(() => random.below(3) === 0)
  const servers = 1 + random.below(3)
  const plan = {
    seed,
    servers,
    faults: new Set<Fault>(faults),
    accounts: Array.from({ length: 1 + random.below(4) }, (_, i) => `account${i}`),
    allowance: [3, 40, 300, 5_000][random.below(4)]!,
    clients: 1 + random.below(12),
    chaosMs: 3_000 + random.below(12_000),
    pauseMaxMs: 5_000,
    startsAtMs: STARTS[random.below(STARTS.length)]!,
  }
  return random.below(CROWDED) === 0 ? makeCrowd(plan, random) : plan
}

/** One of so many worlds has more servers than places, or nearly. */
const CROWDED = 20

/** Servers come and go, and some are frozen for longer than they keep a place. All want to charge the same account. */
export function makeCrowd(plan: Plan, random: Random): Plan {
  const servers = 8 + random.below(13)
  const faults = new Set<Fault>([...plan.faults, 'pause', 'kill', 'stall', 'loses request'])
  const shape = { servers, faults, accounts: plan.accounts.slice(0, 1), allowance: 100_000 }
  return { ...plan, ...shape, clients: 8 * servers, chaosMs: 25_000, pauseMaxMs: 25_000 }
}

/** Runs one world: chaos, then healing, then everything must add up. Throws what is wrong. */
export async function runSeed(seed: number, plan = makePlan(seed, seededPlan(seed))): Promise<World> {
  const world = await World.open({ seed, servers: plan.servers, startsAtMs: plan.startsAtMs })
  try {
    await world.run(async () => {
      for (const account of plan.accounts) await world.openAccount(account, plan.allowance)
      for (const server of world.servers) await server.start()
      const chaos = new Chaos(world, plan)
      await chaos.run()
      await world.heal()
      chaos.expectDoubts(await world.trustAll())
      chaos.expectDoubts(await world.trustAll())
      await world.check()
      for (const account of plan.accounts.slice(0, 2)) await chaos.finish(account)
      await world.check()
    })
    return world
  } finally {
    await world.close()
  }
}

function seededPlan(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return (state ^ (state >>> 13)) >>> 0
  }
  for (let i = 0; i < 8; i++) next()
  return { below: (below) => Math.floor((next() / 0x1_0000_0000) * below), fraction: () => next() / 0x1_0000_0000 }
}

class Chaos {
  readonly #world: World
  readonly #plan: Plan
  readonly #copy: BooksCopy
  readonly #suspended = new Map<string, number>()
  readonly #damaged = new Set<string>()
  #isOver = false
  #mayHaveDoubts = false

  constructor(world: World, plan: Plan) {
    this.#world = world
    this.#plan = plan
    this.#copy = new BooksCopy(world)
  }

  async run(): Promise<void> {
    const { clients, chaosMs, faults } = this.#plan
    for (const server of this.#world.servers) this.#setRates(server)
    const running = Array.from({ length: clients }, () => this.#client())
    const watching = this.#watchUsage()
    const lastMs = this.#world.kernel.nowMs + chaosMs
    const kinds = [...faults]
    while (this.#world.kernel.nowMs < lastMs) {
      await this.#world.sleep(this.#world.random.below(800))
      const kind = kinds[this.#world.random.below(Math.max(1, kinds.length))]
      if (kind !== undefined) await this.#strike(kind)
    }
    this.#isOver = true
    await this.#world.sleep(1)
    for (const account of this.#damaged) await this.#repair(account)
    for (const account of this.#plan.accounts) await this.#setState(account, 'active')
    void Promise.all([...running, watching])
  }

  expectDoubts(found: readonly string[]): void {
    for (const doubt of found) if (!this.#mayHaveDoubts) throw new Error(`a doubt without a cause: ${doubt}`)
  }

  async finish(account: string): Promise<void> {
    await this.#world.leaveSome(account, 12)
    await this.#world.useUp(account)
  }

  #setRates({ faults }: SimServer): void {
    const rate = (fault: Fault, share: number): number => (this.#plan.faults.has(fault) ? share : 0)
    faults.losesRequest = rate('loses request', 0.05)
    faults.losesReply = rate('loses reply', 0.05)
    faults.tearsCommit = this.#plan.servers === 1 ? rate('tears commit', 0.05) : 0
  }

  async #client(): Promise<void> {
    const { random, servers } = this.#world
    while (!this.#isOver) {
      await this.#world.sleep(random.below(60))
      const server = servers[random.below(servers.length)]!
      const account = this.#plan.accounts[random.below(this.#plan.accounts.length)]!
      const leaves = this.#plan.faults.has('clients leave') && random.below(4) === 0 ? random.below(20) : undefined
      const beganMs = this.#world.kernel.nowMs
      const outcome = await Promise.race([
        this.#world.charge(server, account, random.below(4) === 0 ? 10 : 1, leaves),
        // A process that died answers nothing.
        this.#world.sleep(5_000).then(() => undefined),
      ])
      const suspendedMs = this.#suspended.get(account)
      if (outcome === 'charged' && suspendedMs !== undefined && suspendedMs < beganMs)
        throw new Error(`${account} was charged after it had been suspended`)
    }
  }

  async #watchUsage(): Promise<void> {
    const { random, servers } = this.#world
    while (!this.#isOver) {
      await this.#world.sleep(random.below(200))
      const server = servers[random.below(servers.length)]!
      const account = this.#plan.accounts[random.below(this.#plan.accounts.length)]!
      await this.#world.checkUndecided(account)
      const usage = await server.usage(account)
      if (usage.outcome === 'usage') this.#world.checker.usage(account, usage)
    }
  }

  async #strike(fault: Fault): Promise<void> {
    const world = this.#world
    const { random } = world
    const server = world.servers[random.below(world.servers.length)]!
    const account = this.#plan.accounts[random.below(this.#plan.accounts.length)]!
    const lastMs = random.below(fault === 'pause' ? this.#plan.pauseMaxMs : 5_000)
    switch (fault) {
      case 'kill':
      case 'power cut':
        server.kill()
        if (fault === 'power cut' && world.servers.length === 1) await world.store.powerCut(random.below(2) === 0)
        await world.sleep(random.below(1_000))
        return void server.start().catch(world.kernel.fail)
      case 'pause':
        server.pause()
        return void world.kernel.after(lastMs, 'resume', () => server.resume())
      case 'away':
      case 'full': {
        const name = fault === 'away' ? 'isAway' : 'isFull'
        server.faults[name] = true
        return void world.kernel.after(lastMs, 'back', () => {
          server.faults[name] = false
        })
      }
      case 'stall':
        server.faults.stallsUntilMs = world.kernel.nowMs + lastMs
        return
      case 'allowance': {
        const units = Math.floor(this.#plan.allowance * (0.5 + random.fraction()))
        return await world.openAccount(account, units)
      }
      case 'suspend':
        return await this.#setState(account, this.#suspended.has(account) ? 'active' : 'suspended')
      case 'credit':
        if (!this.#damaged.has(account)) await world.credit(account, 1 + random.below(20))
        return
      case 'clock':
        world.clockErrorMs += random.below(2) === 0 ? 3_600_000 : -1_000
        return
      case 'older books':
        for (const damaged of this.#damaged) await this.#repair(damaged)
        return await this.#copy.takeOrRestore(() => {
          this.#mayHaveDoubts = true
          world.checker.mayLose = true
          // The copy may be of an account that was active.
          this.#suspended.clear()
        })
      case 'damaged row':
        return await (this.#damaged.has(account) ? this.#repair(account) : this.#damage(account))
      case 'copied machine':
        if (server.server !== undefined) await new CopiedServer(world, server.server.journal).charge(account)
        return
      case 'taken number': {
        const subject = { account, project: 'p', credential: 'k', operation: ['o1', 'o10'][random.below(2)]! }
        const other = { ...subject, id: hashSubject(subject), account: 'somebody' }
        return void (await world.edit((books) => storeSubjects(books, [other])))
      }
      case 'audit':
        return void (await world.edit((books) => foldNewBatches(books, books)))
      default:
        return
    }
  }

  async #setState(account: string, state: 'active' | 'suspended'): Promise<void> {
    if (state === 'active') this.#suspended.delete(account)
    await this.#world.setState(account, state)
    if (state === 'suspended') this.#suspended.set(account, this.#world.kernel.nowMs)
  }

  /** Every write of the account's count fails, as with a damaged page. */
  async #damage(account: string): Promise<void> {
    this.#mayHaveDoubts = true
    this.#damaged.add(account)
    for (const when of ['insert', 'update'])
      await this.#world.edit((books) =>
        books.run(
          `create trigger damaged_${when}_${account} before ${when} on account_month when new.account = '${account}'
           begin select raise(abort, 'damaged on purpose'); end`,
        ),
      )
  }

  async #repair(account: string): Promise<void> {
    this.#damaged.delete(account)
    for (const when of ['insert', 'update'])
      await this.#world.edit((books) => books.run(`drop trigger damaged_${when}_${account}`))
  }
}
