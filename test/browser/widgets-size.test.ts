import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { bundleEntry } from '../../client/build.ts'

/** 8 kB of a shop's page. The client's README names this figure. */
const BYTES_MAX = 8_192

test('the widgets with the library are at most 8 kB (gzip)', async () => {
  const { length } = gzipSync(await bundleEntry('elements'), { level: 9 })
  assert(length <= BYTES_MAX, `they have ${length} bytes`)
})
