import { ORIGINS } from '../../src/access/testing/customers.ts'
import { fc } from '../../src/stdx/testing/properties.ts'
import { type Change, elementChange, listChange, place, textChange, weighted } from './arbitraries.ts'
import { MARK, STRANGE_ORIGINS } from './asking.ts'
import { type Draft, headerOf, withHeader } from './draft.ts'

type Header = Draft['headers'][number]

const ODD_PAIRS = [
  ...`${MARK}=1 a=${MARK} = =1 q q= Q=ml country=SK limit=11 limit=1e1 lang= latitude=1 constructor=1`.split(' '),
  ...['', 'q[]=ml', '%71=ml', ...[1_900, 2_100, 6_000].map((length) => `x=${'a'.repeat(length)}`)],
]
const ODD_PIECES = `% %00 %zz %ff %0a %e2%80%ae # #${MARK} ; ? = + %2B %26 / ' " <b> \\ | .. %20${MARK}`.split(' ')

/** `name: value`, separated by bars. */
const ODD_HEADERS =
  `Accept: text/html;q=0|Accept: ${MARK}|Accept-Encoding: br, gzip|Accept-Language: xx|Cookie: a=${MARK}|
Range: bytes=0-1|If-None-Match: *|TE: trailers|Via: 1.1 a|X-Forwarded-For: 203.0.113.7|Forwarded: for=_x;proto=http|
X-Forwarded-For: ${MARK}|X-HTTP-Method-Override: DELETE|X-Original-URL: /docs|
X-Request-Id: ${MARK}1234567890abcdef12345678|Sec-Fetch-Site: cross-site|Referer: https://a.example/${MARK}|User-Agent: |
__proto__: x|Upgrade: h2c|Connection: keep-alive|Connection: close|Connection: upgrade|Keep-Alive: x|Host: b|Host: |
Expect: 100-continue|Expect: ${MARK}|Content-Type: ${MARK}|Trailer: x|Access-Control-Request-Method: GET|
Access-Control-Request-Private-Network: true`
    .split('|')
    .map((line): Header => line.trimStart().split(': ') as [string, string])

const METHODS = 'HEAD POST GET PUT PATCH DELETE OPTIONS TRACE PROPFIND SEARCH QUERY LINK PURGE'.split(' ')
const ODD_SEGMENTS = ['', '.', '..', MARK, '%2e', '*', 'sk', '__proto__', 'a;b', '~']
const OTHER_PATHS = ['*', '/', '/docs', '/openapi.json', '/regista.min.js']
const TYPES = [
  ...['application/json', 'application/json; charset=UTF-8', 'application/json; charset=latin1', 'text/plain', ''],
  ...['application/x-www-form-urlencoded', 'multipart/form-data'],
]

const changed = <Name extends keyof Draft>(name: Name, changes: fc.Arbitrary<Change<Draft[Name]>>) =>
  changes.map(
    (change): Change<Draft> =>
      (draft) => ({ ...draft, [name]: change(draft[name]) }),
  )

const always = <T>(...values: readonly T[]): fc.Arbitrary<Change<T>> =>
  fc.constantFrom(...values).map((value) => () => value)

const header = (name: string, value: (before: string) => string): Change<Draft> => {
  return (draft) => withHeader(draft, name, value(headerOf(draft, name.toLowerCase()) ?? `Bearer ${MARK}`))
}

const ofQuery = changed(
  'query',
  weighted(
    [4, listChange(ODD_PAIRS)],
    [2, elementChange(textChange(ODD_PIECES))],
    [1, always<readonly string[]>(Array.from({ length: 300 }, (_, i) => `p${i}=`))],
  ),
)

const ofHeaders = changed(
  'headers',
  weighted(
    [4, listChange(ODD_HEADERS)],
    [1, elementChange(fc.constant(([name, value]: Header): Header => [name.toUpperCase(), value]))],
    [1, fc.constant((headers) => [...headers, ...Array.from({ length: 50 }, (_, i) => [`X-${i}`, MARK] as const)])],
  ),
)

/** Another token, another form of it, or another scheme. */
const ofAuthorization = fc
  .oneof(
    place.map((at) => (token: string) => {
      const i = at % token.length
      return `Bearer ${token.slice(0, i)}${token[i] === 'f' ? 'e' : 'f'}${token.slice(i + 1)}`
    }),
    place.map((at) => (token: string) => `Bearer ${token.slice(0, at % token.length)}`),
    fc
      .constantFrom(
        'bearer  T',
        'Bearer T,',
        'Bearer "T"',
        `Bearer T${MARK}`,
        'T',
        'Token T',
        'Bearer',
        'Bearer \u00e9',
      )
      .map((form) => (token: string) => form.replace('T', () => token)),
    fc.constantFrom('rgk_', 'rgb_', 'rgp_').map((kind) => (token: string) => `Bearer ${kind}${token.slice(4)}`),
    fc.constant((token: string) => `Basic ${btoa(`a:${token}`)}`),
    fc.stringMatching(/^[0-9a-f]{64}$/).map((digits) => () => `Bearer rgb_${digits}`),
  )
  .map((change) => header('Authorization', (before) => change(before.replace('Bearer ', '') || MARK)))

const ofOrigin = fc.constantFrom(...ORIGINS, ...STRANGE_ORIGINS, '').map((one) => header('Origin', () => one))

const segments = weighted(
  [2, listChange(ODD_SEGMENTS)],
  [1, elementChange(fc.constant((one: string) => one.toUpperCase()))],
  [1, elementChange(fc.constant((one: string) => `%${one.charCodeAt(0).toString(16)}${one.slice(1)}`))],
  [
    1,
    place.map((at) => (all: readonly string[]) => [
      ...all.slice(0, at % all.length),
      all.slice(at % all.length).join('%2f'),
    ]),
  ],
)

const ofPath = changed(
  'path',
  weighted(
    [3, segments.map((change) => (path: string) => ['', ...change(path.split('/').slice(1))].join('/'))],
    [
      1,
      fc
        .constantFrom('P/', '/P', 'http://aP', `P#${MARK}`, `P${'/a'.repeat(900)}`)
        .map((form) => (path: string) => form.replace('P', () => path)),
    ],
    [1, always(...OTHER_PATHS)],
    [1, fc.constant((path: string) => path.slice(1))],
  ),
)

const ODD_BODIES = ['{"a":', `{"${MARK}":1}`, '[B]', 'BB', '\u0000']

const ofBody: fc.Arbitrary<Change<Draft>> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(0, 1, 2, 16_384, 16_385, 20_000).map((length) => () => Buffer.alloc(length, 'x')),
      fc
        .constantFrom(...ODD_BODIES)
        .map((form) => (text: Buffer) => Buffer.from(form.replaceAll('B', () => `${text}`))),
      fc.constant((text: Buffer) => Buffer.from(`${text}`.replace('{', '{"client_id":"rgp_0",'))),
      fc.constant((text: Buffer) => Buffer.from(`${text}`.toUpperCase())),
      fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => () => Buffer.from(bytes)),
      place.map((at) => (text: Buffer) => text.subarray(0, at % (text.length + 1))),
      fc.constant((text: Buffer) => text),
    ),
    fc.constantFrom(undefined, undefined, 1, 7, 5_000),
    fc.constantFrom(...TYPES),
  )
  .map(([change, chunk, type]) => (draft) => {
    const body = change(draft.body ?? Buffer.from('{}'))
    const sent: Draft = { ...withHeader(draft, 'Content-Type', type), body }
    // Short bodies get one byte per chunk.
    return chunk === undefined || (chunk === 1 && 1_000 < body.length) ? sent : { ...sent, chunkBytes: chunk }
  })

/**
 * Changes of a valid request that keep it one request with a clear end, so it has exactly one response. Other changes
 * are those of raw bytes.
 */
export const draftChange: fc.Arbitrary<Change<Draft>> = weighted(
  [2, ofQuery],
  [1, ofHeaders],
  [1, ofAuthorization],
  [1, ofOrigin],
  [1, changed('method', always(...METHODS))],
  [1, ofPath],
  [1, ofBody],
)
