import assert from 'node:assert/strict'
import { isIPv6 } from 'node:net'
import { test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { type ForwardingHeaders, NO_PROXIES } from '../network/client-ip.ts'
import { parseIp } from '../network/ip.ts'
import { isWithin } from './ip-network.ts'
import {
  findClientIp,
  findForwardedHost,
  nearNetwork,
  parseNetwork,
  type TrustedProxies,
  wideNetwork,
} from './network.ts'

const ADDRESSES: [given: string, text: string | undefined][] = [
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['::192.0.2.1', '::c000:201'],
  ['fe80::1%eth0', 'fe80::1'],
  ['fe80::1%2', 'fe80::1'],
  ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
  ['::', '::'],
  ['::1', '::1'],
  ['1::', '1::'],
  ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
  ['192.0.2.01', undefined],
  ['192.0.2', undefined],
  ['192.0.2.256', undefined],
  ['192.0.2.1%eth0', undefined],
  ['3221225985', undefined],
  [' 192.0.2.1', undefined],
  ['[::1]', undefined],
  ['::1::', undefined],
  ['unknown', undefined],
  ['', undefined],
]

test('an address has one canonical form', () => {
  for (const [given, text] of ADDRESSES) assert.equal(parseIp(given)?.text, text, given)
})

test('the canonical form of any IPv6 address is the one that browsers write', () => {
  const zeros = fc.constant(0)
  const group = fc.oneof(zeros, zeros, fc.nat(0xffff))
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const given = groups.map((one) => one.toString(16).padStart(4, '0')).join(':')
      const { text, family } = parseIp(given)!
      if (family === 4) return assert.deepEqual(groups.slice(0, 6), [0, 0, 0, 0, 0, 0xffff])
      assert.equal(`[${text}]`, new URL(`http://[${given}]`).hostname)
      assert(isIPv6(text))
      assert.deepEqual(parseIp(text)!.groups, groups)
    }),
  )
})

test('the narrow limits count an IPv4 address or an IPv6 /64, the wide ones a /24 or a /48', () => {
  const table: [string, string, string][] = [
    ['192.0.2.77', '192.0.2.77', '192.0.2.0'],
    ['::ffff:192.0.2.77', '192.0.2.77', '192.0.2.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::', '2001:db8:1::'],
    ['2001:db8:1:2::', '2001:db8:1:2::', '2001:db8:1::'],
  ]
  for (const [address, near, wide] of table) {
    const ip = parseIp(address)!
    assert.deepEqual([nearNetwork(ip), wideNetwork(ip)], [near, wide])
  }
})

test('a network in canonical form is accepted, any other is refused with the canonical form', () => {
  const refused: [string, RegExp][] = [
    ['10.0.0.1/8', /Write 10\.0\.0\.0\/8\./],
    ['2001:db8::1/32', /Write 2001:db8::\/32\./],
    ['10.0.0.0/33', /from 0 to 32/],
    ['::/129', /from 0 to 128/],
    ['10.0.0.0/', /from 0 to 32/],
    ['10.0.0.0/-1', /from 0 to 32/],
    ['10.0.0.0/8/8', /is not a network/],
    ['fe80::%eth0/64', /is not a network/],
    ['example.com', /is not a network/],
    ['', /is not a network/],
  ]
  for (const [given, sentence] of refused) {
    const parsed = parseNetwork(given)
    assert('sentence' in parsed, given)
    assert.match(parsed.sentence, sentence)
  }
})

function network(text: string) {
  const parsed = parseNetwork(text)
  assert('network' in parsed, text)
  return parsed.network
}

test('an address is in a network exactly if it begins with the bits of the network', () => {
  const bits = (text: string) => {
    const { family, groups } = parseIp(text)!
    const all = groups.map((group) => group.toString(2).padStart(16, '0')).join('')
    return family === 4 ? all.slice(96) : all
  }
  const near = fc.nat(0xffff).map((n) => `10.0.${n >> 8}.${n & 255}`)
  const ip = fc.oneof(fc.ipV4(), fc.ipV6(), near)
  fc.assert(
    fc.property(ip, ip, fc.nat(128), (a, base, length) => {
      const { family } = parseIp(base)!
      const own = family === 4 ? length % 33 : length
      const parsed = parseNetwork(`${base}/${own}`)
      const corrected = 'sentence' in parsed ? /Write (\S+)\.$/.exec(parsed.sentence)![1]! : `${base}/${own}`
      const expected = parseIp(a)!.family === family && bits(a).slice(0, own) === bits(base).slice(0, own)
      assert.equal(isWithin(parseIp(a)!, network(corrected)), expected, `${a} in ${corrected}`)
    }),
  )
})

const PROXIES = ['10.0.0.0/8', '2001:db8:ff::/48', '127.0.0.1'].map(network)
const XFF: TrustedProxies = { networks: PROXIES, header: 'x-forwarded-for' }
const FORWARDED: TrustedProxies = { ...XFF, header: 'forwarded' }
const PROXY = '10.1.1.1'

type Found = [peer: string | undefined, ForwardingHeaders, TrustedProxies, expected: string | undefined]

const FROM: Found[] = [
  ['192.0.2.1', { 'x-forwarded-for': '198.51.100.1' }, NO_PROXIES, '192.0.2.1'],
  ['192.0.2.1', { 'x-forwarded-for': '198.51.100.1' }, XFF, '192.0.2.1'],
  [undefined, { 'x-forwarded-for': '198.51.100.1' }, XFF, undefined],
  ['/run/socket', {}, XFF, undefined],
  [PROXY, {}, XFF, PROXY],
  [PROXY, { 'x-forwarded-for': '198.51.100.1' }, XFF, '198.51.100.1'],
  ['::ffff:10.1.1.1', { 'x-forwarded-for': '198.51.100.1' }, XFF, '198.51.100.1'],
  ['2001:db8:ff:1::1', { 'x-forwarded-for': '198.51.100.1' }, XFF, '198.51.100.1'],
  // The text of the client is at the left.
  [PROXY, { 'x-forwarded-for': '203.0.113.9, 198.51.100.1' }, XFF, '198.51.100.1'],
  [PROXY, { 'x-forwarded-for': '127.0.0.1, 10.0.0.9, 198.51.100.1' }, XFF, '198.51.100.1'],
  [PROXY, { 'x-forwarded-for': 'rubbish, 198.51.100.1' }, XFF, '198.51.100.1'],
  [PROXY, { 'x-forwarded-for': '203.0.113.9, 198.51.100.1, 10.2.2.2,10.3.3.3' }, XFF, '198.51.100.1'],
  [PROXY, { 'x-forwarded-for': ['203.0.113.9', '198.51.100.1'] }, XFF, '198.51.100.1'],
  [PROXY, { 'x-forwarded-for': '198.51.100.1:4711' }, XFF, '198.51.100.1'],
  [PROXY, { 'x-forwarded-for': '[2001:db8::1]:4711' }, XFF, '2001:db8::1'],
  [PROXY, { 'x-forwarded-for': '2001:DB8::1' }, XFF, '2001:db8::1'],
  [PROXY, { 'x-forwarded-for': '10.2.2.2, 10.3.3.3' }, XFF, '10.2.2.2'],
  // Nothing that can be read: the peer answers for it.
  [PROXY, { 'x-forwarded-for': '198.51.100.1, unknown' }, XFF, PROXY],
  [PROXY, { 'x-forwarded-for': '' }, XFF, PROXY],
  [PROXY, { 'x-forwarded-for': '198.51.100.1,' }, XFF, PROXY],
  [PROXY, { 'x-forwarded-for': `198.51.100.1, ${'10.0.0.1, '.repeat(16)}10.0.0.2` }, XFF, PROXY],
  // Only the header that the proxies write counts.
  [PROXY, { forwarded: 'for=203.0.113.9', 'x-forwarded-for': '198.51.100.1' }, XFF, '198.51.100.1'],
  [PROXY, { forwarded: 'for=203.0.113.9' }, XFF, PROXY],
  [PROXY, { forwarded: 'for=203.0.113.9', 'x-forwarded-for': '198.51.100.1' }, FORWARDED, '203.0.113.9'],
  [PROXY, { forwarded: 'for=203.0.113.9, for=198.51.100.1;proto=https' }, FORWARDED, '198.51.100.1'],
  [PROXY, { forwarded: 'proto=https;For="[2001:db8::1]:4711";by=10.1.1.1' }, FORWARDED, '2001:db8::1'],
  [PROXY, { forwarded: 'for=198.51.100.1;host="a, for=203.0.113.9;b="' }, FORWARDED, '198.51.100.1'],
  [PROXY, { forwarded: 'for=198.51.100.1;host="a\\", for=203.0.113.9;b=\\""' }, FORWARDED, '198.51.100.1'],
  [PROXY, { forwarded: 'for="203.0.113.9, for=198.51.100.1' }, FORWARDED, '198.51.100.1'],
  [PROXY, { forwarded: 'for=198.51.100.1;for=203.0.113.9' }, FORWARDED, PROXY],
  [PROXY, { forwarded: 'for=unknown' }, FORWARDED, PROXY],
  [PROXY, { forwarded: 'for=_hidden' }, FORWARDED, PROXY],
  [PROXY, { forwarded: 'by=198.51.100.1' }, FORWARDED, PROXY],
]

test('the client is the rightmost address that is not a trusted proxy; with an unreadable header it is the peer', () => {
  for (const [peer, headers, proxies, expected] of FROM) {
    const found = findClientIp(peer === undefined ? peer : parseIp(peer), headers, proxies)
    assert.equal(found?.text, expected, `${peer} ${JSON.stringify(headers)}`)
  }
})

const HOST = 'shop.example'

const HOSTS: Found[] = [
  [PROXY, { 'x-forwarded-host': HOST }, XFF, HOST],
  [PROXY, { 'x-forwarded-host': `${HOST}:8443` }, XFF, `${HOST}:8443`],
  [PROXY, { 'x-forwarded-host': `evil.example, ${HOST}` }, XFF, HOST],
  [PROXY, { 'x-forwarded-host': ['evil.example', HOST] }, XFF, HOST],
  [PROXY, {}, XFF, undefined],
  // A client writes what it likes.
  ['192.0.2.1', { 'x-forwarded-host': HOST }, XFF, undefined],
  [PROXY, { 'x-forwarded-host': HOST }, NO_PROXIES, undefined],
  [undefined, { 'x-forwarded-host': HOST }, XFF, undefined],
  ['192.0.2.1', { forwarded: `for=198.51.100.1;host=${HOST}` }, FORWARDED, undefined],
  [PROXY, { 'x-forwarded-host': HOST }, FORWARDED, undefined],
  [PROXY, { forwarded: `for=198.51.100.1;host=${HOST}` }, XFF, undefined],
  [PROXY, { forwarded: `for=198.51.100.1;host=${HOST}` }, FORWARDED, HOST],
  [PROXY, { forwarded: `for=198.51.100.1;Host="${HOST}:8443"` }, FORWARDED, `${HOST}:8443`],
  [PROXY, { forwarded: `for=203.0.113.9;host=evil.example, for=198.51.100.1;host=${HOST}` }, FORWARDED, HOST],
  [PROXY, { forwarded: `for=198.51.100.1;host=${HOST}, for=10.9.9.9;host=inside` }, FORWARDED, HOST],
  [PROXY, { forwarded: 'for=203.0.113.9;host=evil.example, for=198.51.100.1' }, FORWARDED, undefined],
  [PROXY, { forwarded: `for=198.51.100.1;host=evil.example;host=${HOST}` }, FORWARDED, undefined],
  [PROXY, { forwarded: `for=unknown;host=${HOST}` }, FORWARDED, undefined],
]

test('the host comes from a trusted proxy alone, and from the element that has the client’s address', () => {
  for (const [peer, headers, proxies, expected] of HOSTS)
    assert.equal(findForwardedHost(peer, headers, proxies), expected, `${peer} ${JSON.stringify(headers)}`)
})

test('no header that a client sends changes its address or its host', () => {
  const word = fc.constantFrom('"', '\\', ',', ';', 'for=', '10.0.0.1', '203.0.113.9', '[::1]', ' ', 'x', '=', 'host="')
  const words = fc.array(word, { maxLength: 12 }).map((parts) => parts.join(''))
  const sent = fc.oneof(fc.string(), words)
  fc.assert(
    fc.property(sent, (text) => {
      const xff = { 'x-forwarded-for': `${text}, 198.51.100.1, 10.9.9.9` }
      assert.equal(findClientIp(parseIp(PROXY), xff, XFF)?.text, '198.51.100.1')
      assert.equal(findForwardedHost(PROXY, { ...xff, 'x-forwarded-host': `${text}, ${HOST}` }, XFF), HOST)
      const quoted = text.replace(/["\\]/g, (sign) => `\\${sign}`)
      const forwarded = { forwarded: `${text}, for=198.51.100.1;host="${quoted}", for=10.9.9.9` }
      assert.equal(findClientIp(parseIp(PROXY), forwarded, FORWARDED)?.text, '198.51.100.1')
      const hosted = { forwarded: `${text}, for=198.51.100.1;host=${HOST}, for=10.9.9.9` }
      assert.equal(findForwardedHost(PROXY, hosted, FORWARDED), HOST)
    }),
  )
})
