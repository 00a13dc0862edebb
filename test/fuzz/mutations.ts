import { ORIGINS } from '../../src/access/testing/customers.ts'
import { fc } from '../../src/stdx/testing/properties.ts'
import { MARK, STRANGE_ORIGINS } from './asking.ts'
import { type Draft, headerOf, withHeader } from './draft.ts'

/**
 * Changes of a valid request that keep it one request with a clear end, so it has exactly one response. Other changes
 * are sent as raw bytes.
 */
export function mutateDraft(draft: Draft): fc.Arbitrary<Draft> {
  return fc
    .oneof(
      query(draft),
      query(draft),
      headers(draft),
      authorization(draft),
      origin(draft),
      method(draft),
      path(draft),
      body(draft),
    )
    .filter((one) => one.method !== 'CONNECT')
}

function query(draft: Draft): fc.Arbitrary<Draft> {
  const { query: pairs } = draft
  const at = fc.nat({ max: Math.max(0, pairs.length - 1) })
  return fc
    .oneof(
      at.map((i) => pairs.filter((_, one) => one !== i)),
      at.map((i) => [...pairs, pairs[i] ?? 'q=ml']),
      fc.shuffledSubarray([...pairs], { minLength: pairs.length }),
      fc.constantFrom(...ODD_PAIRS).map((pair) => [...pairs, pair]),
      fc
        .tuple(at, fc.constantFrom(...ODD_ENDS))
        .map(([i, end]) => pairs.map((pair, one) => (one === i ? `${pair}${end}` : pair))),
      fc
        .tuple(at, fc.nat({ max: 200 }), fc.constantFrom(...ODD_ENDS))
        .map(([i, where, what]) => pairs.map((pair, one) => (one === i ? inserted(pair, where, what) : pair))),
      fc.constantFrom(1_900, 2_100, 6_000).map((length) => [...pairs, `x=${'a'.repeat(length)}`]),
      fc.constant(Array.from({ length: 300 }, (_, i) => `p${i}=`)),
    )
    .map((next) => ({ ...draft, query: next }))
}

const ODD_PAIRS = [
  `${MARK}=1`,
  `a=${MARK}`,
  '',
  '=',
  '=1',
  'q',
  'q=',
  'Q=ml',
  'country=SK',
  'limit=11',
  'limit=1e1',
  'lang=',
  'latitude=1',
  'constructor=1',
  'q[]=ml',
  '%71=ml',
]
const ODD_ENDS = [
  '%',
  '%00',
  '%zz',
  '%ff',
  '%0a',
  '%e2%80%ae',
  '#',
  `#${MARK}`,
  ';',
  '?',
  '=',
  '+',
  '%2B',
  '%26',
  '/',
  "'",
  '"',
  '<b>',
  '\\',
  '|',
  '..',
  `%20${MARK}`,
]

function inserted(text: string, at: number, what: string): string {
  const place = at % (text.length + 1)
  return `${text.slice(0, place)}${what}${text.slice(place)}`
}

function headers(draft: Draft): fc.Arbitrary<Draft> {
  const names = draft.headers.map(([name]) => name)
  return fc.oneof(
    fc
      .constantFrom(...ODD_HEADERS)
      .map(([name, value]) => ({ ...draft, headers: [...draft.headers, [name, value] as const] })),
    fc.constantFrom(...names).map((name) => ({ ...draft, headers: draft.headers.filter(([one]) => one !== name) })),
    fc.constantFrom(...draft.headers).map((header) => ({ ...draft, headers: [...draft.headers, header] })),
    fc
      .shuffledSubarray([...draft.headers], { minLength: draft.headers.length })
      .map((next) => ({ ...draft, headers: next })),
    fc.constantFrom(...names).map((name) => ({
      ...draft,
      headers: draft.headers.map(([one, value]) => [one === name ? one.toUpperCase() : one, value] as const),
    })),
    fc.constant({
      ...draft,
      headers: [...draft.headers, ...Array.from({ length: 50 }, (_, i) => [`X-${i}`, MARK] as const)],
    }),
  )
}

const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ...([
    ['Accept', 'text/html;q=0'],
    ['Accept', MARK],
    ['Accept-Encoding', 'br, gzip'],
    ['Accept-Language', 'xx'],
  ] as const),
  ...([
    ['Cookie', `a=${MARK}`],
    ['Range', 'bytes=0-1'],
    ['If-None-Match', '*'],
    ['TE', 'trailers'],
    ['Via', '1.1 a'],
  ] as const),
  ...([
    ['X-Forwarded-For', '203.0.113.7'],
    ['Forwarded', 'for=_x;proto=http'],
    ['X-Forwarded-For', MARK],
  ] as const),
  ...([
    ['X-HTTP-Method-Override', 'DELETE'],
    ['X-Original-URL', '/docs'],
    ['X-Request-Id', `${MARK}1234567890abcdef12345678`],
  ] as const),
  ...([
    ['Sec-Fetch-Site', 'cross-site'],
    ['Referer', `https://a.example/${MARK}`],
    ['User-Agent', ''],
    ['__proto__', 'x'],
  ] as const),
  ...([
    ['Upgrade', 'h2c'],
    ['Connection', 'keep-alive'],
    ['Connection', 'close'],
    ['Connection', 'upgrade'],
    ['Keep-Alive', 'x'],
  ] as const),
  ...([
    ['Host', 'b'],
    ['Host', ''],
    ['Expect', '100-continue'],
    ['Expect', MARK],
    ['Content-Type', MARK],
    ['Trailer', 'x'],
  ] as const),
  ...([
    ['Access-Control-Request-Method', 'GET'],
    ['Access-Control-Request-Private-Network', 'true'],
  ] as const),
]

function authorization(draft: Draft): fc.Arbitrary<Draft> {
  const value = headerOf(draft, 'authorization') ?? `Bearer ${MARK}`
  const token = value.replace('Bearer ', '') || MARK
  return fc
    .oneof(
      fc
        .nat({ max: token.length - 1 })
        .map((at) => `Bearer ${token.slice(0, at)}${token[at] === 'f' ? 'e' : 'f'}${token.slice(at + 1)}`),
      fc.nat({ max: token.length - 1 }).map((at) => `Bearer ${token.slice(0, at)}`),
      fc.constantFrom(
        `bearer  ${token}`,
        `Bearer ${token},`,
        `Bearer "${token}"`,
        `Bearer ${token}${MARK}`,
        token,
        `Token ${token}`,
        'Bearer',
        'Bearer \u00e9',
        `Basic ${btoa(`a:${token}`)}`,
      ),
      fc.constantFrom('rgk_', 'rgb_', 'rgp_').map((kind) => `Bearer ${kind}${token.slice(4)}`),
      fc
        .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 64, maxLength: 64 })
        .map((digits) => `Bearer rgb_${digits.join('')}`),
    )
    .map((next) => withHeader(draft, 'Authorization', next))
}

function origin(draft: Draft): fc.Arbitrary<Draft> {
  return fc.constantFrom(...ORIGINS, ...STRANGE_ORIGINS, '').map((one) => withHeader(draft, 'Origin', one))
}

function method(draft: Draft): fc.Arbitrary<Draft> {
  const others = [
    'HEAD',
    'POST',
    'GET',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'SEARCH',
    'QUERY',
    'LINK',
    'PURGE',
  ]
  return fc.constantFrom(...others).map((next) => ({ ...draft, method: next }))
}

function path(draft: Draft): fc.Arbitrary<Draft> {
  const segments = draft.path.split('/')
  const at = fc.nat({ max: Math.max(0, segments.length - 2) }).map((i) => Math.min(i + 1, segments.length - 1))
  return fc
    .oneof(
      fc
        .tuple(at, fc.constantFrom('', '.', '..', MARK, '%2e', '*', 'sk', '__proto__', 'a;b', '~'))
        .map(([i, one]) => segments.toSpliced(i, 0, one)),
      at.map((i) => segments.toSpliced(i, 1)),
      at.map((i) => segments.with(i, segments[i]!.toUpperCase())),
      at.map((i) => segments.with(i, `%${segments[i]!.charCodeAt(0).toString(16)}${segments[i]!.slice(1)}`)),
      at.map((i) => [...segments.slice(0, i), segments.slice(i).join('%2f')]),
    )
    .map((next) => next.join('/'))
    .chain((next) =>
      fc.constantFrom(
        next,
        next,
        `${draft.path}/`,
        `/${draft.path}`,
        `http://a${draft.path}`,
        draft.path.slice(1),
        `${draft.path}#${MARK}`,
        `${draft.path}${'/a'.repeat(900)}`,
        '*',
        '/',
        '/docs',
        '/openapi.json',
        '/regista.min.js',
      ),
    )
    .map((next) => ({ ...draft, path: next }))
}

function body(draft: Draft): fc.Arbitrary<Draft> {
  const given = draft.body ?? Buffer.from('{}')
  const text = given.toString()
  const bodies = fc.oneof(
    fc.constantFrom(0, 1, 2, 16_384, 16_385, 20_000).map((length) => Buffer.alloc(length, 'x')),
    fc
      .constantFrom(
        '{"a":',
        `{"${MARK}":1}`,
        `[${text}]`,
        `${text}${text}`,
        text.replace('{', '{"client_id":"rgp_0",'),
        text.toUpperCase(),
        '\u0000',
      )
      .map((one) => Buffer.from(one)),
    fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
    fc.nat({ max: given.length }).map((end) => given.subarray(0, end)),
    fc.constant(given),
  )
  const chunkBytes = fc.constantFrom(undefined, undefined, 1, 7, 5_000)
  const types = fc.constantFrom(
    'application/json',
    'application/json; charset=UTF-8',
    'application/json; charset=latin1',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '',
  )
  return fc.tuple(bodies, chunkBytes, types).map(([next, chunk, type]) => {
    const sent: Draft = { ...withHeader(draft, 'Content-Type', type), body: next }
    // Short bodies get one byte per chunk.
    return chunk === undefined || (chunk === 1 && 1_000 < next.length) ? sent : { ...sent, chunkBytes: chunk }
  })
}
