import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseIp } from '../access/network/ip.ts'
import { createPositionFinder, readGeoip } from './geoip.ts'
import { writeMmdb } from './testing/mmdb.ts'

test('a file of IPv4 networks has no position for an IPv6 address that begins with the same bits', () => {
  const dir = mkdtempSync(join(tmpdir(), 'regista-geoip-'))
  try {
    const path = join(dir, 'positions.mmdb')
    writeMmdb(path, { network: '32.1.0.0', bits: 16, latitude: 48.5, longitude: 17.25 })
    const positionOf = createPositionFinder(readGeoip(path))
    const of = (address: string) => positionOf(parseIp(address)!)
    assert.deepEqual(of('32.1.7.24'), { latitude: 48.5, longitude: 17.25 })
    assert.deepEqual(of('::ffff:32.1.7.24'), { latitude: 48.5, longitude: 17.25 })
    assert.equal(of('2001:718::1'), undefined)
    assert.equal(of('33.1.7.24'), undefined)
  } finally {
    rmSync(dir, { recursive: true })
  }
})
