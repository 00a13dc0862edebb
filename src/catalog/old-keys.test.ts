import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { deriveRecordId } from '../records/record-id.ts'
import { parseSourceKey } from '../records/source-key.ts'
import { openSqlite } from '../storage/storage.ts'
import { Catalog, examineCatalog } from './catalog.ts'
import { clock, openTestCatalog } from './testing/open-test-catalog.ts'
import { EXAMPLE_COMPANIES, exampleAddress, importExample } from './testing/sets.ts'

const FORM = { kind: 'address', keyForm: 'check-character' } as const
const POINTS = { ...EXAMPLE_COMPANIES, name: 'sk-addresses-csv', registry: 'sk-addresses', ...FORM }

/** What a catalog looked like before datasets had a key form. */
function makeOld(path: string): void {
  using database = openSqlite(path, { use: 'owned' })
  database.exec("update dataset set descriptor = json_set(json_remove(descriptor, '$.keyForm'), '$.keyDigits', 0)")
}

for (const withdrawn of [[], ['851916A', '8519160']] as const) {
  test(`a catalog with keys of the old form is refused with instructions, also for ${withdrawn.length} withdrawals`, () => {
    const { catalog, path } = openTestCatalog()
    const keys = [...withdrawn, '15'].map((text) => parseSourceKey(text, 'check-character')!)
    const rows = keys.map((key) => [key, exampleAddress()] as const)
    importExample(catalog, { dataset: POINTS, rows })
    const ids = withdrawn.map((text) => deriveRecordId('sk', 'address', text))
    for (const id of ids) catalog.withdraw(catalog.find({ id })[0]!, 'asked for')
    catalog.close()
    makeOld(path)
    const remedy = `${path} was written by an older Regista, which stored the keys of records in another form. Move it away and import the files of every register again.`
    const again = ` Then withdraw these records again with \`regista record remove\`: ${ids.toReversed().join(', ')}.`
    const message = ids.length === 0 ? remedy : remedy + again
    assert.throws(() => Catalog.open(path, clock), { name: 'InputError', message })
    assert.deepEqual(examineCatalog(path), [message])
  })
}

test('a catalog of the current version can be opened again', () => {
  const { catalog, path } = openTestCatalog()
  importExample(catalog, { dataset: POINTS, rows: { 851916: exampleAddress() } })
  catalog.close()
  assert.deepEqual(examineCatalog(path), [])
  using again = Catalog.open(path, clock)
  assert.equal(again.find({ id: deriveRecordId('sk', 'address', '851916A') })[0]?.key, 851916)
})

test('a catalog with a damaged list of datasets is refused with a message', () => {
  const { catalog, path } = openTestCatalog()
  importExample(catalog, { dataset: POINTS, rows: { 851916: exampleAddress() } })
  catalog.close()
  const database = openSqlite(path, { use: 'owned' })
  const [[page], [pageBytes]] = [
    database.prepare<readonly [number]>("select rootpage from sqlite_schema where name = 'dataset'").get()!,
    database.prepare<readonly [number]>('pragma page_size').get()!,
  ]
  database.close()
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0xff, (page - 1) * pageBytes, page * pageBytes))
  assert.throws(() => Catalog.open(path, clock), { name: 'InputError', message: /is damaged or not a database/ })
})
