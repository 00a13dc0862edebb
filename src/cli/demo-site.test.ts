import assert from 'node:assert/strict'
import { type IncomingHttpHeaders, request } from 'node:http'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { openDemoSite } from './demo-site.ts'

const page = {
  baseUrl: 'http://127.0.0.1:1',
  consoleUrl: 'http://127.0.0.1:2/console',
  clientId: `rgp_${'0'.repeat(32)}`,
  key: `rgk_${'1'.repeat(64)}`,
  examples: {},
}
const site = await openDemoSite(0, page)
after(() => site[Symbol.asyncDispose]())

interface Reply {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** `fetch` decompresses by itself and resolves `..` in paths. */
async function send(path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  request(site.url, { path, method, headers, agent: false }, async (response) => {
    const body = Buffer.concat(await response.toArray())
    resolve({ status: response.statusCode, headers: response.headers, body })
  })
    .on('error', reject)
    .end()
  return await promise
}

test('the demo serves its page, the widgets and what the page needs to know', async () => {
  for (const [path, type, text] of [
    ['/', 'text/html', '<regista-address'],
    ['/?utm=1', 'text/html', '<regista-company'],
    ['/pages/demo/main.ts', 'text/javascript', 'client_id'],
    ['/client/src/elements.ts', 'text/javascript', 'defineElements()'],
    ['/client/src/verification.ts', 'text/javascript', 'as attach,'],
    ['/demo.json', 'application/json', `"client_id":"${page.clientId}"`],
  ] as const) {
    const { status, headers, body } = await send(path)
    assert.equal(status, 200, path)
    assert(headers['content-type']!.startsWith(type), path)
    assert(body.toString().includes(text), path)
  }
})

test('the demo serves no other file, and no method that could change something', async () => {
  for (const path of ['/package.json', '/pages/demo', '/pages/demo/../../package.json', '/%2e%2e/package.json', '//'])
    assert.equal((await send(path)).status, 404, path)
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await send('/', method)
    assert.deepEqual([status, headers.allow], [405, 'GET, HEAD'], method)
  }
})

test('no file has the key, and the usage of the month is 503 while the API does not answer', async () => {
  for (const path of ['/', '/demo.json', '/usage.json', '/pages/demo/main.ts', '/nothing'])
    assert(!(await send(path)).body.includes(page.key), path)
  assert.equal((await send('/usage.json')).status, 503)
  assert.equal(JSON.parse((await send('/demo.json')).body.toString()).console_url, page.consoleUrl)
})

test('the usage of the month is shown only under a name of this machine', async () => {
  const { port } = new URL(site.url)
  for (const host of ['127.0.0.1', 'localhost', `LOCALHOST:${port}`, `127.0.0.1:${port}`, '[::1]', '[::1]:80'])
    assert.equal((await send('/usage.json', 'GET', { host })).status, 503, host)
  for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', 'localhost.evil.example']) {
    const { status, body } = await send('/usage.json?again', 'GET', { host })
    assert.deepEqual([status, /Open the page as 127\.0\.0\.1/.test(body.toString())], [403, true], host)
  }
})

test('a browser that has a file receives it no second time, compressed or not', async () => {
  for (const encoding of ['gzip, deflate, br', 'identity']) {
    const headers = { 'accept-encoding': encoding }
    const first = await send('/', 'GET', headers)
    const again = await send('/', 'GET', { ...headers, 'if-none-match': first.headers.etag! })
    assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, first.headers.etag])
    assert.equal((await send('/', 'GET', { ...headers, 'if-none-match': 'W/"0"' })).status, 200)
  }
})

test('a compressed file is the same file, and HEAD has the headers of GET', async () => {
  const plain = await send('/')
  const compressed = await send('/', 'GET', { 'accept-encoding': 'gzip' })
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(compressed.headers['content-encoding'], 'gzip')
  assert.deepEqual(gunzipSync(compressed.body), plain.body)
  const { body, headers } = await send('/', 'HEAD')
  assert.equal(body.length, 0)
  assert.equal(headers['content-length'], plain.headers['content-length'])
})

test('the page may connect to the API only, and run no inline script or style', async () => {
  const policy = String((await send('/')).headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /)
  assert(policy.includes(`; connect-src 'self' ${page.baseUrl};`))
  assert(!policy.includes('unsafe'))
})
