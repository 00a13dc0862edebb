import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { LEASE_MS, SETTLING_MS, STEADY_MS } from '../../src/ledger/books/limits.ts'
import { GRANTS_MAX } from '../../src/ledger/books/rows.ts'
import type { BooksStore } from '../../src/ledger/books/store.ts'
import { makeFinal } from '../../src/ledger/testing/ledger-time.ts'
import { openExampleStore, type StoreKind } from '../../src/ledger/testing/stores.ts'
import type { TestNode } from '../../src/ledger/testing/test-node.ts'
import { DatabaseError } from '../../src/storage/storage.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { createCuttableStore, SharedNodes } from './shared-nodes.ts'

const postgres = await startPostgres()
after(() => postgres[Symbol.asyncDispose]())

/** Less than a heartbeat before the end of the month: the books do not yet know that these charges are acknowledged. */
const LAST_MS = 200
/** Long enough for the cleanup to end a month that may end. */
const ENDED_MS = LEASE_MS + 10_000
const UNITS = 10
/** Nodes that start this long before the end of the month may end it as soon as possible. */
const STARTED_MS = STEADY_MS - SETTLING_MS + 5_000

/** A world whose nodes have run for some time, just before the end of the month. */
class MonthEnd implements AsyncDisposable {
  readonly nodes: SharedNodes
  readonly month: ReturnType<SharedNodes['month']>
  readonly #close: () => Promise<void>

  static async open(kind: StoreKind): Promise<MonthEnd> {
    const clock = { nowMs: (): number => world?.nodes.booksMs() ?? 0 }
    const books = await openExampleStore(kind, { clock, postgresUrl: postgres.url })
    const world: MonthEnd | undefined = new MonthEnd(books.store, () => books[Symbol.asyncDispose]())
    const { nodes, month } = world
    nodes.clockShiftMs += month.endsAtMs - nodes.booksMs() - STARTED_MS
    await nodes.allow({ x: 1_000 })
    return world
  }

  private constructor(store: BooksStore, close: () => Promise<void>) {
    this.nodes = new SharedNodes(store)
    this.month = this.nodes.month()
    this.#close = close
  }

  async untilLastMoment(): Promise<void> {
    await this.nodes.time.pass(this.month.endsAtMs - this.nodes.booksMs() - LAST_MS)
  }

  /** Charges in the last moment. */
  async charge(node: TestNode): Promise<void> {
    assert.equal(await this.nodes.charge(node, 'x', UNITS), 'charged')
    assert(this.nodes.booksMs() < this.month.endsAtMs)
  }

  async row() {
    const row = await this.nodes.store.snapshot((rows) => rows.period('x', this.month.period))
    const { confirmed, reserved, hold, clipped, state } = row!
    return { confirmed, reserved, hold, clipped, state }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close()
  }
}

const settled = (confirmed: number) => ({ confirmed, reserved: 0, hold: 0, clipped: 0, state: 'open' })

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`the end of a month, on ${kind}`, () => {
    const shape = kind === 'sqlite' ? 'sole' : 'shared'
    test(`keeps the charges that a ${shape} node made before it slept through it`, async () => {
      await using world = await MonthEnd.open(kind)
      const { time } = world.nodes
      const node = await world.nodes.start({ node: 'A', shape })
      await world.untilLastMoment()
      await world.charge(node)
      await time.sleep(SETTLING_MS + 5_000)
      await time.pass(ENDED_MS)
      assert.deepEqual(await world.row(), settled(UNITS))
      await makeFinal(world.nodes.store, world.month.endsAtMs)
      await time.pass(5_000)
      assert.deepEqual(await world.row(), { ...settled(UNITS), state: 'closed' })
    })

    test('waits for the charges of both nodes that lost the books during it, whichever returns first', async () => {
      await using world = await MonthEnd.open(kind)
      const { nodes } = world
      const ways = [createCuttableStore(nodes.store), createCuttableStore(nodes.store)] as const
      const first = await nodes.start({ node: 'A', through: () => ways[0] })
      const second = await nodes.start({ node: 'B', through: () => ways[1] })
      await world.untilLastMoment()
      await world.charge(first)
      await world.charge(second)
      for (const way of ways) way.cut = true
      await nodes.time.pass(SETTLING_MS + 5_000)
      ways[0].cut = false
      await nodes.time.pass(LEASE_MS - 5_000)
      ways[1].cut = false
      await nodes.time.pass(ENDED_MS)
      assert.deepEqual(await world.row(), settled(2 * UNITS))
    })

    for (const who of ['itself', 'its neighbour'] as const) {
      test(`waits for a node whose last batch has an unknown outcome: ${who} would end it`, async () => {
        await using world = await MonthEnd.open(kind)
        const { nodes } = world
        const way = silentPosts(nodes.store)
        const node = await nodes.start({ node: 'A', through: () => way.store })
        if (who === 'its neighbour') await nodes.start({ node: 'B' })
        await world.untilLastMoment()
        await world.charge(node)
        way.isSilent = true
        assert.equal(await nodes.charge(node, 'x', UNITS), 'unavailable')
        await nodes.time.pass(SETTLING_MS + ENDED_MS)
        assert.notEqual((await world.row()).reserved, 0)
        way.isSilent = false
        await nodes.time.pass(ENDED_MS)
        assert.deepEqual(await world.row(), settled(UNITS))
      })
    }

    test('does not wait for lost nodes, nor for grants whose answers were lost', async () => {
      await using world = await MonthEnd.open(kind)
      const { nodes, month } = world
      const lost = await nodes.start({ node: 'A' })
      await nodes.start({ node: 'B' })
      await nodes.start({ node: 'C' })
      await world.untilLastMoment()
      for (const incarnation of [2, 3]) {
        const grant = incarnation * GRANTS_MAX + 999
        const ask = {
          grant,
          version: 0,
          account: 'x',
          month,
          incarnation,
          least: 1,
          wanted: 100,
          shape: 'shared' as const,
        }
        assert.equal((await nodes.books.acquire(ask)).outcome, 'granted')
      }
      await world.charge(lost)
      lost.crash()
      await nodes.time.pass(SETTLING_MS + 5_000)
      const { confirmed, hold, ...rest } = await world.row()
      assert.deepEqual(
        { charged: confirmed + hold, ...rest },
        { charged: UNITS, reserved: 0, clipped: 0, state: 'open' },
      )
    })
  })
}

/** Commits that happen and are not answered. */
function silentPosts(store: BooksStore) {
  const way = {
    isSilent: false,
    store: {
      ...store,
      async post(batch, uses) {
        const outcome = await store.post(batch, uses)
        if (way.isSilent) throw new DatabaseError('silent', { outcome: 'unknown', reason: 'lost' })
        return outcome
      },
    } satisfies BooksStore,
  }
  return way
}
