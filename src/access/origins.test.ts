import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDevelopmentOrigin, originsOfHost, parseOrigin } from './origins.ts'

const HOSTS = 'example.com www.example.com example.com:8443 xn--bcher-kva.example 192.0.2.1 [2001:db8::1]:444'
const GOOD = HOSTS.split(' ').map((host) => `https://${host}`)

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
  ['http://example.com:8080', /begins with https:\/\/\. Write https:\/\/example\.com:8080\./],
  ['http://localhost:3000', /allow-origin ID http:\/\/localhost --development/],
  ['http://[::1]:3000', /allow-origin ID http:\/\/\[::1\] --development/],
  ['http://shop.test', /allow-origin ID http:\/\/shop\.test --development/],
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

test('an exact https origin is accepted as it is', () => {
  for (const origin of GOOD) assert.deepEqual(parseOrigin(origin), { origin })
})

test('anything else is rejected with what to write instead, and its port is kept', () => {
  for (const [given, expected] of BAD) {
    const parsed = parseOrigin(given)
    assert('sentence' in parsed, given)
    assert.match(parsed.sentence, expected)
  }
})

const NAMES = ['http://shop.test', 'http://www.my-shop.local', 'http://shop.localhost']
const DEVELOPMENT = ['http://localhost', 'http://127.0.0.1', 'http://[::1]', ...NAMES]

test('a development origin is a name for development, without a port', () => {
  for (const origin of DEVELOPMENT) {
    assert.deepEqual(parseOrigin(origin, 'development'), { origin })
    assert('sentence' in parseOrigin(origin), origin)
    assert(isDevelopmentOrigin(origin))
  }
  for (const origin of GOOD) assert(!isDevelopmentOrigin(origin))
  const rejected: [given: string, sentence: RegExp][] = [
    ['http://localhost:3000', /covers every port\. Write http:\/\/localhost\.$/],
    ['http://localhost:80', /Write http:\/\/localhost\.$/],
    ['http://localhost/', /Write http:\/\/localhost\.$/],
    ['http://LOCALHOST', /Write http:\/\/localhost\.$/],
    ['http://127.1', /Write http:\/\/127\.0\.0\.1\.$/],
    ['http://[0::1]:8080', /Write http:\/\/\[::1\]\.$/],
    ['http://localhost.example.com', /no name for development/],
    ['http://shop.test:8080', /covers every port\. Write http:\/\/shop\.test\.$/],
    ['http://test', /no name for development/],
    ['http://shop.test.example.com', /no name for development/],
    ['http://127.0.0.2', /no name for development/],
    ['http://192.168.1.5', /no name for development/],
    ['https://localhost', /write its https:\/\/ origin without --development/],
    ['https://www.example.com', /write its https:\/\/ origin without --development/],
    ['localhost:3000', /is not an origin/],
    ['*', /is not an origin/],
  ]
  for (const [given, expected] of rejected) {
    const parsed = parseOrigin(given, 'development')
    assert('sentence' in parsed, given)
    assert.match(parsed.sentence, expected)
  }
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
