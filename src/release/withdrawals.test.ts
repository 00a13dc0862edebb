import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { exampleCompany, importExample } from '../catalog/testing/sets.ts'
import { deriveRecordId } from '../records/record-id.ts'
import { InputError } from '../stdx/input-error.ts'
import { openSqlite } from '../storage/storage.ts'
import { Release, ReleaseFolder } from './release.ts'
import { House } from './testing/house.ts'
import { WithdrawnRecords } from './withdrawals.ts'

const ICO = '00000001'
const person = exampleCompany({ ico: ICO, name: 'Ján Vzorový', naturalPerson: true, size: '110' })

async function publishTwice() {
  const house = new House()
  const rows = new Map([
    [1, person],
    [2, exampleCompany({ ico: ICO, name: 'Druhý, s.r.o.' })],
    [3, exampleCompany({ ico: '00000003', name: 'Tretí, s.r.o.' })],
  ])
  importExample(house.catalog, { rows })
  const { id: before } = await house.publish()
  const folder = new ReleaseFolder(join(house.dir, 'releases'))
  const target = house.catalog.find({ country: 'sk', ico: ICO }).find(({ key }) => key === 1)!
  house.catalog.withdraw(target, 'asked for')
  house.nowMs += 60_000
  const { id: after } = await house.publish()
  return { folder, before, after }
}

describe('withdrawn records', () => {
  test('are hidden in an older release as in one that was built after the withdrawal', async () => {
    const { folder, before, after } = await publishTwice()
    const withdrawn = new WithdrawnRecords(folder.withdrawals())
    assert.equal(withdrawn.has('sk', 'company', '1'), true)
    using older = Release.open(folder.path(before), withdrawn)
    using newer = Release.open(folder.path(after))
    for (const ico of [ICO, '00000003']) assert.deepEqual(older.company('sk', ico), newer.company('sk', ico))
    const id = deriveRecordId('sk', 'company', '1')
    assert.deepEqual(older.companyById(id), newer.companyById(id))
    assert.equal(older.companyById(id)!.company.name, ICO)
    // The list changes while the release is open.
    withdrawn.replace([])
    assert.equal(older.companyById(id)!.company.name, 'Ján Vzorový')
    assert.equal(older.company('sk', ICO).outcome, 'ambiguous')
  })

  test('stay in the list until they are restored, even if the catalog no longer has them', async () => {
    const { folder } = await publishTwice()
    const other = { country: 'cz', kind: 'address', sourceKey: '77', withdrawnAt: '2026-06-07T00:00:00.000Z' } as const
    folder.addWithdrawals([other])
    folder.addWithdrawals([])
    assert.deepEqual(
      folder.withdrawals().map(({ sourceKey }) => sourceKey),
      ['77', '1'],
    )
    assert.equal(folder.removeWithdrawals([other]), true)
    assert.equal(folder.removeWithdrawals([other]), false)
    assert.equal(folder.withdrawals().length, 1)
  })

  test('are listed while the catalog is locked, so no other command overwrites the list', async () => {
    const house = new House()
    importExample(house.catalog, { rows: { 1: person } })
    await house.publish()
    const target = house.catalog.find({ country: 'sk', ico: ICO })[0]!
    const requireLocked = (): void => {
      using other = openSqlite(join(house.dir, 'catalog.db'), { use: 'owned' })
      assert.throws(() => other.exec('pragma busy_timeout = 0; begin immediate'), /locked/)
    }
    const changes: string[] = []
    house.catalog.withdraw(target, 'asked for', (all) => {
      requireLocked()
      house.folder.addWithdrawals(all)
      changes.push(`${all.length} withdrawn`)
    })
    const unlist = (): void => {
      requireLocked()
      changes.push(`unlisted: ${house.folder.removeWithdrawals([{ country: 'sk', kind: 'company', sourceKey: '1' }])}`)
    }
    assert.deepEqual([house.catalog.restore(target, unlist), house.catalog.restore(target, unlist)], [true, true])
    assert.deepEqual(changes, ['1 withdrawn', 'unlisted: true', 'unlisted: false'])
  })

  test('stay as they were in the catalog if the list cannot be changed', () => {
    const house = new House()
    importExample(house.catalog, { rows: { 1: person } })
    const target = house.catalog.find({ country: 'sk', ico: ICO })[0]!
    const fail = (): never => {
      throw new InputError('the list is damaged')
    }
    assert.throws(() => house.catalog.withdraw(target, 'asked for', fail), /the list is damaged/)
    assert.deepEqual(house.catalog.withdrawals(), [])
    house.catalog.withdraw(target, 'asked for')
    assert.throws(() => house.catalog.restore(target, fail), /the list is damaged/)
    assert.equal(house.catalog.withdrawals().length, 1)
  })

  test('are never lost by a damaged list: it is refused', () => {
    const folder = new ReleaseFolder(new House().dir)
    for (const text of [
      '',
      '{}',
      '[]',
      'null',
      '{"format":2,"records":[]}',
      '{"format":1,"records":[{"country":"sk"}]}',
    ]) {
      writeFileSync(join(folder.dir, 'withdrawn.json'), text)
      assert.throws(() => folder.withdrawals(), InputError, text)
    }
  })
})
