import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fileOf, gunzipText, testSample } from './testing/test-files.ts'

interface RpoRecord {
  readonly id: number
  readonly dbModificationDate?: string
  readonly termination?: string
  readonly fullNames?: readonly { readonly value: string }[]
}

interface RpoFile {
  readonly exportDate: string
  readonly results: readonly RpoRecord[]
}

describe('the files of RPO', async () => {
  await using sample = await testSample({ scale: 'tiny', seed: 1 })
  const open = async (name: RegExp): Promise<RpoFile> => JSON.parse(gunzipText(await fileOf(sample, name)))
  const parts = [await open(/^init.*_001/), await open(/^init.*_002/)]
  const dailies = [await open(/^actual_2026-11-08/), await open(/^actual_2026-11-09/)]
  const init = new Map(parts.flatMap((part) => part.results).map((record) => [record.id, record]))

  test('have the date of their names', () => {
    const days = [...parts, ...dailies].map((file) => file.exportDate)
    assert.deepEqual(days, ['2026-11-07', '2026-11-07', '2026-11-08', '2026-11-09'])
  })

  test('of an init repeat no id', () => assert.equal(init.size, 300))

  test('of the later days have new, dissolved and changed records, all with names', () => {
    const changes = dailies.flatMap((daily) => daily.results)
    assert.equal(new Set(changes.map((record) => record.id)).size, 18)
    const fresh = changes.filter((record) => !init.has(record.id))
    const ended = changes.filter((record) => init.has(record.id) && record.termination !== undefined)
    assert.deepEqual([fresh.length, ended.length], [6, 6])
    for (const record of changes) {
      assert.ok(record.fullNames !== undefined, `${record.id}`)
      assert.notDeepEqual(record, init.get(record.id))
      if (!fresh.includes(record)) assert.equal(init.get(record.id)!.termination, undefined)
    }
  })
})
