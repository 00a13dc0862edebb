import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { bundleEntry } from '../../client/build.ts'

test('the library has at most 3.4 kB, minified and compressed', async () => {
  const { length } = gzipSync(await bundleEntry('index'), { level: 9 })
  assert(length <= 3_400, `${length} bytes`)
})
