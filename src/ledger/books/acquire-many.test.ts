import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { seededRandom } from '../../stdx/random.ts'
import { DAY_MS } from '../../stdx/time-units.ts'
import { DatabaseError } from '../../storage/storage.ts'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { monthAt } from '../calendar.ts'
import { listGrants, subjectNumber } from '../testing/rows.ts'
import { type ExampleStore, openExampleStore } from '../testing/stores.ts'
import type { AcquireRequest } from './acquire.ts'
import { Books } from './books.ts'
import { HOLD_MAX } from './limits.ts'
import { GRANTS_MAX } from './rows.ts'
import type { Rows } from './store.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

const ACCOUNTS = Array.from({ length: 12 }, (_, i) => `account ${i}`)
const RUNS = { sqlite: 4, postgres: 4 } as const
const ROUNDS = 25

interface Held {
  readonly account: string
  readonly incarnation: number
  readonly grant: number
  readonly period: string
  version: number
  size: number
  spent: number
}

/**
 * Two books that get the same requests: in the first many accounts together, in the second one account after the
 * other.
 */
class TwoBooks {
  readonly clock = { ms: Date.UTC(2026, 10, 29), nowMs: () => this.clock.ms }
  readonly held: Held[] = []
  readonly seen = new Map<string, number>()
  readonly #random: ReturnType<typeof seededRandom>
  readonly #stores: readonly [ExampleStore, ExampleStore]
  readonly #books: readonly [Books, Books]
  #nodes: number[] = []
  #grants = 0
  #earlier: AcquireRequest[] = []

  constructor(stores: readonly [ExampleStore, ExampleStore], clock: TwoBooks['clock'], seed: number) {
    this.clock = clock
    this.#random = seededRandom(seed)
    this.#stores = stores
    this.#books = [new Books(stores[0].store), new Books(stores[1].store)]
  }

  async begin(): Promise<void> {
    for (const account of ACCOUNTS.slice(1))
      await this.#both((books) => books.setAllowance({ account, units: 300, who: 'o' }))
    // The second incarnation of a node fences the first.
    for (const node of ['n', 'm', 'm']) {
      const [enrolled] = await this.#both(async (books) => (await books.beginIncarnation(node, 0)).incarnation)
      this.#nodes.push(enrolled)
    }
  }

  async round(): Promise<void> {
    this.clock.ms += this.#random.below(4) === 0 ? this.#random.below(DAY_MS) : this.#random.below(2_000)
    for (const { store } of this.#stores) await store.transaction((rows) => keepAlive(rows, this.clock.ms))
    await this.#disturb()
    await this.#acquire()
    await this.#spend()
    await this.#close()
    assert.deepEqual(await everything(this.#stores[0]), await everything(this.#stores[1]))
  }

  async #disturb(): Promise<void> {
    const account = this.#one(ACCOUNTS.slice(1))
    const units = this.#one([0, 50, 120, 300, 1_000])
    const state = this.#one(['active', 'active', 'suspended'] as const)
    await this.#both((books) => books.setAllowance({ account, units, who: 'o' }))
    await this.#both((books) => books.setAccountState(account, state))
    if (0 < this.#random.below(8)) return
    const reserved = this.#random.below(400)
    for (const { store } of this.#stores) {
      await store.transaction(async (rows) => {
        const period = await rows.period(account, monthAt(this.clock.ms).period)
        if (period !== undefined) await rows.putPeriod({ ...period, reserved })
      })
    }
  }

  async #acquire(): Promise<void> {
    const requests: AcquireRequest[] = []
    for (const account of ACCOUNTS) {
      const kind = this.#random.below(6)
      const own = this.held.filter((held) => held.account === account)
      const again = this.#earlier.filter((request) => request.account === account)
      const month = monthAt(this.clock.ms + this.#one([0, 0, 0, 0, 1_000, -DAY_MS, DAY_MS]))
      const incarnation = this.#one(this.#nodes)
      const request = {
        account,
        least: this.#random.below(20),
        wanted: this.#random.below(150),
        shape: this.#one(['shared', 'shared', 'sole'] as const),
      }
      if (kind < 3)
        requests.push({ ...request, month, incarnation, grant: incarnation * GRANTS_MAX + this.#grants++, version: 0 })
      if (kind === 3 && 0 < own.length) {
        const held = this.#one(own)
        requests.push({
          ...request,
          month,
          incarnation: held.incarnation,
          grant: held.grant,
          version: held.version,
          acked: this.#random.below(held.spent + 2),
        })
      }
      if (kind === 4 && 0 < again.length) requests.push(this.#one(again))
    }
    const [together] = await this.#compare(
      (books) => books.acquireMany(requests),
      (books) => each(requests, (request) => books.acquire(request)),
    )
    this.#earlier = requests
    for (const [i, outcome] of together.entries()) {
      assert(!(outcome instanceof DatabaseError))
      this.#saw(outcome.outcome)
      if (outcome.outcome !== 'granted') continue
      const { id: grant, size, version, incarnation, account, period } = outcome.grant
      const known = this.held.find((held) => held.grant === grant)
      if (known === undefined) this.held.push({ account, incarnation, grant, period, version, size, spent: 0 })
      else Object.assign(known, { size, version })
      assert.equal(requests[i]!.account, account)
    }
  }

  /** The test does not compare journals, so no lines are written. */
  async #spend(): Promise<void> {
    for (const held of this.held) {
      const units = this.#random.below(Math.max(1, held.size - held.spent))
      if (units === 0) continue
      held.spent += units
      for (const { store } of this.#stores) {
        await store.transaction(async (rows) => {
          const grant = await rows.lockGrant(held.grant)
          if (grant?.state === 'open') await rows.putGrant({ ...grant, spent: held.spent })
        })
      }
    }
  }

  async #close(): Promise<void> {
    const closings = this.held
      .filter(() => this.#random.below(3) === 0)
      .map(({ grant, version, account, period, spent }) => ({
        own: { grant, version, account, period },
        acked: spent - (this.#random.below(5) === 0 ? 1 : 0),
      }))
    const [together] = await this.#compare(
      (books) => books.closeMany(closings),
      (books) => each(closings, ({ own, acked }) => books.closeGrant(own, acked)),
    )
    for (const [i, outcome] of together.entries()) {
      assert(!(outcome instanceof DatabaseError))
      this.#saw(outcome.outcome)
      const isOver = outcome.outcome === 'closed' || outcome.outcome === 'closed_by_others'
      const at = this.held.findIndex(({ grant }) => grant === closings[i]!.own.grant)
      // Sometimes a closed grant is requested again.
      if (isOver && 0 < this.#random.below(4)) this.held.splice(at, 1)
    }
  }

  async #compare<T>(many: (books: Books) => Promise<T[]>, ones: (books: Books) => Promise<T[]>): Promise<[T[]]> {
    const together = await many(this.#books[0])
    assert.deepEqual(together, await ones(this.#books[1]))
    return [together]
  }

  async #both<T>(work: (books: Books) => Promise<T>): Promise<readonly [T, T]> {
    return [await work(this.#books[0]), await work(this.#books[1])]
  }

  #saw(outcome: string): void {
    this.seen.set(outcome, (this.seen.get(outcome) ?? 0) + 1)
  }

  #one<T>(choice: readonly T[]): T {
    return choice[this.#random.below(choice.length)]!
  }
}

async function each<Input, T>(requests: readonly Input[], work: (request: Input) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (const request of requests) results.push(await work(request))
  return results
}

async function keepAlive(rows: Rows, nowMs: number): Promise<void> {
  for (const row of await rows.unendedIncarnations())
    await rows.putIncarnation({ ...row, leaseUntilMs: nowMs + DAY_MS })
}

function everything({ store }: ExampleStore) {
  return store.snapshot(async (rows) => ({
    accounts: await rows.accounts(),
    periods: await rows.periods(),
    grants: await listGrants(rows),
    doubts: await rows.doubts(),
    subjects: await rows.subjects(),
  }))
}

const OUTCOMES = [
  ...[
    'granted',
    'short',
    'suspended',
    'unknown_account',
    'period_over',
    'not_yet',
    'fenced',
    'grant_closed',
    'damaged',
  ],
  ...['closed', 'closed_by_others', 'unsettled'],
]

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`on ${kind}`, () => {
    test('many accounts served together end as if each had been served by itself', async () => {
      const seen = new Set<string>()
      for (let seed = 1; seed <= RUNS[kind]; seed++) {
        const clock: TwoBooks['clock'] = { ms: Date.UTC(2026, 10, 29), nowMs: () => clock.ms }
        await using one = await openExampleStore(kind, { clock, postgresUrl: server.url })
        await using other = await openExampleStore(kind, { clock, postgresUrl: server.url })
        const both = new TwoBooks([one, other], clock, seed)
        await both.begin()
        for (let i = 0; i < ROUNDS; i++) await both.round()
        for (const outcome of both.seen.keys()) seen.add(outcome)
      }
      assert.deepEqual([...seen].sort(), [...OUTCOMES].sort())
    })

    const clock = { nowMs: () => 1_795_000_000_000 }
    const month = monthAt(clock.nowMs())

    /** Some accounts with units, one node, and a request for each account. */
    async function withBooks(
      work: (scene: { books: Books; example: ExampleStore; requests: AcquireRequest[] }) => Promise<void>,
    ) {
      await using example = await openExampleStore(kind, { clock, postgresUrl: server.url })
      const books = new Books(example.store)
      for (const account of ['a', 'b', 'c']) await books.setAllowance({ account, units: 1000, who: 'o' })
      const { incarnation } = await books.beginIncarnation('n', 0)
      const request = { month, incarnation, version: 0, least: 1, wanted: 50, shape: 'shared' as const }
      const requests = ['a', 'b', 'c'].map((account, i) => ({
        ...request,
        account,
        grant: incarnation * GRANTS_MAX + i,
      }))
      await work({ books, example, requests })
    }

    test('a row that the database refuses fails only its own account', () =>
      withBooks(async ({ books, example, requests }) => {
        // The schema refuses the rows of the second account only.
        await example.database!.run('create table refusals (account text)')
        await example.database!.run("insert into refusals values ('b')")
        await refuseGrantsOf(example, kind)
        const outcomes = await books.acquireMany(requests)
        assert.deepEqual(
          outcomes.map((outcome) => (outcome instanceof DatabaseError ? 'fault' : outcome.outcome)),
          ['granted', 'fault', 'granted'],
        )
        const closings = [0, 2].map((i) => ({ own: { ...requests[i]!, version: 1, period: month.period }, acked: 0 }))
        assert.deepEqual(await books.closeMany(closings), [{ outcome: 'closed' }, { outcome: 'closed' }])
      }))

    test('subjects are numbered together and keep their numbers', () =>
      withBooks(async ({ books }) => {
        const subjects = ['p', 'q', 'r'].map((project) => ({ account: 'a', project, credential: 'c', operation: 'o' }))
        const { account, ...second } = subjects[1]!
        const known = await subjectNumber(books, { account, ...second })
        const numbers = await books.subjectNumbers(subjects)
        assert.equal(numbers[1], known)
        assert.equal(new Set(numbers).size, 3)
        assert.deepEqual(await books.subjectNumbers([...subjects].reverse()), [...numbers].reverse())
        assert.deepEqual(await books.subjectNumbers([]), [])
      }))

    for (const hold of [0, 60, 85, 95, HOLD_MAX - 1, HOLD_MAX]) {
      test(`with ${hold} units held, the exposures fit beside them, but each grant has at least one unit`, () =>
        withBooks(async ({ books, example, requests }) => {
          const [first] = requests as [AcquireRequest]
          await books.acquireMany([first])
          await example.store.transaction(async (rows) => {
            const period = (await rows.lockPeriod('a', month.period))!
            const grant = (await rows.lockGrant(first.grant))!
            await rows.putPeriod({ ...period, reserved: 0, exposure: 0, hold })
            await rows.putGrant({ ...grant, state: 'closed' })
          })
          let exposed = 0
          for (let i = 10; i < 20; i++) {
            const grant = first.grant + i
            const outcome = await (i % 2 === 0
              ? books.acquire({ ...first, grant })
              : (await books.acquireMany([{ ...first, grant }]))[0]!)
            assert('grant' in outcome)
            const { exposure } = outcome.grant
            assert(exposure === 1 || hold + exposed + exposure <= HOLD_MAX, `${hold} + ${exposed} + ${exposure}`)
            assert(1 <= exposure)
            exposed += exposure
          }
          const period = await example.store.snapshot((rows) => rows.period('a', month.period))
          assert.equal(period?.exposure, exposed)
        }))
    }
  })
}

/** Makes the database refuse every grant of the accounts in `refusals`, like a page that cannot be written. */
async function refuseGrantsOf({ database }: ExampleStore, kind: 'sqlite' | 'postgres'): Promise<void> {
  if (kind === 'sqlite') {
    await database!.run(
      "create trigger refuse before insert on unit_grant when exists (select 1 from refusals where account = new.account) begin select raise(abort, 'refused'); end",
    )
    return
  }
  await database!.run(
    "create function refuse() returns trigger language plpgsql as 'begin if exists (select from refusals where account = new.account) then raise exception ''refused''; end if; return new; end'",
  )
  await database!.run('create trigger refuse before insert on unit_grant for each row execute function refuse()')
}
