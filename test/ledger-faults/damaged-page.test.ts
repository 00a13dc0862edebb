import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openBooksToRead } from '../../src/ledger/accounting.ts'
import type { BooksStore } from '../../src/ledger/books/store.ts'
import { isUnresolved } from '../../src/ledger/books/unresolved-doubts.ts'
import { Ledger } from '../../src/ledger/ledger.ts'
import { DatabaseError } from '../../src/storage/storage.ts'
import { SharedNodes } from './shared-nodes.ts'

const SUBJECT = { project: 'p', credential: 'c', operation: 'o' }
const PAGE = 8192
const ACCOUNTS = 2_000
const MALFORMED = 'database disk image is malformed'
const DAMAGED = `damaged: the database cannot read it: ${MALFORMED}`
/** Longer than the interval of heartbeats. */
const HEARD_MS = 1_500

test('accounts on a page that SQLite cannot read are in doubt, and all others are charged', async () => {
  const data = mkdtempSync(join(tmpdir(), 'regista-damaged-page-'))
  try {
    await (await Ledger.open({ data, databaseUrl: undefined })).close()
    openAccounts(join(data, 'ledger.db'))
    damagePageOf(join(data, 'ledger.db'), 'account 1500')
    const warnings: string[] = []
    {
      await using ledger = await Ledger.open({ data, databaseUrl: undefined, warn: (text) => warnings.push(text) })
      assert.equal(await charge(ledger, 'account 1500'), 'untrusted')
      assert.equal(await charge(ledger, 'account 0001'), 'charged')
    }
    assert(warnings.includes(`damaged, not_done: ${MALFORMED}`), `${warnings}`)
    const store = await openBooksToRead(data, undefined)
    assert.deepEqual(await standingDoubts(store), [`account 1500: ${DAMAGED}`])
    await store.close()
  } finally {
    rmSync(data, { recursive: true })
  }
})

test('a damaged page of no account puts all accounts in doubt until the operator resolves it', async () => {
  const nodes = new SharedNodes()
  const pages = damageable(nodes.store)
  await nodes.allow({ x: 10, y: 10 })
  const node = await nodes.start({ node: 'A', shape: 'sole', through: () => pages })
  const { trust } = await node.started
  assert.equal(await nodes.charge(node, 'x'), 'charged')
  pages.damaged = 'journal'
  assert.equal(await nodes.charge(node, 'x'), 'untrusted')
  assert.deepEqual(trust.status().reasons, [{ reason: 'books', detail: DAMAGED }])
  assert.deepEqual(await standingDoubts(nodes.store), [`null: ${DAMAGED}`])
  pages.damaged = undefined
  await nodes.time.pass(HEARD_MS)
  assert.equal(await nodes.charge(node, 'y'), 'untrusted', 'what was damaged may be so in other places')
  await nodes.trust(node, 'restored')
  assert.equal(await nodes.charge(node, 'x'), 'charged')
})

test('books in which no doubt can be written are in doubt too', async () => {
  const nodes = new SharedNodes()
  const pages = damageable(nodes.store)
  await nodes.allow({ x: 10, y: 10 })
  const node = await nodes.start({ node: 'A', shape: 'sole', through: () => pages })
  const { trust } = await node.started
  pages.damaged = 'everything'
  assert.equal(await nodes.charge(node, 'x'), 'untrusted')
  assert.deepEqual(trust.status().reasons, [{ reason: 'books', detail: DAMAGED }])
  pages.damaged = undefined
  await nodes.time.pass(HEARD_MS)
  assert.equal(await nodes.charge(node, 'x'), 'untrusted')
  assert.deepEqual((await standingDoubts(nodes.store)).at(-1), `null: ${DAMAGED}`)
})

test('a heartbeat that reads a damaged page raises a doubt before any request is charged', async () => {
  const nodes = new SharedNodes()
  const pages = damageable(nodes.store)
  const node = await nodes.start({ node: 'A', shape: 'sole', through: () => pages })
  pages.damaged = 'everything'
  await nodes.time.pass(HEARD_MS)
  assert.deepEqual((await node.started).trust.status().reasons, [{ reason: 'books', detail: DAMAGED }])
})

async function charge(ledger: Ledger, account: string): Promise<string> {
  const requestId = account.replace(/\D/g, '').padStart(32, '0')
  const outcome = await ledger.charge({ account, units: 1, subject: SUBJECT, requestId }).outcome
  return outcome.outcome === 'refused' ? outcome.reason : outcome.outcome
}

async function standingDoubts(store: BooksStore): Promise<string[]> {
  const doubts = await store.snapshot((rows) => rows.doubts())
  return doubts.filter(isUnresolved).map(({ account, reason, detail }) => `${account}: ${reason}: ${detail}`)
}

function openAccounts(path: string): void {
  const database = new DatabaseSync(path)
  const name = `'account ' || substr('000' || value, -4)`
  const numbers = `(with recursive n (value) as (select 1 union all select value + 1 from n where value < ${ACCOUNTS}) select value from n)`
  database.exec(`
    insert into account (account, allowance, state) select ${name}, 100, 'active' from ${numbers};
    insert into allowance_change (account, at_ms, units_from, units_to, who) select ${name}, 0, null, 100, 'operator' from ${numbers}`)
  database.close()
}

/**
 * The first page with the name is a leaf of the accounts, which were inserted first. It gets a page type that SQLite
 * does not know.
 */
function damagePageOf(path: string, account: string): void {
  const page = Math.floor(readFileSync(path).indexOf(account) / PAGE)
  const file = openSync(path, 'r+')
  writeSync(file, Uint8Array.of(0x99), 0, 1, page * PAGE)
  closeSync(file)
}

/** Books in which some pages cannot be read while a test says so. */
function damageable(store: BooksStore): BooksStore & { damaged: 'journal' | 'everything' | undefined } {
  const unless = async <T>(isDamaged: boolean, work: () => Promise<T>): Promise<T> => {
    if (isDamaged) throw new DatabaseError(MALFORMED, { outcome: 'not_done', reason: 'damaged' })
    return await work()
  }
  const isLost = (): boolean => books.damaged === 'everything'
  const books: BooksStore & { damaged: 'journal' | 'everything' | undefined } = {
    damaged: undefined,
    post: (batch, uses) => unless(books.damaged !== undefined, () => store.post(batch, uses)),
    transaction: (work) => unless(isLost(), () => store.transaction(work)),
    snapshot: (work) => unless(isLost(), () => store.snapshot(work)),
    read: (work) => unless(isLost(), () => store.read(work)),
    close: () => store.close(),
  }
  return books
}
