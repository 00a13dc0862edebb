import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import type { Address } from '../../records/address.ts'
import { formatAddress } from '../../records/format-address.ts'
import { BY_SOURCE_ID, exampleAddress, indexPoints } from '../testing/address-columns.ts'
import { AddressColumns } from './address-columns.ts'
import { AddressColumnsBuilder } from './address-columns-builder.ts'
import { AddressIndex } from './address-index.ts'
import { buildAddressIndex } from './build-address-index.ts'

function indexOf(...addresses: Partial<Address>[]): AddressIndex {
  return indexPoints(addresses.map((changes, key) => ({ key, address: exampleAddress(changes) })))
}

function sourceIds(index: AddressIndex): string[] {
  return Array.from({ length: index.documents }, (_, document) => index.sourceIdOf(document))
}

describe('streets and places', () => {
  test('are identified by municipality code and folded name, or without a code by municipality and okres', () => {
    const index = indexOf(
      { municipality: 'Košice-Sever', municipalityCode: 'SK1', street: 'Hlavná ul.' },
      { municipality: 'Lúčky', county: 'Ružomberok', municipalityPart: 'Horné Lúčky', street: 'Školská' },
      { municipality: 'Lúčky', county: null, municipalityPart: 'LÚČKY' },
    )
    assert.deepEqual(sourceIds(index).sort(), [
      'place:SK1:kosice-sever',
      'place:lucky,:lucky',
      'place:lucky,ruzomberok:horne-lucky',
      'place:lucky,ruzomberok:lucky',
      'street:SK1:hlavna-ul',
      'street:lucky,ruzomberok:skolska',
    ])
  })

  test('have the fields that all their points share, their centre and the day of the newest', () => {
    const both = { municipality: 'Brno', municipalityCode: '1', street: 'Dlouhá', streetId: '7', region: 'R' }
    const other = { ...both, municipalityPart: 'Židenice', postalCode: '62800' }
    const index = indexOf(
      { ...both, municipalityPart: 'Líšeň', postalCode: '62800', validFrom: '2020-01-02', registrationNumber: '5' },
      { ...other, latitude: 49, longitude: 16, validFrom: '2021-01-01' },
      { ...other, latitude: 50, longitude: 16.5, validFrom: null },
    )
    const shown = new Map(sourceIds(index).map((id, document) => [id, index.addressOf(document)]))
    const street = shown.get('street:1:dlouha')!
    const shared = { postalCode: '62800', validFrom: '2021-01-01', latitude: 49.5, longitude: 16.25 }
    assert.deepEqual(street, exampleAddress({ ...both, ...shared }))
    assert.equal(formatAddress(street), 'Dlouhá, 62800 Brno')
    assert.equal(formatAddress(shown.get('place:1:lisen')!), 'Líšeň, 62800 Brno')
    assert.equal(formatAddress(shown.get('place:1:brno')!), 'Brno')
    assert.equal(shown.get('place:1:lisen')!.latitude, null)
  })
})

test('another thread has the same index without a copy; a file of other columns is refused', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'regista-address-index-'))
  try {
    const write = (name: string, points: number): AddressColumns => {
      const builder = new AddressColumnsBuilder('cz', 'plain')
      for (let key = 0; key < points; key++) builder.push(key, exampleAddress({ registrationNumber: String(key) }), 0)
      builder.write(join(dir, name))
      return AddressColumns.open(join(dir, name))
    }
    const columns = write('columns', 4)
    buildAddressIndex(columns, join(dir, 'index'), BY_SOURCE_ID)
    const index = AddressIndex.open(join(dir, 'index'), columns)
    const script = `
      const { parentPort, workerData } = require('node:worker_threads')
      import('${new URL('./address-index.ts', import.meta.url)}').then(({ AddressIndex }) => {
        const index = AddressIndex.fromShared(workerData)
        const isShared = [...workerData.index.values()].every(({ buffer }) => buffer instanceof SharedArrayBuffer)
        parentPort.postMessage([isShared, index.sourceIdOf(0), index.columns.at(3).registrationNumber])
      })`
    const worker = new Worker(script, { eval: true, workerData: index.toShare })
    const answer = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    assert.deepEqual(answer, [true, 'place:ab,:ab', '3'])
    assert.throws(() => AddressIndex.open(join(dir, 'index'), write('other', 5)), /was made for other columns/)
  } finally {
    rmSync(dir, { recursive: true })
  }
})
