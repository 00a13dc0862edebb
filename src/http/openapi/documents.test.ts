import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { LIMITS } from '../../access/limits/limits.ts'
import { ERROR_CODES } from '../errors.ts'
import { OPERATIONS } from '../operations/operations.ts'
import { exampleRelease } from '../testing/example-release.ts'
import { sendRaw } from '../testing/raw-socket.ts'
import { startService } from '../testing/service.ts'
import { type ReferenceDocument, resolvePart } from './page/reference-document.ts'
import { referencePage } from './page/reference-page.ts'

const service = await startService({ release: await exampleRelease() })
after(() => service[Symbol.asyncDispose]())

const DOCUMENT = JSON.parse(readFileSync('src/http/openapi/openapi.json', 'utf8')) as ReferenceDocument

const get = (path: string, coding = 'identity') =>
  fetch(`http://127.0.0.1:${service.port}${path}`, { headers: { 'Accept-Encoding': coding } })

/** The page without its style and its script. */
const withoutParts = (page: string) => page.replace(/<(style|script)>[\s\S]+?<\/\1>/g, '')

describe('the documents', () => {
  test('/openapi.json is the committed document', async () => {
    const response = await get('/openapi.json')
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(response.headers.get('content-length'), String(statSync('src/http/openapi/openapi.json').size))
    assert.equal(await response.text(), readFileSync('src/http/openapi/openapi.json', 'utf8'))
  })

  test('/openapi.json may be read by every page, and is not sent again to who has it', async () => {
    for (const coding of ['identity', 'gzip']) {
      const { headers } = await get('/openapi.json', coding)
      assert.deepEqual(
        ['access-control-allow-origin', 'cross-origin-resource-policy', 'cache-control'].map((one) => headers.get(one)),
        ['*', 'cross-origin', 'no-cache'],
      )
      const etag = headers.get('etag')!
      for (const [kept, status] of [
        [etag, 304],
        [`"other", ${etag.replace('W/', '')}`, 304],
        ['W/"other"', 200],
      ] as const) {
        const url = `http://127.0.0.1:${service.port}/openapi.json`
        const response = await fetch(url, { headers: { 'If-None-Match': kept, 'Accept-Encoding': coding } })
        assert.equal(response.status, status, kept)
        assert.equal((await response.text()) === '', status === 304)
        assert.equal(response.headers.get('etag'), etag)
      }
    }
  })

  test('/docs shows each operation, and its policy allows only its own style, its own script and this server', async () => {
    const response = await get('/docs')
    const page = await response.text()
    for (const { summary, id } of OPERATIONS) assert(page.includes(`<h2 id="${id}">${summary}</h2>`), id)
    const icon = '<link rel="icon" href="data:,">'
    assert.doesNotMatch(
      withoutParts(page).replace(icon, ''),
      /<link|<img|<iframe|\ssrc=|@import|url\(|<[^>]+\son[a-z]+=|javascript:/,
    )
    const hash = (tag: string) => {
      const [text, ...more] = [...page.matchAll(new RegExp(`<${tag}>([\\s\\S]+?)</${tag}>`, 'g'))].map(
        ([, one]) => one!,
      )
      assert(text !== undefined && more.length === 0, `one ${tag}`)
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    }
    assert.equal(
      response.headers.get('content-security-policy'),
      `default-src 'none'; style-src ${hash('style')}; script-src ${hash('script')}; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'`,
    )
    assert.match(response.headers.get('x-request-id')!, /^[0-9a-f]{32}$/)
  })

  test('/docs shows every field, every parameter, every error and every limit', async () => {
    const page = await (await get('/docs')).text()
    const { paths, components } = DOCUMENT
    for (const [name, { properties }] of Object.entries(components.schemas)) {
      const table = page.slice(page.indexOf(`<h3 id="schema-${name}">`)).split('<h3 ', 2)[1]!
      for (const field of Object.keys(properties ?? {}))
        assert(table.includes(`<code>${field}</code>`), `${name}.${field}`)
    }
    for (const { get } of Object.values(paths))
      for (const one of get?.parameters ?? []) {
        const { name } = resolvePart(DOCUMENT, one)
        assert(page.includes(`<code>${name}</code>`), name)
      }
    for (const code of ERROR_CODES) assert(page.includes(`<td><code>${code}</code></td>`), code)
    for (const { rate, burst } of Object.values(LIMITS))
      assert(page.includes(`<td>${rate === 0 ? '–' : Number(rate.toPrecision(3))}</td><td>${burst}</td>`), `${burst}`)
  })

  test('/docs begins with a request and its answer, and never says credit but in the name of a header', async () => {
    const page = withoutParts(await (await get('/docs')).text())
    const first = page.slice(0, page.indexOf('<h2'))
    const { operationId, responses } = DOCUMENT.paths['/v1/autocomplete/companies']!.get!
    assert.equal(operationId, 'suggestCompanies')
    const { data } = resolvePart(DOCUMENT, responses['200']!).content!['application/json']!.example as {
      data: { name: string }[]
    }
    const [, query] = /\/v1\/autocomplete\/companies\?q=(\w+)'/.exec(first)!
    for (const { name } of data) {
      assert(first.includes(`&quot;${name}&quot;`), name)
      assert(name.toLowerCase().startsWith(query!), `${query} finds ${name}`)
    }
    const words = page.replaceAll(/X-Credits-[\w-]+/g, '').replace('The <em>credits</em> in the names of these', '')
    assert.doesNotMatch(words, /credit/i)
  })

  for (const path of ['/', '/docs/'])
    test(`${path} leads to /docs`, async () => {
      const response = await fetch(`http://127.0.0.1:${service.port}${path}`, { redirect: 'manual' })
      assert.deepEqual([response.status, response.headers.get('location')], [302, '/docs'])
    })

  test('/regista.min.js is the script of the newest version, which every page may load, keep and compare', async () => {
    const [{ version }, any] = [JSON.parse(readFileSync('package.json', 'utf8')), await get('/regista.min.js', 'gzip')]
    const pinned = await get(`/regista-${version}.min.js`, 'gzip')
    for (const { headers, status } of [any, pinned]) {
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/javascript; charset=utf-8'])
      assert.equal(headers.get('access-control-allow-origin'), '*')
      assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
      assert.equal(headers.get('content-encoding'), 'gzip')
      assert.match(headers.get('vary')!, /Accept-Encoding/)
    }
    assert.match(pinned.headers.get('cache-control')!, /immutable/)
    assert.doesNotMatch(any.headers.get('cache-control')!, /immutable|no-store/)
    const text = await any.text()
    assert.equal(text, await pinned.text())
    const plain = await get('/regista.min.js')
    assert.deepEqual([plain.headers.get('content-encoding'), await plain.text()], [null, text])
    assert.equal((await get('/regista-0.1.0.min.js')).status, 404)
    assert.match(text, new RegExp(`"regista-${version}-verify.min.js"`))
    const second = await get(`/regista-${version}-verify.min.js`)
    assert.match(second.headers.get('cache-control')!, /immutable/)
    assert.match(await second.text(), / as attach,/)
  })

  test('respond with 405 to HEAD, and with 400 to a query or a body', async () => {
    const statusOf = async (line: string, more = '') =>
      (await sendRaw(service.port, `${line} HTTP/1.1\r\nHost: a\r\n${more}\r\n`)).statuses[0]
    assert.equal(await statusOf('HEAD /docs'), 405)
    assert.equal(await statusOf('GET /docs?x=1'), 400)
    assert.equal(await statusOf('GET /openapi.json', 'Transfer-Encoding: chunked\r\n\r\n0\r\n'), 400)
  })

  test('escape every text of the document', () => {
    const bad = '<i>"\'&'
    const schema = { type: bad, description: bad, default: bad, pattern: bad, enum: [bad] }
    const parameter = { name: bad, in: bad, required: false, description: bad, schema }
    const responses = { [bad]: { description: bad, content: { 'application/json': { schema, example: bad } } } }
    const words = { operationId: bad, summary: bad, description: `\`${bad}\` ${bad}` }
    const operation = { ...words, security: [], parameters: [parameter], responses }
    const description = `## ${bad}\n\n| ${bad} |\n|---|\n| ${bad} |\n\n- ${bad}\n\n    ${bad}\n\n**${bad}** *${bad}*`
    const info = { title: bad, version: bad, description }
    const schemas = { [bad]: { description: bad, properties: { [bad]: schema } } }
    const paths = { [bad]: { [bad]: operation } }
    const page = referencePage({ info, paths, components: { schemas, parameters: {}, responses: {} } }, bad)
    assert.doesNotMatch(withoutParts(page), /<i>|="[^"]*<|'&(?!amp;)/)
  })
})
