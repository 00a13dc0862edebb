import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FEATURE_PROPERTIES } from './sk-addresses/feature-properties.ts'
import { rageoToRecord } from './sk-addresses/rageo-to-record.ts'
import { RECORD_FIELDS } from './sk-rpo/record-fields.ts'
import { toRecord } from './sk-rpo/to-record.ts'
import { RUZINOVSKA, SIKENICKA } from './testing/sk-addresses.ts'
import { EVERY_FIELD, SLOVNAFT } from './testing/sk-rpo.ts'

/** The object; `asked` collects the names of the members that are read. */
function watched(object: object, asked: Set<string>): object {
  return new Proxy(object, {
    get(target, name, receiver) {
      asked.add(String(name))
      return Reflect.get(target, name, receiver)
    },
  })
}

test('the listed fields of an RPO record are those that the reader reads', () => {
  const asked = new Set<string>()
  for (const text of [SLOVNAFT, EVERY_FIELD]) {
    const record = JSON.parse(text) as object
    assert.equal(toRecord(watched(record, asked)).outcome, 'record')
    const { read, unread } = RECORD_FIELDS
    for (const name of Object.keys(record)) assert.ok([...read, ...Object.keys(unread)].includes(name), name)
  }
  assert.deepEqual([...asked].sort(), [...RECORD_FIELDS.read].sort())
})

test('the listed properties of a RAGEO feature are those that the reader reads', () => {
  const asked = new Set<string>()
  for (const [text, region] of [
    [RUZINOVSKA, 'SK010'],
    [SIKENICKA, 'SK023'],
  ] as const) {
    const feature = JSON.parse(text) as { properties: object }
    const properties = watched(feature.properties, asked)
    assert.equal(rageoToRecord({ ...feature, properties }, region).outcome, 'record')
    const { read, unread } = FEATURE_PROPERTIES
    for (const name of Object.keys(feature.properties))
      assert.ok([...read, ...Object.keys(unread)].includes(name), name)
  }
  assert.deepEqual([...asked].sort(), [...FEATURE_PROPERTIES.read].sort())
})
