import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Books } from '../books/books.ts'
import { memoryBooks } from '../books/example-memory-store.ts'
import { Bookkeeper } from './bookkeeper.ts'
import { ExampleNodeDisk } from './example-node-disk.ts'
import { SteeredTime } from './example-time.ts'
import { Teller } from './teller.ts'
import { Till } from './till.ts'

/** 2026-11-21 */
const STARTS_AT_MS = 1_795_219_200_000
const ACCOUNT = 'a'
const ALLOWANCE = 100
const SUBJECT = { project: 'shop', credential: 'key-1', operation: 'readCompany' }

/** More than all steps of what a thread does here. */
const STEPS_MAX = 60

/** Shorter than a grant is waited for that has something in flight which nobody accounts for. */
const SOON_MS = 10_000

for (const deed of ['reserves', 'cancels', 'debits', 'cancels what has been closed'] as const) {
  test(`a thread may die after each step while it ${deed}: all units are sold soon, and none twice`, async () => {
    let steps = 0
    for (let last = 0; last < STEPS_MAX; last++) {
      const shop = await Shop.open(last)
      if ((await shop.dieDoing(deed)) === 'lived') break
      steps = last
      await shop.time.pass(SOON_MS)
      await shop.sellOut()
      assert.equal(await shop.charged(), ALLOWANCE, `after step ${last}`)
    }
    assert(1 < steps && steps < STEPS_MAX - 1, `${steps} steps`)
  })
}

/** One node with two threads that sell, the second of which dies after so many steps on the till and on its way to the bookkeeper. */
class Shop {
  readonly time = new SteeredTime()
  readonly #store = memoryBooks({ clock: { nowMs: () => STARTS_AT_MS + this.time.monotonicMs() } })
  readonly #tellers: Teller[] = []
  #bookkeeper!: Bookkeeper
  #stepsLeft = Number.POSITIVE_INFINITY
  #requests = 0
  readonly #stepsAfter: number

  static async open(stepsAfter: number): Promise<Shop> {
    const shop = new Shop(stepsAfter)
    await shop.time.until(shop.#start())
    return shop
  }

  private constructor(stepsAfter: number) {
    this.#stepsAfter = stepsAfter
  }

  async #start(): Promise<void> {
    const books = new Books(this.#store)
    await books.setAllowance({ account: ACCOUNT, units: ALLOWANCE, who: 'operator' })
    const till = Till.make({ slots: 8, tellers: 2 })
    const disk = new ExampleNodeDisk()
    this.#bookkeeper = await Bookkeeper.start({
      ...{ books, node: 'n', shape: 'sole', clock: this.time, timers: this.time, till, count: () => undefined },
      ...{ notes: disk, mark: disk },
    })
    for (const teller of [0, 1]) this.#tellers.push(this.#connect(teller, till))
  }

  #connect(number: number, till: Till): Teller {
    const step = <T>(work: () => T): T => {
      if (number === 1 && this.#stepsLeft-- <= 0) throw new Death()
      return work()
    }
    const receive = this.#bookkeeper.connect(number, (message) =>
      this.time.endOfTurn(() => (number === 1 && this.#stepsLeft <= 0 ? undefined : teller.receive(message))),
    )
    const teller: Teller = new Teller({
      ...{ teller: number, clock: this.time },
      till: new Proxy(till, {
        get(target, name) {
          const value = Reflect.get(target, name)
          return typeof value === 'function' ? (...args: unknown[]) => step(() => value.apply(target, args)) : value
        },
      }),
      timers: {
        after: (ms, work) => this.time.after(ms, work),
        endOfTurn: (work) => this.time.endOfTurn(() => untilDeath(work)),
      },
      send: (message) => step(() => this.time.endOfTurn(() => receive(message))),
    })
    return teller
  }

  /** `lived`: it came to the end. */
  async dieDoing(deed: string): Promise<'lived' | 'died'> {
    const [, mortal] = this.#tellers
    const first = await this.time.until(Promise.resolve(mortal!.reserve(ACCOUNT, 10, SUBJECT)))
    assert(first.outcome === 'reserved')
    if (deed.endsWith('closed')) {
      await this.time.until(this.#tellers[0]!.call({ name: 'set_state', account: ACCOUNT, state: 'suspended' }))
      await this.time.pass(2_000)
      await this.time.until(this.#tellers[0]!.call({ name: 'set_state', account: ACCOUNT, state: 'active' }))
    }
    this.#stepsLeft = this.#stepsAfter
    const end = untilDeath(() => {
      if (deed === 'reserves') void mortal!.reserve(ACCOUNT, 10, SUBJECT)
      else if (deed === 'debits') mortal!.debit(first, this.#newRequestId()).catch(() => undefined)
      else mortal!.cancel(first)
    })
    await this.time.pass(50)
    const state = 0 < this.#stepsLeft && end === 'done' ? 'lived' : 'died'
    this.#stepsLeft = 0
    this.#bookkeeper.disconnect(1)
    return state
  }

  async sellOut(): Promise<void> {
    for (const units of [10, 1]) {
      for (;;) {
        const reservation = await this.time.until(Promise.resolve(this.#tellers[0]!.reserve(ACCOUNT, units, SUBJECT)))
        if (reservation.outcome === 'refused') break
        const { outcome } = await this.time.until(this.#tellers[0]!.debit(reservation, this.#newRequestId()))
        assert.equal(outcome, 'debited')
      }
    }
  }

  /** Units of all lines in the journal. */
  async charged(): Promise<number> {
    let units = 0
    await this.#store.snapshot(async (rows) => {
      for await (const { lines } of rows.journal()) for (const line of lines) units += line.units
    })
    return units
  }

  #newRequestId(): string {
    return `${++this.#requests}`.padStart(32, '0')
  }
}

class Death extends Error {}

function untilDeath(work: () => void): 'done' | 'died' {
  try {
    work()
    return 'done'
  } catch (error) {
    if (error instanceof Death) return 'died'
    throw error
  }
}
