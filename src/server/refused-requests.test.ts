import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { DAY_MS } from '../stdx/time-units.ts'
import { findRefusedRequest, type RefusedRequest, RefusedRequests } from './refused-requests.ts'

const NOW = Date.parse('2026-06-01T12:00:00.000Z')
const idOf = (n: number) => n.toString(16).padStart(32, '0')

function refusal(n: number, atMs = NOW): RefusedRequest {
  return { requestId: idOf(n), atMs, operation: 'suggestAddresses', code: 'rate_limited', project: 'prj_1' }
}

function makeFolder(): { readonly folder: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'regista-refused-'))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

test('a refused request is found by its id for a day, also by another process and behind a line that was cut', async () => {
  using made = makeFolder()
  const { folder } = made
  assert.equal(await findRefusedRequest(folder, idOf(1), NOW), undefined)
  const writer = new RefusedRequests(folder)
  writer.add(refusal(1))
  writer.add(refusal(2))
  await writer.written()
  appendFileSync(join(folder, 'refused.jsonl'), `{"at":"2026","request_id":"${idOf(3)}`)
  const found = await findRefusedRequest(folder, idOf(2), NOW + DAY_MS)
  const line = { operation: 'suggestAddresses', code: 'rate_limited', project: 'prj_1' }
  assert.deepEqual(found, { at: '2026-06-01T12:00:00.000Z', request_id: idOf(2), ...line })
  assert.equal(await findRefusedRequest(folder, idOf(2), NOW + DAY_MS + 1), undefined)
  assert.equal(await findRefusedRequest(folder, idOf(3), NOW), undefined)
  // A server that starts again writes behind it.
  writer.add(refusal(4))
  await writer.written()
  assert.equal((await findRefusedRequest(folder, idOf(4), NOW))?.request_id, idOf(4))
})

test('the files stay within their size, and the newest requests are found', async () => {
  using made = makeFolder()
  const { folder } = made
  const writer = new RefusedRequests(folder, 2_000)
  for (let n = 1; n <= 100; n++) {
    writer.add(refusal(n))
    await writer.written()
  }
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
  assert.equal(sizes.length, 2)
  for (const size of sizes) assert(size <= 2_000, `${size}`)
  for (let n = 90; n <= 100; n++) assert(await findRefusedRequest(folder, idOf(n), NOW), `${n}`)
  assert.equal(await findRefusedRequest(folder, idOf(1), NOW), undefined)
})

test('a folder that cannot be written loses them, and those after them are written when it can', async () => {
  using made = makeFolder()
  const folder = join(made.folder, 'later')
  const writer = new RefusedRequests(folder)
  writer.add(refusal(1))
  await writer.written()
  mkdirSync(folder)
  writer.add(refusal(2))
  await writer.written()
  assert.equal(await findRefusedRequest(folder, idOf(1), NOW), undefined)
  assert((await findRefusedRequest(folder, idOf(2), NOW)) !== undefined)
})
