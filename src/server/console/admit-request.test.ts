import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AdminToken } from './admin-token.ts'
import { admitToData, admitToPage, type Visitor } from './admit-request.ts'
import { ConsoleError } from './console-error.ts'

const SECRET = '0123456789abcdef0123456789abcdef'
const TOKEN = new AdminToken(SECRET)
const LOOPBACK = '127.0.0.1'

/** As Node reads them: the raw list has every header, the object the first of several. */
function visitor(...headers: readonly (readonly [name: string, value: string])[]): Visitor {
  const first = new Map(headers.toReversed().map(([name, value]) => [name.toLowerCase(), value]))
  return { rawHeaders: headers.flat(), headers: Object.fromEntries(first) }
}

/** `admitted`, or the code of the refusal. */
function outcome(admit: typeof admitToData, seen: Visitor, listeningOn: string, token?: AdminToken): string {
  try {
    admit(seen, { listeningOn, token })
    return 'admitted'
  } catch (error) {
    assert(error instanceof ConsoleError, String(error))
    return error.code
  }
}

const host = (value: string) => ['Host', value] as const

const HOSTS: readonly [what: string, seen: Visitor, isLoopback: boolean][] = [
  ['localhost', visitor(host('localhost')), true],
  ['localhost with a port', visitor(host('localhost:9090')), true],
  ['LOCALHOST', visitor(host('LOCALHOST:9090')), true],
  ['127.0.0.1', visitor(host('127.0.0.1')), true],
  ['127.0.0.1 with a port', visitor(host('127.0.0.1:9090')), true],
  ['[::1]', visitor(host('[::1]')), true],
  ['[::1] with a port', visitor(host('[::1]:9090')), true],
  ['a DNS name', visitor(host('operator.example.com:9090')), false],
  ['a DNS name that begins like a loopback address', visitor(host('127.0.0.1.example.com')), false],
  ['a DNS name that begins with localhost', visitor(host('localhost.example.com')), false],
  ['a DNS name that ends with localhost', visitor(host('evil.localhost')), false],
  ['localhost with a dot at its end', visitor(host('localhost.')), false],
  ['an address of a network', visitor(host('10.0.0.5:9090')), false],
  ['0.0.0.0', visitor(host('0.0.0.0:9090')), false],
  ['another loopback address', visitor(host('127.0.0.2')), false],
  ['a number for 127.0.0.1', visitor(host('2130706433')), false],
  ['::1 without brackets', visitor(host('::1')), false],
  ['a user before the host', visitor(host('evil@127.0.0.1')), false],
  ['a port that is none', visitor(host('127.0.0.1:9090x')), false],
  ['a space', visitor(host('127.0.0.1 .example.com')), false],
  ['an empty Host', visitor(host('')), false],
  ['no Host', visitor(), false],
  ['two Hosts that agree', visitor(host('127.0.0.1'), host('127.0.0.1')), false],
  ['two Hosts, the first of them loopback', visitor(host('127.0.0.1'), ['host', 'example.com']), false],
  ['a proxy that names the caller', visitor(host('127.0.0.1'), ['X-Forwarded-For', '203.0.113.9']), false],
  ['a proxy of the newer form', visitor(host('127.0.0.1'), ['Forwarded', 'for=203.0.113.9']), false],
  ['a proxy that names itself', visitor(host('127.0.0.1'), ['Via', '1.1 proxy']), false],
  ['a proxy that names the scheme alone', visitor(host('127.0.0.1'), ['X-Forwarded-Proto', 'https']), false],
  ['a proxy that names the port alone', visitor(host('127.0.0.1'), ['X-FORWARDED-PORT', '443']), false],
  ['a proxy that names the caller alone', visitor(host('127.0.0.1'), ['X-Real-IP', '203.0.113.9']), false],
  ['a page of an old browser', visitor(host('127.0.0.1:9090'), ['Origin', 'https://evil.example']), false],
  ['a page of this machine', visitor(host('127.0.0.1:9090'), ['Origin', 'http://127.0.0.1:5173']), false],
  ['a page without an origin', visitor(host('127.0.0.1:9090'), ['Origin', 'null']), false],
  ['its own origin', visitor(host('127.0.0.1:9090'), ['Origin', 'http://127.0.0.1:9090']), true],
  ['another site', visitor(host('127.0.0.1'), ['Sec-Fetch-Site', 'cross-site']), false],
  ['another port of this machine', visitor(host('127.0.0.1'), ['Sec-Fetch-Site', 'same-site']), false],
  ['the page itself', visitor(host('127.0.0.1'), ['Sec-Fetch-Site', 'same-origin']), true],
  ['the address bar', visitor(host('127.0.0.1'), ['Sec-Fetch-Site', 'none']), true],
]

describe('without a token', () => {
  for (const [what, seen, isLoopback] of HOSTS)
    test(`${what} is ${isLoopback ? 'admitted' : 'forbidden'} on a loopback listener, and forbidden on any other`, () => {
      const expected = isLoopback ? 'admitted' : 'forbidden'
      for (const admit of [admitToData, admitToPage]) {
        for (const listeningOn of [LOOPBACK, '::1', '127.0.0.9', '::ffff:127.0.0.1'])
          assert.equal(outcome(admit, seen, listeningOn), expected, listeningOn)
        for (const listeningOn of ['0.0.0.0', '::', '10.0.0.5', '127.0.0.1.example', 'fe80::1'])
          assert.equal(outcome(admit, seen, listeningOn), 'forbidden', listeningOn)
      }
    })

  test('a link of another page leads to the page of the console, but no other request of that page and none for data', () => {
    const link = (name: string, ...more: (readonly [string, string])[]): Visitor =>
      visitor(host(name), ['Sec-Fetch-Site', 'cross-site'], ['Sec-Fetch-Mode', 'navigate'], ...more)
    const followed = link('127.0.0.1', ['Sec-Fetch-Dest', 'document'])
    const inFrame = link('127.0.0.1', ['Sec-Fetch-Dest', 'iframe'])
    const rebound = link('rebound.example.com', ['Sec-Fetch-Dest', 'document'])
    const throughProxy = link('127.0.0.1', ['Sec-Fetch-Dest', 'document'], ['Via', '1.1 proxy'])
    assert.equal(outcome(admitToPage, followed, LOOPBACK), 'admitted')
    assert.equal(outcome(admitToData, followed, LOOPBACK), 'forbidden')
    for (const seen of [inFrame, rebound, throughProxy])
      assert.equal(outcome(admitToPage, seen, LOOPBACK), 'forbidden', String(seen.rawHeaders))
    assert.equal(outcome(admitToPage, followed, '10.0.0.5'), 'forbidden')
  })

  test('the message says how to open the console', () => {
    assert.throws(
      () => admitToData(visitor(host('operator.example.com')), { listeningOn: '0.0.0.0', token: undefined }),
      /does not listen on a loopback address\..*ssh -L.*REGISTA_ADMIN_TOKEN/,
    )
  })
})

const BEARER = `Bearer ${SECRET}`
const TOKENS: readonly [what: string, headers: readonly string[], expected: string][] = [
  ['the token', [`Authorization: ${BEARER}`], 'admitted'],
  ['the token with a small scheme', [`authorization: bearer  ${SECRET}`], 'admitted'],
  ['no token', [], 'token_required'],
  ['the token twice', [`Authorization: ${BEARER}`, `Authorization: ${BEARER}`], 'token_wrong'],
  ['a right and a wrong token', [`Authorization: ${BEARER}`, 'Authorization: Bearer x'], 'token_wrong'],
  ['the beginning of the token', [`Authorization: ${BEARER.slice(0, -1)}`], 'token_wrong'],
  ['the token and one more character', [`Authorization: ${BEARER}0`], 'token_wrong'],
  ['the token in capitals', [`Authorization: Bearer ${SECRET.toUpperCase()}`], 'token_wrong'],
  ['another scheme', [`Authorization: Basic ${SECRET}`], 'token_wrong'],
  ['an empty token', ['Authorization: Bearer '], 'token_wrong'],
  ['the token in a cookie', [`Cookie: token=${SECRET}`], 'token_required'],
]

describe('with a token that is configured', () => {
  for (const [what, headers, expected] of TOKENS)
    test(`${what}: ${expected}, from any host on any listener`, () => {
      for (const name of ['operator.example.com', '10.0.0.5:9090']) {
        const seen = visitor(host(name), ...headers.map((header) => header.split(': ') as [string, string]))
        for (const listeningOn of ['0.0.0.0', LOOPBACK])
          assert.equal(outcome(admitToData, seen, listeningOn, TOKEN), expected)
      }
    })

  test('a loopback connection needs it too, because a proxy on this machine may look like a browser', () => {
    for (const listeningOn of [LOOPBACK, '::1'])
      for (const [what, seen] of HOSTS)
        assert.equal(outcome(admitToData, seen, listeningOn, TOKEN), 'token_required', what)
  })

  test('a wrong token is refused on a loopback connection too', () => {
    const seen = visitor(host('127.0.0.1'), ['Authorization', 'Bearer x'])
    assert.equal(outcome(admitToData, seen, LOOPBACK, TOKEN), 'token_wrong')
  })

  test('the page without data is sent to every host, because it asks for the token', () => {
    assert.equal(outcome(admitToPage, visitor(host('operator.example.com')), '::', TOKEN), 'admitted')
  })
})

test('a token that is short or cannot be sent in a header is refused, and the message does not repeat it', () => {
  for (const text of ['', 'short', SECRET.slice(1), `${SECRET} `, `${SECRET}\n`, `${SECRET}ž`]) {
    const isSafe = ({ name, message }: Error): boolean =>
      name === 'InputError' && MESSAGE.test(message) && (text === '' || !message.includes(text))
    assert.throws(() => new AdminToken(text), isSafe, text)
  }
})

const MESSAGE = /at least 32 printable ASCII characters.*openssl rand/
