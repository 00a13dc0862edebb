import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { exampleCompany, importExample } from '../src/catalog/testing/sets.ts'
import { REGISTRIES } from '../src/registries/registries.ts'
import { House } from '../src/release/testing/house.ts'
import { regista } from './testing/regista.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-terms-'))
after(() => rmSync(dir, { recursive: true }))

test('publish --store says once that the terms of cz-vr are to be judged, and nothing without it', async () => {
  const publish = async (data: string) => {
    const { code, stderr } = await regista([
      'publish',
      '--data',
      data,
      '--store',
      join(data, 'store'),
      '--allow-shrink',
    ])
    assert.equal(code, 0, stderr)
    return stderr.includes('a person must judge its terms')
  }
  for (const [name, reminded] of [
    ['cz-vr', [true, false]],
    ['cz-res', [false, false]],
  ] as const) {
    const data = join(dir, name)
    mkdirSync(join(data, 'store'), { recursive: true })
    const house = new House(data)
    const dataset = REGISTRIES.find((registry) => registry.name === name)!.datasets[0]!
    const rows = { 1: exampleCompany({ country: 'cz' }) }
    importExample(house.catalog, { dataset: { ...dataset, fullSetRows: 0 }, rows })
    house.catalog.close()
    assert.deepEqual([await publish(data), await publish(data)], reminded, name)
  }
})
