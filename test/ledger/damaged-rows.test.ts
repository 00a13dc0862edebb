import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOpenDoubts } from '../../src/ledger/tables/doubts.ts'
import { play } from './play.ts'

test('a damaged row stops its account alone, and the books as a whole raise no doubt', () =>
  play({}, async (world) => {
    const [server] = world.servers
    for (const account of ['anna', 'berta']) await world.charge(server!, account)
    const raise = "begin select raise(abort, 'damaged on purpose'); end"
    await world.edit((books) =>
      books.run(`create trigger one before update on account_month when new.account = 'anna' ${raise}`),
    )
    const outcomes = await Promise.all(
      ['anna', 'berta', 'anna', 'berta'].map((account) => world.charge(server!, account)),
    )
    assert.deepEqual(outcomes, ['untrusted', 'charged', 'untrusted', 'charged'])
    const doubts = await world.edit((books) => readOpenDoubts(books))
    assert.deepEqual(
      doubts.map(({ account, reason }) => [account, reason]),
      [['anna', 'damaged']],
    )
    await world.edit((books) => books.run('drop trigger one'))
    await world.trustAll()
    assert.equal(await world.charge(server!, 'anna'), 'charged')
    // The whole journal is refused: it is not the accounts.
    await world.edit((books) => books.run(`create trigger all_of_it before insert on batch ${raise}`))
    assert.equal(await world.charge(server!, 'berta'), 'unavailable')
    await world.until('the server is not ready', () => server!.trust?.state === 'untrusted')
    assert.deepEqual(await world.edit((books) => readOpenDoubts(books)), [])
    await world.edit((books) => books.run('drop trigger all_of_it'))
    await world.until('the server recovers', () => server!.trust?.state === 'live')
    assert.equal(await world.charge(server!, 'berta'), 'charged')
  }))

test('if the books refuse account after account, one doubt about all stops the servers', () =>
  play({}, async (world) => {
    const [server] = world.servers
    const accounts = ['anna', 'berta', 'cyril', 'dana', 'emil', 'frida']
    for (const account of accounts.slice(2)) await world.openAccount(account, 1_000)
    for (const account of accounts) await world.charge(server!, account)
    await world.edit((books) =>
      books.run(`create trigger each_row before update on account_month
                 begin select raise(abort, 'damaged on purpose'); end`),
    )
    for (const account of accounts) assert.equal(await world.charge(server!, account), 'untrusted')
    const doubts = await world.edit((books) => readOpenDoubts(books))
    assert.deepEqual(
      doubts.map(({ account }) => account),
      ['anna', 'berta', 'cyril', null],
    )
    assert.equal(server!.trust?.state, 'untrusted', 'it is not ready')
    await world.edit((books) => books.run('drop trigger each_row'))
    await world.trustAll()
    for (const account of accounts) assert.equal(await world.charge(server!, account), 'charged')
    // One account alone never counts as several.
    await world.edit((books) =>
      books.run(`create trigger one before update on account_month when new.account = 'anna'
                 begin select raise(abort, 'damaged on purpose'); end`),
    )
    for (let times = 0; times < 5; times++) {
      assert.equal(await world.charge(server!, 'anna'), 'untrusted')
      assert.equal((await world.trustAll()).length, 1)
    }
    assert.equal(await world.charge(server!, 'berta'), 'charged')
    await world.edit((books) => books.run('drop trigger one'))
    await world.check()
  }))
