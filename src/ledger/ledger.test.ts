import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { openDatabase } from '../storage/storage.ts'
import { startPostgres } from '../storage/testing/postgres.ts'
import { auditBooks } from './accounting.ts'
import type { Subject } from './books/rows.ts'
import { BOOKS_MIGRATIONS } from './books/sql-store.ts'
import { joinLedger, Ledger, portsOf, type Refusal, type Usage } from './ledger.ts'
import type { Charge } from './node/charge.ts'
import { trustInAllAt } from './testing/trust-in-all.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-ledger-'))
const postgres = await startPostgres()
after(async () => {
  await postgres[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})

let folders = 0
const newFolder = (): string => join(dir, `${++folders}`)
let requests = 0
const newRequest = (): string => (++requests).toString(16).padStart(32, '0')

/** More than can be charged until the next heartbeat. */
const MANY = 1_000_000

const WEB: Subject = { project: 'shop', credential: 'key-1', operation: 'suggestCompanies' }

function charge(ledger: Ledger, account: string, units: number): Charge {
  return ledger.charge({ account, units, subject: WEB, requestId: newRequest() })
}

async function refused(ledger: Ledger, account: string, units: number): Promise<Refusal> {
  const outcome = await charge(ledger, account, units).outcome
  assert(outcome.outcome === 'refused', `it was not refused: ${JSON.stringify(outcome)}`)
  return outcome
}

/** Changes of an account take effect soon, not at once. */
async function untilRefused(ledger: Ledger, account: string): Promise<Refusal> {
  for (;;) {
    const outcome = await charge(ledger, account, 1).outcome
    if (outcome.outcome === 'refused') return outcome
    await setImmediate()
  }
}

async function untilCharged(ledger: Ledger, account: string): Promise<void> {
  while ((await charge(ledger, account, 1).outcome).outcome === 'refused') await setImmediate()
}

async function buy(ledger: Ledger, account: string, units: number): Promise<void> {
  assert.equal((await charge(ledger, account, units).outcome).outcome, 'charged')
}

async function usageOf(ledger: Ledger, account: string): Promise<Usage> {
  const usage = await ledger.usage(account)
  assert(usage.outcome === 'usage', JSON.stringify(usage))
  assert.equal(
    usage.confirmedUnits + usage.reservedUnits + usage.recoveryHoldUnits + usage.unallocatedUnits,
    usage.allowanceUnits,
    'E1',
  )
  const split = usage.preparedAvailableUnits + usage.inFlightReservedUnits + usage.pendingSpentUnits
  assert.equal(split, usage.reservedUnits, 'E2')
  return usage
}

const DATABASES = [
  { name: 'SQLite', url: undefined },
  { name: 'PostgreSQL', url: postgres.url },
]

for (const { name, url } of DATABASES) {
  describe(`the ledger on ${name}`, () => {
    const open = (data = newFolder()): Promise<Ledger> => Ledger.open({ data, databaseUrl: url })
    const account = (word: string): string => `${word} on ${name}`

    test('a charge is confirmed, a withdrawn one costs nothing', async () => {
      const a = account('a')
      await using ledger = await open()
      await ledger.setAllowance(a, 1000, 'operator')
      await buy(ledger, a, 10)
      // Both are sent at the end of the turn, so the second is withdrawn before it is sent.
      const charges = [charge(ledger, a, 1), charge(ledger, a, 10)] as const
      charges[1].withdraw()
      assert.equal((await charges[0].outcome).outcome, 'charged')
      assert.deepEqual(await charges[1].outcome, { outcome: 'withdrawn' })
      const usage = await usageOf(ledger, a)
      // With shared books, confirmed units show when the books know them.
      assert.equal(usage.confirmedUnits + usage.pendingSpentUnits, 11)
      if (url === undefined) assert.equal(usage.confirmedUnits, 11)
      assert.equal(usage.inFlightReservedUnits, 0)
    })

    test('the last unit is charged, and then the month is refused', async () => {
      const a = account('b')
      await using ledger = await open()
      await ledger.setAllowance(a, 25, 'operator')
      await buy(ledger, a, 10)
      await buy(ledger, a, 10)
      assert.equal((await refused(ledger, a, 10)).reason, 'monthly_limit')
      for (let i = 0; i < 5; i++) await buy(ledger, a, 1)
      assert.equal((await refused(ledger, a, 1)).reason, 'monthly_limit')
      await ledger.setAllowance(a, 26, 'operator')
      await buy(ledger, a, 1)
      assert.equal((await refused(ledger, a, 1)).reason, 'monthly_limit')
    })

    test('32 concurrent calls of 10 units all succeed', async () => {
      const a = account('c')
      await using ledger = await open()
      await ledger.setAllowance(a, 320, 'operator')
      await Promise.all(Array.from({ length: 32 }, () => buy(ledger, a, 10)))
      assert.equal((await refused(ledger, a, 1)).reason, 'monthly_limit')
    })

    test('an unknown account and a suspended one are refused, each with its reason', async () => {
      const a = account('d')
      await using ledger = await open()
      assert.equal((await refused(ledger, 'unknown', 1)).reason, 'unknown_account')
      assert.deepEqual(await ledger.suspend('unknown'), { outcome: 'unknown_account' })
      await ledger.setAllowance(a, MANY, 'operator')
      await buy(ledger, a, 1)
      await ledger.suspend(a)
      const refusal = await untilRefused(ledger, a)
      assert.equal(refusal.reason, 'suspended')
      await ledger.resume(a)
      await untilCharged(ledger, a)
    })

    test('a restart keeps confirmed units, and units that were only prepared can be charged again', async () => {
      const a = account('e')
      const data = newFolder()
      {
        await using ledger = await open(data)
        await ledger.setAllowance(a, 100, 'operator')
        await buy(ledger, a, 10)
      }
      await using ledger = await open(data)
      const usage = await usageOf(ledger, a)
      assert.equal(usage.confirmedUnits, 10)
      for (let i = 0; i < 9; i++) await buy(ledger, a, 10)
      assert.equal((await refused(ledger, a, 1)).reason, 'monthly_limit')
    })

    test('a second server on the same folder refuses to start', async () => {
      const data = newFolder()
      await using _ledger = await open(data)
      await assert.rejects(open(data), /another|already|in use/i)
    })

    test('books in doubt are not charged until the operator trusts them again', async () => {
      const a = account('f')
      const data = newFolder()
      await using ledger = await open(data)
      await ledger.setAllowance(a, MANY, 'operator')
      await buy(ledger, a, 1)
      await ledger.distrust({ account: a, reason: 'audit', detail: 'for a test' })
      const refusal = await untilRefused(ledger, a)
      assert.equal(refusal.reason, 'untrusted')
      assert.deepEqual(await ledger.usage(a), { outcome: 'untrusted' })
      assert.deepEqual(ledger.listProblems(), [], 'the refusal of one account is no reason to send requests elsewhere')
      const { resolved } = await ledger.trust(await trustInAllAt({ data, databaseUrl: url }, 'it was a test'))
      assert.deepEqual(
        resolved.map(({ reason }) => reason),
        ['audit'],
      )
      await untilCharged(ledger, a)
    })

    test('the units of a thread that dies can be charged by other threads, to the last unit', async () => {
      const a = account('g')
      await using ledger = await open()
      await ledger.setAllowance(a, 100, 'operator')
      const invitation = ledger.invite()
      const thread = new Worker(new URL('./testing/charging-thread.ts', import.meta.url), {
        workerData: { invitation, account: a, charges: 7 },
        transferList: portsOf(invitation),
      })
      await new Promise((resolve) => thread.once('message', resolve))
      await thread.terminate()
      while ((await charge(ledger, a, 1).outcome).outcome === 'charged');
      const { confirmedUnits, pendingSpentUnits } = await usageOf(ledger, a)
      assert.equal(confirmedUnits + pendingSpentUnits, 100)
    })

    test('a charge that uses up the grant returns how much more there is, and 0 only if there is no more', async () => {
      const a = account('h')
      await using ledger = await open()
      await ledger.setAllowance(a, 250, 'operator')
      let left = 250
      for (let i = 0; i < 25; i++) {
        const outcome = await charge(ledger, a, 10).outcome
        assert(outcome.outcome === 'charged')
        left -= 10
        assert(outcome.availableUnits <= left)
        assert.equal(outcome.availableUnits === 0, left === 0, `${outcome.availableUnits} of ${left}`)
      }
    })

    test('an account whose month is used up is known to be refused, until its allowance is raised', async () => {
      const a = account('i')
      await using ledger = await open()
      await ledger.setAllowance(a, 5, 'operator')
      await refused(ledger, a, 10)
      assert.equal(ledger.knownRefusal(a, 10)?.reason, 'monthly_limit')
      assert.equal(ledger.knownRefusal(a, 6)?.reason, 'monthly_limit')
      assert.equal(ledger.knownRefusal(a, 5), undefined)
      await ledger.setAllowance(a, 20, 'operator')
      assert.equal(ledger.knownRefusal(a, 10), undefined)
      await buy(ledger, a, 10)
    })
  })
}

/** Checks the thread that joined, not only the one that opened. */
async function untilNodes(ledgers: readonly Ledger[], nodes: number): Promise<void> {
  for (const ledger of ledgers) {
    const { client, leave } = joinLedger(ledger.invite())
    while (ledger.nodes !== nodes || client.nodes !== nodes) await setImmediate()
    leave()
  }
}

test('nodes on one PostgreSQL know how many of them are alive, as they come and go; a node on SQLite is alone', async () => {
  const open = () => Ledger.open({ data: newFolder(), databaseUrl: postgres.url })
  {
    await using first = await open()
    await untilNodes([first], 1)
    {
      await using second = await open()
      await using third = await open()
      await untilNodes([first, second, third], 3)
    }
    await untilNodes([first], 1)
    // The node is lost: its lease ends soon, without a message.
    await using books = await openDatabase({ url: postgres.url, migrations: BOOKS_MIGRATIONS, connections: 1 })
    await books.run(
      `insert into incarnation (incarnation, node, started_at_ms, lease_until_ms, state, swept)
       values (1000000, 'lost', 0, extract(epoch from now()) * 1000 + 600, 'live', 0)`,
    )
    await untilNodes([first], 2)
    await untilNodes([first], 1)
  }
  const data = newFolder()
  for (let start = 0; start < 2; start++) {
    await using alone = await Ledger.open({ data, databaseUrl: undefined })
    assert.equal(alone.nodes, 1)
  }
})

test('an audit finds nothing in charged books, and stops charging an account whose rows disagree', async () => {
  const data = newFolder()
  {
    await using ledger = await Ledger.open({ data, databaseUrl: undefined })
    for (const account of ['right', 'wrong']) {
      // More than is charged until the audit ends.
      await ledger.setAllowance(account, 1_000_000_000, 'operator')
      await buy(ledger, account, 10)
    }
    const { failed, checked } = await auditBooks({ data, databaseUrl: undefined }, 'full')
    assert.deepEqual({ failed, lines: checked.lines }, { failed: [], lines: 2 })
  }
  const books = await openDatabase({ path: join(data, 'ledger.db'), migrations: BOOKS_MIGRATIONS, mode: 'write' })
  await books.run("update account_period set confirmed = confirmed + 1 where account = 'wrong'")
  await books.close()

  const warnings: string[] = []
  const warn = (text: string): void => void warnings.push(text)
  await using ledger = await Ledger.open({ data, databaseUrl: undefined, audits: 'hourly', warn })
  const refusal = await untilRefused(ledger, 'wrong')
  assert.equal(refusal.reason, 'untrusted')
  assert(
    warnings.some((text) => /^audit: wrong: .*E4/.test(text)),
    warnings.join(),
  )
  await buy(ledger, 'right', 10)
})

test('a missing database is reported with a message', async () => {
  const databaseUrl = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(newFolder())}`
  await assert.rejects(Ledger.open({ data: newFolder(), databaseUrl }), /^InputError|The books cannot be opened/)
})

test('the log has one line when all requests are refused, also at a start, and one when they are served again', async () => {
  const place = { data: join(dir, 'trust-in-log'), databaseUrl: undefined }
  const lines: string[] = []
  const options = { ...place, warn: (text: string): void => void lines.push(text) }
  const REFUSED = 'all requests are refused: the books are not trusted: books, example: looked at by a test'
  const until = async (count: number): Promise<void> => {
    while (lines.length < count) await setImmediate()
  }
  {
    await using ledger = await Ledger.open(options)
    await ledger.distrust({ account: 'anna', reason: 'example', detail: 'of one account' })
    await ledger.distrust({ account: null, reason: 'example', detail: 'looked at by a test' })
    await until(1)
  }
  await using ledger = await Ledger.open(options)
  await until(2)
  await ledger.trust(await trustInAllAt(place, 'looked'))
  await until(3)
  assert.deepEqual(lines, [REFUSED, REFUSED, 'the books are trusted again'])
})
