import assert from 'node:assert/strict'
import { test } from 'node:test'
import { originsOfHost, parseOrigin } from './origins.ts'

const GOOD = [
  'https://example.com',
  'https://www.example.com',
  'https://example.com:8443',
  'https://xn--bcher-kva.example',
  'https://192.0.2.1',
  'https://[2001:db8::1]:444',
]

const BAD: [given: string, sentence: RegExp][] = [
  ['', /is not an origin/],
  ['*', /is not an origin/],
  ['null', /is not an origin/],
  ['example.com', /is not an origin/],
  ['data:text/plain,x', /is not an origin/],
  ['file:///home', /is not an origin/],
  ['https://', /is not an origin/],
  ['https://*.example.com', /one exact host/],
  ['https://a_b.example.com', /one exact host/],
  ['http://example.com', /begins with https:\/\/\. Write https:\/\/example\.com\./],
  ['ftp://example.com', /begins with https/],
  ['wss://example.com', /begins with https/],
  ['https://example.com/', /Write https:\/\/example\.com\./],
  ['https://example.com/shop', /Write https:\/\/example\.com\./],
  ['https://example.com?x', /Write https:\/\/example\.com\./],
  ['https://example.com#x', /Write https:\/\/example\.com\./],
  ['https://example.com:443', /Write https:\/\/example\.com\./],
  ['https://user@example.com', /Write https:\/\/example\.com\./],
  ['https://Example.com', /Write https:\/\/example\.com\./],
  ['HTTPS://example.com', /Write https:\/\/example\.com\./],
  ['https://bücher.example', /Write https:\/\/xn--bcher-kva\.example\./],
  [' https://example.com', /Write https:\/\/example\.com\./],
  ['https://example.com\n', /Write https:\/\/example\.com\./],
  ['https://192.0.2.1.', /Write https:\/\/192\.0\.2\.1\./],
  [`https://${'a'.repeat(300)}.example`, /at most 270/],
]

for (const policy of ['https', 'https_and_localhost'] as const) {
  test(`an exact https origin is accepted unchanged, under ${policy}`, () => {
    for (const origin of GOOD) assert.deepEqual(parseOrigin(origin, policy), { origin })
  })

  test(`any other text is rejected with the correct form, under ${policy}`, () => {
    for (const [given, expected] of BAD) {
      const parsed = parseOrigin(given, policy)
      assert('sentence' in parsed, given)
      if (policy === 'https') assert.match(parsed.sentence, expected)
    }
  })
}

test('http://localhost is allowed only under the policy that names it, and only by that name', () => {
  for (const origin of ['http://localhost', 'http://localhost:3000']) {
    assert.deepEqual(parseOrigin(origin, 'https_and_localhost'), { origin })
    assert('sentence' in parseOrigin(origin, 'https'), origin)
  }
  for (const origin of ['http://localhost:80', 'http://localhost.example.com', 'http://127.0.0.1', 'http://localhost/'])
    assert('sentence' in parseOrigin(origin, 'https_and_localhost'), origin)
})

test('a host has one origin; on the developer’s own machine also one without TLS', () => {
  const table: [host: string | undefined, origins: string[]][] = [
    ['www.example.com', ['https://www.example.com']],
    ['www.example.com:443', ['https://www.example.com']],
    ['www.example.com:8443', ['https://www.example.com:8443']],
    ['www.example.com:4430', ['https://www.example.com:4430']],
    ['[2001:db8::1]:443', ['https://[2001:db8::1]']],
    ['localhost', ['https://localhost', 'http://localhost']],
    ['localhost:80', ['https://localhost:80', 'http://localhost']],
    ['localhost:443', ['https://localhost', 'http://localhost:443']],
    ['127.0.0.1:8080', ['https://127.0.0.1:8080', 'http://127.0.0.1:8080']],
    ['[::1]:8080', ['https://[::1]:8080', 'http://[::1]:8080']],
    ['localhost.example.com', ['https://localhost.example.com']],
    ['127.0.0.1.example.com', ['https://127.0.0.1.example.com']],
    ['[::1', []],
    ['www.example.com:', []],
    ['www.example.com:08443', []],
    ['www.example.com:x', []],
    ['www.example.com\t', []],
    ['WWW.example.com', []],
    ['', []],
    [undefined, []],
  ]
  for (const [host, origins] of table) assert.deepEqual(originsOfHost(host), origins, String(host))
})
