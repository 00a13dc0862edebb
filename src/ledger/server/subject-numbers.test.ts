import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertIncarnation } from '../tables/incarnations.ts'
import { BOOKS_KINDS, openTestBooks } from '../testing/test-books.ts'
import { ChargeTickets } from './charge-tickets.ts'
import { Connection } from './connection.ts'
import { PendingCharge } from './pending-charge.ts'
import { SubjectNumbers } from './subject-numbers.ts'

const INCARNATION = 7
const timers = { after: () => () => undefined, endOfTurn: setImmediate }
const count = () => undefined
const incarnation = () => INCARNATION

function charge(account: string, connection: Connection): PendingCharge {
  const payer = { account, subject: { project: 'p', credential: 'k', operation: 'o' }, number: 0 }
  return new PendingCharge({ connection, ticket: 0, requestId: '1'.padStart(32, '0'), units: 1, payer })
}

test('a withdrawn charge is released and never charged, even if its client uses the ticket again at once', async () => {
  await using opened = await openTestBooks('sqlite')
  const { books } = opened
  const tickets = ChargeTickets.create(1)
  tickets.begin(0, { accountKey: 1, units: 1 })
  tickets.withdraw(0)
  const released = Promise.withResolvers<void>()
  const connection = new Connection(tickets, () => {
    tickets.free(0)
    tickets.begin(0, { accountKey: 2, units: 5 })
    released.resolve()
  })
  const numbered: PendingCharge[] = []
  const ports = { books, timers, count, incarnation, behind: assert.fail, fault: assert.fail }
  const subjects = new SubjectNumbers(ports, (one) => void numbered.push(one))
  subjects.number(charge('anna', connection))
  await released.promise
  await new Promise(setImmediate)
  assert.deepEqual(numbered, [])
})

for (const kind of BOOKS_KINDS)
  test(`older books give no number that this incarnation uses to another subject, on ${kind}`, async () => {
    await using opened = await openTestBooks(kind)
    const { books } = opened
    await books.transaction((rows) => insertIncarnation(rows, INCARNATION, 'here'))
    const tickets = ChargeTickets.create(1)
    tickets.begin(0, { accountKey: 1, units: 1 })
    const connection = new Connection(tickets, () => undefined)
    const happened: string[] = []
    let next = Promise.withResolvers<void>()
    const note = (what: string): void => {
      happened.push(what)
      next.resolve()
      next = Promise.withResolvers()
    }
    const ports = { books, timers, count, incarnation, behind: () => note('behind'), fault: assert.fail }
    const subjects = new SubjectNumbers(ports, ({ account, subject }) => note(`${account} ${subject}`))
    const number = async (account: string): Promise<void> => {
      const { promise } = next
      subjects.number(charge(account, connection))
      await promise
    }
    await number('anna')
    await books.transaction(async (rows) => {
      await rows.run('delete from subject')
      await rows.run('update incarnation set subjects = 0')
    })
    await number('berta')
    assert.deepEqual(happened, ['anna 1', 'behind'])
  })
