import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { sign } from '../../stdx/post-signed.ts'
import type { Books } from '../tables/books.ts'
import { readMonth } from '../tables/months.ts'
import { BOOKS_KINDS, openAccount, openTestBooks } from '../testing/test-books.ts'
import { countAccounts, lookAtMonth, sendWarnings, storeWarnings } from './warn-of-months.ts'

const SECRET = 's'.repeat(32)

async function use(books: Books, account: string, spent: number, credited = 0): Promise<void> {
  const { period } = (await readMonth(books, await books.nowMs()))!
  const sql = `insert into account_month (period, account, spent, allowance, credited) values ($1, $2, $3, 0, $4)
               on conflict (period, account) do update set spent = excluded.spent, credited = excluded.credited`
  await books.run(sql, period, account, spent, credited)
}

/** What a look warns of, as `account percent units`. */
async function look(books: Books): Promise<string[]> {
  const reached = await lookAtMonth(books)
  return (await storeWarnings(books, reached)).map(({ account, percent, units }) => `${account} ${percent} ${units}`)
}

for (const kind of BOOKS_KINDS) {
  test(`each share of an allowance is warned of once, by one of two servers, on ${kind}`, async () => {
    await using opened = await openTestBooks(kind)
    const { books } = opened
    await openAccount(books, 'anna', 1_000)
    await openAccount(books, 'berta', 0)
    await openAccount(books, 'cyril', 1_000_000_000_000)
    const steps: readonly (readonly [what: string, spent: number, credited: number, expected: readonly string[]])[] = [
      ['less than half', 499, 0, []],
      ['half', 500, 0, ['anna 50 500']],
      ['the same again', 799, 0, []],
      ['all at once, so 80 % is no news', 1_000, 0, ['anna 100 1000']],
      ['a credit takes it below', 1_000, 300, []],
      ['and it is used up again', 1_300, 300, []],
    ]
    for (const [what, spent, credited, expected] of steps) {
      await use(books, 'anna', spent, credited)
      const seen = await lookAtMonth(books)
      assert.deepEqual(await look(books), expected, what)
      // Another server has read the same before.
      assert.deepEqual(await storeWarnings(await opened.open(), seen), [], what)
    }
    await use(books, 'cyril', 800_000_000_000)
    assert.deepEqual(await look(books), ['cyril 80 800000000000'])
    await openAccount(books, 'anna', 2_000)
    assert.deepEqual(await look(books), ['anna 50 1300'], 'half of a new allowance is news')
    assert.deepEqual(countAccounts(await lookAtMonth(books)), { 50: 1, 80: 1, 100: 0 })
  })

  test(`a warning is sent until its receiver has it, with a signature, and then never again, on ${kind}`, async () => {
    await using opened = await openTestBooks(kind)
    const { books } = opened
    const statuses = [500, 302, 204]
    const got: { readonly body: string; readonly signature: string }[] = []
    const receiver = createServer(async (request, response) => {
      got.push({ body: await text(request), signature: String(request.headers['regista-signature']) })
      response.writeHead(statuses.shift() ?? 204, { location: '/elsewhere' }).end()
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const target = { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, secret: SECRET }
    await openAccount(books, 'anna', 10)
    await use(books, 'anna', 8)
    await look(books)
    await assert.rejects(sendWarnings(books, target), /status 500/)
    await assert.rejects(sendWarnings(books, target), /status 302/)
    for (let i = 0; i < 2; i++) await sendWarnings(books, target)
    await use(books, 'anna', 10)
    await look(books)
    receiver.close()
    receiver.closeAllConnections()
    await once(receiver, 'close')
    await assert.rejects(sendWarnings(books, target), /fetch failed/)
    const { period } = (await readMonth(books, await books.nowMs()))!
    const sent = got.map(({ body }) => JSON.parse(body).warnings.map(({ id }: { readonly id: string }) => id))
    assert.deepEqual(sent, Array(3).fill([`${period}/anna/10/80`]))
    for (const { body, signature } of got)
      assert.equal(signature, sign(SECRET, body, 1000 * Number(/^t=(\d+),/.exec(signature)![1])))
  })
}
