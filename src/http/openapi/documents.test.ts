import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { OPERATIONS } from '../operations/operations.ts'
import { exampleRelease } from '../testing/example-release.ts'
import { readRaw, sendRaw } from '../testing/raw-socket.ts'
import { type Service, startService } from '../testing/service.ts'
import { referencePage } from './reference-page.ts'

let service: Service
before(async () => {
  service = await startService({ release: await exampleRelease() })
})
after(() => service[Symbol.asyncDispose]())

const get = (path: string) => fetch(`http://127.0.0.1:${service.port}${path}`)

describe('the documents', () => {
  test('/openapi.json is the committed document', async () => {
    const response = await get('/openapi.json')
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(await response.text(), readFileSync('docs/reference/openapi.json', 'utf8'))
  })

  test('/docs shows each operation, and loads nothing: its policy allows its own style alone', async () => {
    const response = await get('/docs')
    const page = await response.text()
    for (const { summary, id } of OPERATIONS) assert(page.includes(`<h2 id="${id}">${summary}</h2>`), id)
    assert.doesNotMatch(page, /<script|<link|<img|<iframe|\ssrc=|@import|url\(/)
    const style = /<style>([^<]*)<\/style>/.exec(page)![1]!
    const hash = createHash('sha256').update(style).digest('base64')
    assert.match(response.headers.get('content-security-policy')!, /^default-src 'none'; style-src 'sha256-/)
    assert(response.headers.get('content-security-policy')!.includes(`'sha256-${hash}'`))
    assert.match(response.headers.get('x-request-id')!, /^[0-9a-f]{32}$/)
  })

  test('respond with 405 to HEAD, and with 400 to a query or a body', async () => {
    const statusOf = async (line: string, more = '') => {
      const reply = await sendRaw(service.port, `${line} HTTP/1.1\r\nHost: a\r\n${more}\r\n`)
      return readRaw(reply).statuses[0]
    }
    assert.equal(await statusOf('HEAD /docs'), 405)
    assert.equal(await statusOf('GET /docs?x=1'), 400)
    assert.equal(await statusOf('GET /openapi.json', 'Transfer-Encoding: chunked\r\n\r\n0\r\n'), 400)
  })

  test('escape every text of the document', () => {
    const operation = { operationId: 'x', summary: '<b>', description: '`<i>`', parameters: [], responses: {} }
    const info = { title: '"<x>"', version: '&', description: '' }
    const page = referencePage({ info, paths: { '/<p>': { get: operation } }, components: { schemas: {} } })
    assert.doesNotMatch(page, /<b>|<i>|<x>|\/<p>/)
  })
})
