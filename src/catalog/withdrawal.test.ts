import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Dataset } from '../records/dataset.ts'
import { deriveRecordId } from '../records/record-id.ts'
import { parseSourceKey } from '../records/source-key.ts'
import type { Catalog } from './catalog.ts'
import { openTestCatalog, readRecords } from './testing/open-test-catalog.ts'
import { EXAMPLE_COMPANIES, exampleAddress, exampleCompany, importExample, importWhole } from './testing/sets.ts'

const a = exampleCompany({ ico: '00000001', name: 'Alfa' })

type Target = ReturnType<Catalog['find']>[number]

const inWords = (targets: readonly Target[]) =>
  targets.map((one) => `${one.name} ${one.withdrawn ? 'withdrawn' : 'shown'}`)

/** Withdraws the person below. Returns it as it stood before. */
function withdrawPerson(catalog: Catalog): Target {
  const [target] = catalog.find({ country: 'sk', ico: '00000009' })
  catalog.withdraw(target!, 'asked for')
  return target!
}

describe('a withdrawn record', () => {
  const person = exampleCompany({ ico: '00000009', name: 'Ján Vymyslený', naturalPerson: true, otherNames: ['Ján V.'] })

  test('keeps only its identity through every import, until the first import after its restoration', () => {
    const { catalog } = openTestCatalog()
    const rows = new Map([
      [1, a],
      [9, person],
    ])
    importExample(catalog, { rows })
    const target = withdrawPerson(catalog)
    const reduced = readRecords(catalog).get(9)!
    assert.deepEqual([reduced.withdrawn, reduced.company.name, reduced.company.otherNames], [true, '00000009', []])
    assert.deepEqual([reduced.company.seat.municipality, reduced.company.establishedOn], [null, null])
    importExample(catalog, { rows: { 1: a, 9: { ...person, name: 'Ján Iný' } }, observedOn: '2026-07-04' })
    assert.deepEqual(readRecords(catalog).get(9), reduced)
    assert.equal(catalog.restore(target), true)
    assert.deepEqual(readRecords(catalog).get(9), reduced)
    importExample(catalog, { rows: { 1: a, 9: { ...person, name: 'Ján Iný' } }, observedOn: '2026-07-04' })
    assert.deepEqual(readRecords(catalog).get(9)?.company, { ...person, name: 'Ján Iný' })
    assert.equal(readRecords(catalog).get(9)?.withdrawn, false)
  })

  test('of a natural person loses its earlier versions too', () => {
    const { catalog, path } = openTestCatalog()
    importExample(catalog, { rows: { 9: person } })
    importExample(catalog, { rows: { 9: { ...person, name: 'Ján Nový' } }, observedOn: '2026-07-04' })
    const [target] = catalog.find({ id: catalog.find({ country: 'sk', ico: '00000009' })[0]!.id })
    catalog.withdraw(target!, 'asked for')
    catalog.close()
    assert.equal(readFileSync(path).includes('Vymyslený'), false, 'nothing of the name is left in the file')
  })

  test('stays withdrawn when another dataset brings it, and comes back in both', () => {
    const { catalog } = openTestCatalog()
    const other = { ...EXAMPLE_COMPANIES, name: 'sk-other', registry: 'sk-other' }
    importExample(catalog, { rows: { 9: person } })
    for (const target of catalog.find({ country: 'sk', ico: '00000009' })) catalog.withdraw(target, 'asked for')
    importExample(catalog, { dataset: other, rows: { 9: person } })
    const targets = catalog.find({ id: catalog.find({ country: 'sk', ico: '00000009' })[0]!.id })
    assert.deepEqual(inWords(targets), ['00000009 withdrawn', '00000009 withdrawn'])
    for (const target of targets) assert.equal(catalog.restore(target), true)
    for (const dataset of [EXAMPLE_COMPANIES, other]) importExample(catalog, { dataset, rows: { 9: person } })
    const shown = inWords(catalog.find({ country: 'sk', ico: '00000009' }))
    assert.deepEqual(shown, [`${person.name} shown`, `${person.name} shown`])
  })

  for (const published of ['851916A', '7101062870', '8519160', '07101062870', '7']) {
    test(`with the key ${published} stays withdrawn when another dataset brings it`, () => {
      const { catalog } = openTestCatalog()
      const points: Dataset = { ...EXAMPLE_COMPANIES, name: 'points', kind: 'address', keyForm: 'check-character' }
      const rows = new Map([[parseSourceKey(published, 'check-character')!, exampleAddress()]])
      importExample(catalog, { dataset: points, rows })
      const id = deriveRecordId('sk', 'address', published)
      for (const target of catalog.find({ id })) catalog.withdraw(target, 'asked for')
      importExample(catalog, { dataset: { ...points, name: 'other-points' }, rows })
      assert.deepEqual(inWords(catalog.find({ id })), [`${published} withdrawn`, `${published} withdrawn`])
    })
  }

  test('restored waits for the version it was withdrawn in: the same daily returns it, an older init does not', () => {
    const { catalog } = openTestCatalog()
    const init = { rows: { 1: a, 9: person }, observedOn: '2026-06-06' }
    const renamed = { ...person, name: 'Ján Premenovaný' }
    const daily = { coverage: 'changes' as const, observedOn: '2026-06-07', rows: { 9: renamed } }
    importExample(catalog, init)
    importExample(catalog, daily)
    const target = withdrawPerson(catalog)
    assert.equal(target.observedOn, '2026-06-07')
    catalog.restore(target)
    const older = importWhole(catalog, init)
    assert.deepEqual([older.counts.keptNewer, older.counts.changed], [1, 0])
    assert.equal(readRecords(catalog).get(9)!.withdrawn, true)
    importWhole(catalog, daily)
    assert.deepEqual(readRecords(catalog).get(9), { company: renamed, retired: false, withdrawn: false })
    assert.equal(importExample(catalog, daily).outcome, 'already_imported')
  })

  test('restored waits for the init that confirmed it unchanged: an earlier daily does not return it', () => {
    const { catalog } = openTestCatalog()
    const rows = new Map([
      [1, a],
      [9, person],
    ])
    const renamed = { ...person, name: 'Ján Premenovaný' }
    const daily = { coverage: 'changes' as const, observedOn: '2026-06-07', rows: { 9: renamed } }
    importExample(catalog, { rows, observedOn: '2026-06-06' })
    importExample(catalog, daily)
    importExample(catalog, { rows, observedOn: '2026-06-07' })
    const newest = { rows, observedOn: '2026-06-08' }
    importExample(catalog, newest)
    const target = withdrawPerson(catalog)
    assert.equal(target.observedOn, '2026-06-08')
    catalog.restore(target)
    const older = importWhole(catalog, daily)
    assert.deepEqual([older.counts.keptNewer, older.counts.changed], [1, 0])
    assert.equal(readRecords(catalog).get(9)!.withdrawn, true)
    importWhole(catalog, newest)
    assert.deepEqual(readRecords(catalog).get(9), { company: person, retired: false, withdrawn: false })
  })

  test('restored is ended at once if the source has only its end', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, { rows: { 1: a, 9: person } })
    const target = withdrawPerson(catalog)
    catalog.restore(target)
    const ended = { rows: { 1: a, 9: '2026-06-30' }, observedOn: '2026-07-04' }
    importExample(catalog, ended)
    const { company, withdrawn } = readRecords(catalog).get(9)!
    assert.deepEqual([company.dissolvedOn, withdrawn], ['2026-06-30', false])
    assert.equal(importExample(catalog, ended).outcome, 'already_imported')
  })

  test('withdrawn a second time is retired when its source no longer lists it', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, { rows: { 1: a, 9: person } })
    const target = withdrawPerson(catalog)
    catalog.restore(target)
    catalog.withdraw(catalog.find({ country: 'sk', ico: '00000009' })[0]!, 'asked for again')
    const without = importWhole(catalog, { rows: { 1: a }, observedOn: '2026-07-04', finish: { allowShrink: true } })
    assert.equal(without.counts.retired, 1)
    const { retired, withdrawn } = readRecords(catalog).get(9)!
    assert.deepEqual([retired, withdrawn], [true, true])
  })

  test('restored is retired at once if the source no longer lists it', () => {
    const { catalog } = openTestCatalog()
    const later = { rows: { 1: a }, observedOn: '2026-07-04', finish: { allowShrink: true } }
    importExample(catalog, { rows: { 1: a, 9: person } })
    const target = withdrawPerson(catalog)
    importExample(catalog, later)
    assert.equal(catalog.restore(target), true)
    assert.deepEqual([readRecords(catalog).get(9)!.retired, readRecords(catalog).get(9)!.withdrawn], [true, false])
    assert.equal(importExample(catalog, later).outcome, 'already_imported')
  })

  for (const initDay of ['2026-06-07', '2026-07-04']) {
    test(`restored by the same daily once more leaves others as an init of ${initDay} has them`, () => {
      const { catalog } = openTestCatalog()
      const [gone, old, renamed] = ['Beta', 'Gama', 'Gama Nova'].map((name) => exampleCompany({ name }))
      const daily = { coverage: 'changes' as const, observedOn: '2026-06-07', rows: { 2: gone!, 3: old!, 9: person } }
      const init = { rows: { 1: a, 3: renamed!, 9: person }, observedOn: initDay }
      importExample(catalog, { rows: { 1: a }, observedOn: '2026-06-06' })
      importExample(catalog, daily)
      importExample(catalog, init)
      const target = withdrawPerson(catalog)
      catalog.restore(target)
      const again = importWhole(catalog, daily)
      // An init of a later day confirmed record 9: the daily may hold an older version of it.
      const isConfirmed = daily.observedOn < initDay
      const { returned, changed, unchanged } = again.counts
      assert.deepEqual([returned, changed, unchanged], [0, isConfirmed ? 0 : 1, 2])
      assert.equal(readRecords(catalog).get(9)!.withdrawn, isConfirmed)
      importExample(catalog, init)
      assert.deepEqual(readRecords(catalog).get(9), { company: person, retired: false, withdrawn: false })
      assert.equal(readRecords(catalog).get(2)!.retired, true)
      assert.equal(readRecords(catalog).get(3)!.company.name, 'Gama Nova')
    })
  }

  test('is restored only if it is withdrawn', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, { rows: { 1: a } })
    assert.equal(catalog.restore(catalog.find({ country: 'sk', ico: '00000001' })[0]!), false)
  })
})
