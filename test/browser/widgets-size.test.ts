import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { bundleEntry } from '../../client/build.ts'

/** What a shop's page loads. The client's README names this figure. */
const BYTES_MAX = 8_600

test('the widgets with the library are at most 8.6 kB (gzip)', async () => {
  const { length } = gzipSync(await bundleEntry('elements'), { level: 9 })
  assert(length <= BYTES_MAX, `they have ${length} bytes`)
})
