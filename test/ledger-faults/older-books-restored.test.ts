import assert from 'node:assert/strict'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openBooksToRead } from '../../src/ledger/accounting.ts'
import { Ledger } from '../../src/ledger/ledger.ts'
import { openNotesDatabase } from '../../src/ledger/node/notes-database.ts'
import type { Note } from '../../src/ledger/node/ports.ts'
import { audit } from '../../src/ledger/testing/audit.ts'
import { trustInAllAt } from '../../src/ledger/testing/trust-in-all.ts'
import { InputError } from '../../src/stdx/input-error.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-put-back-'))
after(() => rmSync(dir, { recursive: true }))

const SUBJECT = { project: 'shop', credential: 'key-1', operation: 'suggestCompanies' }
const ACCOUNT = 'a'
const ALLOWANCE = 100_000
const EARLIER = 20
const LATER = 120

/** The data folder of a stopped server. */
const stopped = join(dir, 'stopped')
/** Its database before the last charges. */
const older = join(dir, 'older.db')
/** A copy made while the server ran: the log is not in the file yet. */
const running = join(dir, 'running')

before(async () => {
  await chargeIn(stopped, EARLIER)
  copyFileSync(join(stopped, 'ledger.db'), older)
  await chargeIn(stopped, LATER, () => cpSync(stopped, running, { recursive: true }))
})

test('a stopped server leaves its books complete in one file', () => {
  assert(!existsSync(join(stopped, 'ledger.db-wal')))
})

test('an older copy that is restored is detected and not charged, and the operator can trust it for good', async () => {
  const data = spoiled('older', (db) => copyFileSync(older, db))
  {
    await using ledger = await open(data)
    const { state, reasons } = await ledger.trustStatus()
    assert.equal(state, 'untrusted')
    assert.match(reasons[0]!.detail, /^books_behind: /)
    assert.equal(await buy(ledger), 'untrusted')
    assert.deepEqual(await ledger.usage(ACCOUNT), { outcome: 'untrusted' })
    const { resolved } = await ledger.trust(await trustInAllAt({ data }, 'the disk was lost'))
    assert.deepEqual(
      resolved.map(({ reason }) => reason),
      ['books_behind'],
    )
    assert.equal(await confirmed(ledger), EARLIER)
  }
  {
    await using ledger = await open(data)
    assert.equal(await buy(ledger), 'charged', 'a doubt that was resolved does not come back')
  }
  await using again = await open(data)
  assert.equal((await again.trustStatus()).state, 'live')
  assert.equal(await confirmed(again), EARLIER + 1)
})

test('a restart without a trust request leaves the books untrusted, even if the copy is restored twice', async () => {
  const data = spoiled('older-twice', (db) => copyFileSync(older, db))
  for (let times = 0; times < 2; times++) {
    await using ledger = await open(data)
    assert.equal((await ledger.trustStatus()).state, 'untrusted')
  }
  {
    await using ledger = await open(data)
    await ledger.trust(await trustInAllAt({ data }, 'the disk was lost'))
    for (let i = 0; i < 3; i++) assert.equal(await buy(ledger), 'charged')
  }
  copyFileSync(older, join(data, 'ledger.db'))
  await using ledger = await open(data)
  assert.equal(await buy(ledger), 'untrusted')
})

test('the right books are trusted at once when they replace wrong ones', async () => {
  const data = spoiled('right', (db) => copyFileSync(older, db))
  {
    await using ledger = await open(data)
    assert.equal(await buy(ledger), 'untrusted')
  }
  copyFileSync(join(stopped, 'ledger.db'), join(data, 'ledger.db'))
  await using ledger = await open(data)
  assert.equal(await buy(ledger), 'charged')
  assert.equal(await confirmed(ledger), EARLIER + LATER + 1)
})

test('notes of an incarnation that the books lack are kept until the right books return', async () => {
  const data = spoiled('intents', (db) => copyFileSync(older, db))
  const path = join(data, 'node', 'notes.db')
  const intent = { incarnation: 2, seq: LATER + 1, requestId: 'f'.repeat(32) }
  const noted = async (add: readonly Note[] = []) => {
    const notes = await openNotesDatabase(path)
    await notes.change({ add, forget: [] })
    await notes.close()
    return notes.found
  }
  await noted([intent])
  {
    await using ledger = await open(data)
    assert.equal(await buy(ledger), 'untrusted')
  }
  assert.deepEqual(await noted(), [intent])
  copyFileSync(join(stopped, 'ledger.db'), join(data, 'ledger.db'))
  {
    await using ledger = await open(data)
    assert.equal(await buy(ledger), 'charged')
  }
  assert.deepEqual(await noted(), [])
})

for (const { name, spoil } of [
  {
    name: 'the books of another server',
    spoil: async (db: string) => {
      const other = join(dir, 'other')
      await chargeIn(other, 1)
      copyFileSync(join(other, 'ledger.db'), db)
    },
  },
  { name: 'an empty file', spoil: (db: string) => writeFileSync(db, '') },
  { name: 'no file', spoil: (db: string) => rmSync(db) },
]) {
  test(`${name} in place of the books: foreign, and nothing is charged`, async () => {
    const data = spoiled(name, () => undefined)
    await spoil(join(data, 'ledger.db'))
    await using ledger = await open(data)
    assert.match((await ledger.trustStatus()).reasons[0]!.detail, /^foreign_books: /)
    assert.equal(await buy(ledger), 'untrusted')
  })
}

test('a complete copy of running books is trusted; one without the log is detected by its missing batches', async () => {
  const whole = spoiled('running', () => undefined, running)
  {
    await using ledger = await open(whole)
    assert.equal(await confirmed(ledger), EARLIER + LATER)
  }
  const data = spoiled('running-without-log', (db) => rmSync(`${db}-wal`), running)
  await using ledger = await open(data)
  assert.match((await ledger.trustStatus()).reasons[0]!.detail, /^(books_behind|foreign_books): /)
  assert.equal(await buy(ledger), 'untrusted')
})

test('truncated books do not open and the message says why; new books made from the rest are not charged', async () => {
  const size = statSync(join(stopped, 'ledger.db')).size
  for (const length of [1, 100, PAGE, 3 * PAGE, size / 2, size - PAGE]) {
    const data = spoiled(`cut-${length}`, (db) => truncateSync(db, length))
    assert.equal(await endOf(data), length === 1 ? 'untrusted' : 'does not open', `${length} of ${size} bytes`)
  }
})

test('a flipped byte prevents opening, stops charging, is found by the audit, or changes nothing', async () => {
  const pages = statSync(join(stopped, 'ledger.db')).size / PAGE
  const places = [16, 18, 20, 24, 28, 40, 56, 60, 92, 100, 103, 105, 108]
  for (let page = 1; page < pages; page += 3) {
    // The type of the page, the offset of its first cell, and two bytes among its newest and its oldest rows.
    places.push(page * PAGE + [0, 9, PAGE - 300, PAGE - 90][page % 4]!)
  }
  const seen = new Map<string, number>()
  for (const place of places) {
    const data = spoiled(`flipped-${place}`, (db) => {
      const bytes = readFileSync(db)
      bytes[place]! ^= 0x41
      writeFileSync(db, bytes)
    })
    const end = await endOf(data)
    seen.set(end, (seen.get(end) ?? 0) + 1)
    rmSync(data, { recursive: true })
  }
  for (const end of ['does not open', 'found by the audit', 'changes nothing'])
    assert(seen.has(end), `${end}: ${[...seen]}`)
})

const PAGE = 8192

/** Starts a server on these books and returns its state. Throws if it charges although lines are missing. */
async function endOf(data: string): Promise<string> {
  let ledger: Ledger
  try {
    ledger = await open(data)
  } catch (error) {
    assert(error instanceof InputError, `no sentence for the operator: ${error}`)
    return 'does not open'
  }
  try {
    if ((await ledger.trustStatus()).state === 'untrusted') return 'untrusted'
    const store = await openBooksToRead(data, undefined)
    try {
      const { differences, checked } = await store.snapshot(audit)
      if (differences.length !== 0) return 'found by the audit'
      assert.equal(checked.lines, EARLIER + LATER, 'no line is missing')
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return 'found by the audit'
    } finally {
      await store.close()
    }
    return 'changes nothing'
  } finally {
    await ledger.close()
  }
}

let requests = 0

async function buy(ledger: Ledger): Promise<string> {
  const requestId = `${++requests}`.padStart(32, '0')
  const outcome = await ledger.charge({ account: ACCOUNT, units: 1, subject: SUBJECT, requestId }).outcome
  return outcome.outcome === 'refused' ? outcome.reason : outcome.outcome
}

async function confirmed(ledger: Ledger): Promise<number> {
  const usage = await ledger.usage(ACCOUNT)
  assert(usage.outcome === 'usage')
  return usage.confirmedUnits
}

async function chargeIn(data: string, requests: number, whileOpen = (): void => undefined): Promise<void> {
  await using ledger = await open(data)
  await ledger.setAllowance(ACCOUNT, ALLOWANCE, 'operator')
  for (let i = 0; i < requests; i++) assert.equal(await buy(ledger), 'charged')
  whileOpen()
}

function open(data: string): Promise<Ledger> {
  return Ledger.open({ data, databaseUrl: undefined })
}

/** Copies the data folder and changes its database. */
function spoiled(name: string, spoil: (database: string) => void, from = stopped): string {
  const data = join(dir, `spoiled ${name}`)
  cpSync(from, data, { recursive: true })
  spoil(join(data, 'ledger.db'))
  return data
}
