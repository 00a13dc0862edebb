import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptsGzip } from './accepts-gzip.ts'

test('gzip is sent to those that list it, and not to those that refuse it', () => {
  const cases: readonly (readonly [header: string | undefined, accepts: boolean])[] = [
    [undefined, false],
    ['', false],
    ['identity', false],
    ['gzip', true],
    ['br, GZIP;q=0.5', true],
    ['gzip;q=0', false],
    ['gzip; q=0.000, *', false],
    ['*', true],
    ['*;q=0', false],
    ['x-gzip', false],
  ]
  for (const [header, accepts] of cases) assert.equal(acceptsGzip(header), accepts, `${header}`)
})
