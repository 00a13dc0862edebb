import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AccountDifference, enforceAccounts, findDifferences, formatDifferences } from './account-differences.ts'
import { setAllowance, setState } from './tables/accounts.ts'
import { BOOKS_KINDS, openTestBooks } from './testing/test-books.ts'

const active = (account: string, allowance: number) => ({ account, allowance, state: 'active' }) as const
const suspended = (account: string, allowance: number) => ({ account, allowance, state: 'suspended' }) as const

for (const kind of BOOKS_KINDS) {
  test(`only accounts that are missing or differ are written, and each change is noted, on ${kind}`, async () => {
    await using all = await openTestBooks(kind)
    const { books } = all
    for (const account of ['as wanted', 'units', 'state', 'both', 'not asked'])
      await setAllowance(books, { account, units: 5, who: 'operator', why: '' })
    for (const account of ['both', 'not asked'])
      await setState(books, { account, state: 'suspended', who: 'operator', why: '' })
    const before = await books.query('select max(id) from account_change')
    const wanted = [
      ...[active('as wanted', 5), active('units', 7), suspended('state', 5), active('both', 1)],
      ...[suspended('missing', 3), active('new', 4)],
    ]
    const expected = [
      { ...active('both', 1), found: { state: 'suspended', allowance: 5 } },
      { ...suspended('missing', 3), found: undefined },
      { ...active('new', 4), found: undefined },
      { ...suspended('state', 5), found: { state: 'active', allowance: 5 } },
      { ...active('units', 7), found: { state: 'active', allowance: 5 } },
    ]
    assert.deepEqual(await findDifferences(books, wanted), expected)
    assert.deepEqual(await books.transaction((rows) => enforceAccounts(rows, wanted)), expected)
    assert.deepEqual(await findDifferences(books, wanted), [])
    assert.deepEqual(await books.transaction((rows) => enforceAccounts(rows, wanted)), [])
    assert.deepEqual(await findDifferences(books, []), [])
    const [untouched] = await books.query(`select allowance, state from account where account = 'not asked'`)
    assert.deepEqual(untouched, [5, 'suspended'])
    const changes = await books.query(
      'select who, account, why, allowance, state from account_change where $1 < id order by account, id',
      before[0]![0]!,
    )
    assert.deepEqual(
      changes.map((values) => values.join(' ')),
      [
        'comparison both has 5 units and is suspended 1 ',
        'comparison both has 5 units and is suspended  active',
        'comparison missing is missing 3 ',
        'comparison missing is missing  suspended',
        'comparison new is missing 4 ',
        'comparison state has 5 units and is active  suspended',
        'comparison units has 5 units and is active 7 ',
      ],
    )
  })
}

test('a sentence about differences has both values, and names ten accounts at most', () => {
  const one: AccountDifference = { ...suspended('acc_1', 1), found: { state: 'active', allowance: 100_000 } }
  const text = 'acc_1 has 100 000 units and is active, and should have 1 unit and be suspended'
  assert.equal(formatDifferences([one]), text)
  const missing = 'acc_1 is missing, and should have 1 unit and be suspended'
  assert.equal(formatDifferences([{ ...one, found: undefined }]), missing)
  assert.equal(formatDifferences(Array(12).fill(one)), [...Array(10).fill(text), 'and 2 more accounts'].join('; '))
})
