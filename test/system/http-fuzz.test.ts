import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fuzzHttp } from '../fuzz/fuzz-http.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-fuzz-'))
after(() => rmSync(dir, { recursive: true }))

test('every response of the real server to any request obeys the contract, and the books have exactly the successes (3000 requests)', async () => {
  const options = { dir, requests: 3_000, seed: 7, connections: 16, databaseUrl: undefined, progress: () => {} }
  const report = await fuzzHttp(options)
  // Requests that are all refused for the same reason prove little.
  assert.deepEqual(report.shortfalls(), [])
})
