import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setState } from '../../src/ledger/tables/accounts.ts'
import { readOpenDoubts } from '../../src/ledger/tables/doubts.ts'
import { readNotices } from '../../src/ledger/tables/notices.ts'
import { readJournal } from '../../src/ledger/testing/journal.ts'
import { BooksCopy } from '../simulation/books-copy.ts'
import type { World } from '../simulation/world.ts'
import { play } from './play.ts'

/** The books get the subjects of all requests: 11 units of each account on each server. */
async function warmUp(world: World): Promise<void> {
  for (const server of world.servers)
    for (const account of ['anna', 'berta']) for (const units of [1, 10]) await world.charge(server, account, units)
  for (const account of ['anna', 'berta'])
    for (const units of [1, 10]) await world.charge(world.servers[0]!, account, units)
}

async function usageOf(world: World, account = 'anna', server = 0) {
  const usage = await world.servers[server]!.usage(account)
  assert(usage.outcome === 'usage')
  return usage
}

describe('a commit that hangs', () => {
  test('beyond the deadline: its requests get no answer, all others 503, and the units are held until the books decide', () =>
    play({}, async (world) => {
      const [server] = world.servers
      await warmUp(world)
      server!.faults.stallsUntilMs = world.kernel.nowMs + 6_000
      const sealed = Array.from({ length: 5 }, () => world.charge(server!, 'anna', 10))
      await world.sleep(100)
      const queued = world.charge(server!, 'berta', 10)
      await world.sleep(100)
      // The batch is in the books already, only its answer is missing, so it counts as confirmed.
      assert.deepEqual([(await usageOf(world)).recoveryHoldUnits, (await usageOf(world)).confirmedUnits], [0, 72])
      assert.equal((await usageOf(world, 'berta')).inFlightReservedUnits, 10)
      assert.deepEqual(
        await Promise.all(sealed),
        Array.from({ length: 5 }, () => 'unknown'),
      )
      assert.equal(await queued, 'unavailable', 'it was never sealed')
      await world.sleep(8_000)
      assert.equal(await world.charge(server!, 'berta'), 'charged', 'the server recovers by itself')
      assert.equal(world.tally.counts.late_debits, 5)
      await world.check()
    }))

  test('and was never written: the hold rises, is bounded by the window, falls to 0, and nothing is charged', () =>
    play({}, async (world) => {
      const [server] = world.servers
      await warmUp(world)
      Object.assign(server!.faults, { losesRequest: 1, runsLate: 0 })
      const sent = Array.from({ length: 30 }, () => world.charge(server!, 'anna', 10))
      await world.sleep(1_000)
      assert.equal((await usageOf(world)).pendingSpentUnits, 100)
      await world.sleep(1_500)
      const held = await usageOf(world)
      assert.deepEqual([held.recoveryHoldUnits, held.pendingSpentUnits, held.confirmedUnits], [100, 0, 22])
      const outcomes = await Promise.all(sent)
      assert.equal(outcomes.filter((outcome) => outcome === 'unknown').length, 10, 'ten units each')
      assert.equal(outcomes.filter((outcome) => outcome === 'unavailable').length, 20)
      assert.equal(server!.trust?.reasons[0]?.reason, 'failing', 'the server is not ready')
      server!.faults.losesRequest = 0
      await world.until('the server recovers', () => server!.trust?.state === 'live')
      assert.equal((await usageOf(world)).recoveryHoldUnits, 0)
      await world.check()
    }))
})

test('a full disk: its requests get 503, nothing is held, and the server recovers by itself', () =>
  play({}, async (world) => {
    const [server] = world.servers
    await warmUp(world)
    server!.faults.isFull = true
    const charging = [1, 10].map((units) => world.charge(server!, 'anna', units))
    await world.until('the server is not ready', () => server!.trust?.state === 'untrusted')
    assert.equal((await usageOf(world)).recoveryHoldUnits, 0)
    assert.deepEqual(await Promise.all(charging), ['unavailable', 'unavailable'])
    server!.faults.isFull = false
    await world.until('the server recovers', () => server!.trust?.state === 'live')
    assert.equal(await world.charge(server!, 'anna'), 'charged')
    const { disk_full, commits_unknown, incarnations } = world.tally.counts
    assert(0 < disk_full)
    assert.deepEqual([commits_unknown, incarnations], [0, 1])
    await world.check()
  }))

describe('the number of a batch', () => {
  test('under which another process has written: nothing is charged, and a new incarnation begins with a notice', () =>
    play({}, async (world) => {
      const [server] = world.servers
      await world.charge(server!, 'anna')
      const { incarnation } = server!.server!.journal
      server!.faults.losesReply = 1
      const charging = world.charge(server!, 'anna')
      // A copy of this server has written its own batch there.
      await world.sleep(1)
      await world.edit((books) =>
        books.run(
          `insert into batch (incarnation, seq, at_ms, period, hash, lines)
           select incarnation, seq + 1, at_ms, period, x'00112233445566778899aabbccddeeff', x'' from batch
           where incarnation = $1 and seq = (select max(seq) from batch where incarnation = $1)`,
          incarnation,
        ),
      )
      await world.sleep(1_000)
      server!.faults.losesReply = 0
      const outcome = await charging
      assert(outcome === 'charged' || outcome === 'unavailable' || outcome === 'unknown', `${outcome}`)
      await world.until('another incarnation', () => server!.server!.journal.incarnation !== incarnation)
      assert.equal(await world.charge(server!, 'anna'), 'charged')
      const notices = await world.edit((books) => readNotices(books))
      assert(notices.some(({ reason, detail }) => reason === 'restarted' && detail.includes('copied while it ran')))
    }))

  test('about which the books answer nothing but errors: after three of them a new incarnation begins', () =>
    play({}, async (world) => {
      const [server] = world.servers
      await world.charge(server!, 'anna')
      const { incarnation } = server!.server!.journal
      await world.edit((books) =>
        books.run(`create trigger broken before insert on batch when new.incarnation = ${incarnation}
                   begin select raise(abort, 'this page is damaged'); end`),
      )
      server!.faults.losesReply = 1
      const charging = world.charge(server!, 'anna')
      await world.sleep(5)
      server!.faults.losesReply = 0
      const outcome = await charging
      assert(outcome === 'unknown' || outcome === 'charged' || outcome === 'untrusted', `${outcome}`)
      await world.until('another incarnation', () => server!.server!.journal.incarnation !== incarnation)
      await world.until('charges again', async () => (await world.charge(server!, 'berta')) === 'charged')
    }))
})

test('a month that turns gives each account its allowance anew, and nothing else', () =>
  play({ startsAtMs: Date.UTC(2026, 10, 30, 22, 59, 58), allowance: 5, servers: 2 }, async (world) => {
    for (let i = 0; i < 5; i++) assert.equal(await world.charge(world.servers[i % 2]!, 'anna'), 'charged')
    assert.equal(await world.charge(world.servers[0]!, 'anna'), 'monthly_limit')
    assert.equal((await usageOf(world)).period, '2026-11')
    await world.sleep(3_000)
    assert.equal((await usageOf(world)).period, '2026-12')
    for (let i = 0; i < 5; i++) assert.equal(await world.charge(world.servers[i % 2]!, 'anna'), 'charged')
    for (const server of world.servers) assert.equal(await world.charge(server, 'anna'), 'monthly_limit')
    const lines = await world.edit((books) => readJournal(books))
    assert.deepEqual(
      Object.fromEntries(
        Object.entries(Object.groupBy(lines, ({ period }) => period)).map(([period, of]) => [period, of!.length]),
      ),
      { '2026-11': 5, '2026-12': 5 },
    )
    await world.check()
  }))

test('a large request is not starved by small ones of its account', () =>
  play({ servers: 3 }, async (world) => {
    const [server] = world.servers
    await warmUp(world)
    await world.sleep(2_000)
    const small = Array.from({ length: 25 }, () => world.charge(server!, 'anna', 1))
    const large = world.charge(server!, 'anna', 10)
    const later = Array.from({ length: 25 }, () => world.charge(server!, 'anna', 1))
    const order: string[] = []
    void large.then((outcome) => order.push(`large ${outcome}`))
    for (const one of later.slice(-5)) void one.then((outcome) => order.push(`small ${outcome}`))
    await Promise.all([...small, large, ...later])
    assert.deepEqual(order[0], 'large charged')
  }))

describe('changes by the operator', () => {
  test('is known to every server at once in the books, and to its clients by the next heartbeat', () =>
    play({ servers: 2, allowance: 3 }, async (world) => {
      const [one, other] = world.servers
      for (let i = 0; i < 3; i++) assert.equal(await world.charge(one!, 'anna'), 'charged')
      assert.equal(await world.charge(one!, 'anna'), 'monthly_limit')
      assert.equal(await world.charge(other!, 'anna'), 'monthly_limit')
      const { batches } = world.tally.counts
      for (let i = 0; i < 20; i++) assert.equal(await world.charge(other!, 'anna'), 'monthly_limit')
      assert.equal(world.tally.counts.batches, batches, 'a used-up month costs the books nothing')
      await world.openAccount('anna', 4)
      await world.sleep(500)
      assert.equal(await world.charge(other!, 'anna'), 'charged')
      await world.edit((books) =>
        books.transaction((rows) => setState(rows, { account: 'berta', state: 'suspended', who: 'test', why: '' })),
      )
      assert.equal(await world.charge(one!, 'berta'), 'suspended')
      await world.check()
    }))
})

describe('older books', () => {
  test('that lack acknowledged charges get them back; a second restart finds nothing to do', () =>
    play({}, async (world) => {
      const [server] = world.servers
      const copy = new BooksCopy(world)
      for (let i = 0; i < 3; i++) await world.charge(server!, 'anna')
      await copy.takeOrRestore(() => undefined)
      for (let i = 0; i < 4; i++) await world.charge(server!, 'berta', 10)
      server!.kill()
      await copy.takeOrRestore(() => undefined)
      await server!.start()
      for (const _ of [1, 2]) {
        assert.equal((await usageOf(world, 'berta')).confirmedUnits, 40)
        const notices = await world.edit((books) => readNotices(books))
        assert.deepEqual(
          notices.map(({ reason }) => reason),
          ['put_back'],
        )
        assert.deepEqual(await world.edit((books) => readOpenDoubts(books)), [])
        server!.kill()
        await server!.start()
      }
      assert.equal(await world.charge(server!, 'berta'), 'charged')
      await world.check()
    }))

  test('that lack an empty batch among the charged ones get all charges back without a doubt', () =>
    play({}, async (world) => {
      const [server] = world.servers
      const copy = new BooksCopy(world)
      await world.charge(server!, 'anna')
      await copy.takeOrRestore(() => undefined)
      await world.charge(server!, 'anna')
      // Its number goes to an empty batch.
      Object.assign(server!.faults, { losesRequest: 1, runsLate: 0 })
      assert.equal(await world.charge(server!, 'anna'), 'unknown')
      server!.faults.losesRequest = 0
      await world.until('the empty batch is there', () => world.tally.counts.commits_cancelled === 1)
      await world.until('the server recovers', () => server!.trust?.state === 'live')
      for (let i = 0; i < 3; i++) assert.equal(await world.charge(server!, 'anna'), 'charged')
      assert.equal(world.tally.counts.commits_cancelled, 1)
      server!.kill()
      await copy.takeOrRestore(() => undefined)
      await server!.start()
      assert.deepEqual(await world.edit((books) => readOpenDoubts(books)), [])
      assert.equal((await usageOf(world)).confirmedUnits, 5)
      await world.check()
    }))

  test('from before the last start: what is remembered is put back, and a doubt says that more may be lost', () =>
    play({}, async (world) => {
      const [server] = world.servers
      const copy = new BooksCopy(world)
      await copy.takeOrRestore(() => undefined)
      for (let i = 0; i < 3; i++) await world.charge(server!, 'anna')
      server!.kill()
      server!.folder.recent = []
      await server!.start()
      await world.charge(server!, 'berta')
      server!.kill()
      world.checker.mayLose = true
      await copy.takeOrRestore(() => undefined)
      await server!.start()
      const lines = await world.edit((books) => readJournal(books))
      assert.deepEqual(
        lines.map(({ account }) => account),
        ['berta'],
      )
      const doubts = await world.edit((books) => readOpenDoubts(books))
      assert.deepEqual(
        doubts.map(({ reason, account }) => [reason, account]),
        [['behind', null]],
      )
      await world.trustAll()
      await world.check()
    }))

  test('and a mark that is older than the newest batch that is remembered: all is put back without a doubt', () =>
    play({}, async (world) => {
      const [server] = world.servers
      const copy = new BooksCopy(world)
      await world.charge(server!, 'anna')
      await copy.takeOrRestore(() => undefined)
      await world.charge(server!, 'anna')
      const { mark } = server!.folder
      await world.charge(server!, 'anna')
      server!.kill()
      server!.folder.mark = mark
      await copy.takeOrRestore(() => undefined)
      await server!.start()
      assert.equal((await usageOf(world)).confirmedUnits, 3)
      assert.deepEqual(await world.edit((books) => readOpenDoubts(books)), [])
      await world.check()
    }))

  test('that sold the units meanwhile: one doubt of the account names what does not fit, and the others go on', () =>
    play({ servers: 2, allowance: 5 }, async (world) => {
      const [one, other] = world.servers
      const copy = new BooksCopy(world)
      await world.charge(one!, 'berta')
      await copy.takeOrRestore(() => undefined)
      for (let i = 0; i < 4; i++) await world.charge(one!, 'anna')
      one!.kill()
      await copy.takeOrRestore(() => undefined)
      for (let i = 0; i < 3; i++) await world.charge(other!, 'anna')
      await one!.start()
      const doubts = await world.edit((books) => readOpenDoubts(books))
      const detail =
        '2 charges of 2026-11 with 2 units could not be put back: other charges have used 3 units of its 5 units'
      assert.deepEqual(
        doubts.map((doubt) => [doubt.account, doubt.reason, doubt.detail.split('; ')[1]]),
        [['anna', 'left_out', detail]],
      )
      assert.equal(await world.charge(one!, 'anna'), 'untrusted')
      assert.equal(await world.charge(one!, 'berta'), 'charged')
      await world.trustAll()
      assert.equal((await usageOf(world)).confirmedUnits, 5)
      await world.check()
    }))

  test('that take their place while servers charge: no charge is lost or put back twice', async () => {
    for (let seed = 1; seed <= 12; seed++)
      await play({ seed, servers: 3, allowance: 100_000 }, async (world) => {
        const copy = new BooksCopy(world)
        let isOver = false
        const clients = Array.from({ length: 9 }, async (_, i) => {
          for (let charges = 0; !isOver && charges < 10_000; charges++) {
            await world.charge(world.servers[i % 3]!, i % 2 === 0 ? 'anna' : 'berta')
            await world.sleep(1 + i)
          }
        })
        await world.sleep(100)
        await copy.takeOrRestore(() => undefined)
        await world.sleep(60)
        await copy.takeOrRestore(() => undefined)
        await world.sleep(2_000)
        isOver = true
        await Promise.all(clients)
        await world.check()
      })
  })

  test('whose lost charges no server has any more: one doubt, 503, and one resolution for all servers', () =>
    play({ servers: 3 }, async (world) => {
      const copy = new BooksCopy(world)
      for (const server of world.servers) await world.charge(server, 'anna')
      await copy.takeOrRestore(() => undefined)
      for (const server of world.servers) for (let i = 0; i < 3; i++) await world.charge(server, 'anna')
      for (const server of world.servers) server.folder.recent = []
      world.checker.mayLose = true
      await copy.takeOrRestore(() => undefined)
      await world.sleep(3_000)
      const doubts = await world.edit((books) => readOpenDoubts(books))
      assert.deepEqual(
        doubts.map(({ reason, account }) => [reason, account]),
        [['behind', null]],
      )
      for (const server of world.servers) assert.equal(await world.charge(server, 'anna'), 'untrusted')
      assert.equal((await world.trustAll()).length, 1)
      assert.deepEqual(await world.trustAll(), [], 'the event is resolved once')
      for (const server of world.servers) assert.equal(await world.charge(server, 'anna'), 'charged')
      await world.check()
    }))
})

test('a server without its folder beside books with charges leaves a notice and charges', () =>
  play({}, async (world) => {
    const [server] = world.servers
    await world.charge(server!, 'anna')
    server!.kill()
    Object.assign(server!.folder, { mark: undefined, recent: [] })
    await server!.start()
    assert.equal(await world.charge(server!, 'anna'), 'charged')
    const notices = await world.edit((books) => readNotices(books))
    assert.deepEqual(
      notices.map(({ reason }) => reason),
      ['folder_lost'],
    )
  }))

test('a clock that leaps, or goes back to a month before the last one charged, leaves a notice and refuses nothing for long', () =>
  play({ allowance: 2 }, async (world) => {
    const [server] = world.servers
    // Beside a recent change of the account it would be read anew anyway.
    await world.sleep(20_000)
    world.clockErrorMs = 40 * 86_400_000
    await world.sleep(2_000)
    for (const outcome of ['charged', 'charged', 'monthly_limit'])
      assert.equal(await world.charge(server!, 'anna'), outcome)
    world.clockErrorMs = 0
    await world.sleep(3_000)
    assert.equal(await world.charge(server!, 'anna'), 'charged')
    const notices = await world.edit((books) => readNotices(books))
    assert(notices.some(({ detail }) => detail === 'the clock shows 2026-11, and 2026-12 was charged already'))
    assert.equal(notices.filter(({ detail }) => detail.includes('leapt by')).length, 2)
  }))
