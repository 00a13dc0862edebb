import { type Key, ORIGINS } from '../../src/access/testing/customers.ts'
import type { Country } from '../../src/records/country.ts'
import { fc } from '../../src/stdx/testing/properties.ts'
import { type ApiOperation, OPERATIONS, operationNamed, type Parameter } from './api-document.ts'
import type { Customers } from './customers.ts'
import type { Draft } from './draft.ts'
import type { Vocabulary } from './sample-data.ts'
import { encodings, soundText, soundValue, wrongText, wrongValue } from './schema-values.ts'

/** A request without a credential, and its possible responses. */
export interface Asking {
  readonly operation: ApiOperation
  readonly draft: Draft
  readonly asked: readonly string[]
}

/** A word in requests that no response and no log line may repeat. */
export const MARK = 'znamka7q'

const HOST = ['Host', 'api.example.com'] as const
const SUGGESTIONS = ['suggestAddresses', 'suggestCompanies'].map(operationNamed)
const DETAIL = operationNamed('readCompany')
const USAGE = operationNamed('getUsage')
const MINT = operationNamed('createBrowserSession')

/** A request that the document allows: omitted parameters have their default, and the order is arbitrary. */
export function soundAsking(vocabulary: Vocabulary): fc.Arbitrary<Asking> {
  return fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...SUGGESTIONS).chain((operation) => suggestion(operation, vocabulary)) },
    { weight: 4, arbitrary: detail(vocabulary) },
    { weight: 1, arbitrary: fc.constant(usageAsking()) },
  )
}

export function usageAsking(): Asking {
  return getOf(USAGE, USAGE.path, [], ['200'])
}

function suggestion(operation: ApiOperation, vocabulary: Vocabulary): fc.Arbitrary<Asking> {
  const typed = fc
    .tuple(
      fc.constantFrom(...vocabulary.names.sk, ...vocabulary.names.cz, ...vocabulary.streets),
      fc.integer({ min: 2, max: 12 }),
    )
    .map(([name, length]) => name.slice(0, length).padEnd(2, 'a'))
  const { parameters } = operation
  const others = parameters.filter(({ name }) => name !== 'q' && !isPlace(name))
  const place = parameters.filter(({ name }) => isPlace(name))
  const schema = parameters.find(({ name }) => name === 'q')!.schema
  const q = fc.oneof({ weight: 3, arbitrary: typed }, { weight: 1, arbitrary: soundText(schema) })
  // A position has two coordinates or none, which the schemas do not express.
  return fc
    .tuple(pair('q', q), fc.subarray([...others]), fc.subarray(place.length === 0 ? [] : [0]))
    .chain(([first, some, placed]) =>
      fc
        .tuple(
          ...[...some, ...(placed.length === 0 ? [] : place)].map(({ name, schema: one }) =>
            pair(name, soundText(one)),
          ),
        )
        .chain((more) => fc.shuffledSubarray([first, ...more], { minLength: 1 + more.length }))
        .map((query) => getOf(operation, operation.path, query, answersTo(operation, query))),
    )
}

function isPlace(name: string): boolean {
  return name === 'latitude' || name === 'longitude'
}

function answersTo({ id }: ApiOperation, query: readonly string[]): readonly string[] {
  const isCzech = query.some((one) => decodeURIComponent(one) === 'country=cz')
  return [id === 'suggestAddresses' && isCzech ? '503 data_unavailable' : '200']
}

function pair(name: string, value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return value.chain(encodings).map((text) => `${name}=${text}`)
}

function detail({ icos, ambiguous }: Vocabulary): fc.Arbitrary<Asking> {
  const known = (country: Country): fc.Arbitrary<readonly [Country, string, string]> =>
    fc.constantFrom(...icos[country]).map((ico) => [country, ico, '200'] as const)
  const unknown = fc.tuple(
    fc.constantFrom<Country>('sk', 'cz'),
    soundText(DETAIL.parameters.find(({ name }) => name === 'ico')!.schema),
  )
  const isThere = (country: Country, ico: string): boolean => icos[country].includes(ico) || ambiguous.includes(ico)
  return fc
    .oneof(
      { weight: 2, arbitrary: known('sk') },
      { weight: 2, arbitrary: known('cz') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...ambiguous).map((ico) => ['sk', ico, '409 company_identity_ambiguous'] as const),
      },
      {
        weight: 1,
        arbitrary: unknown
          .filter(([country, ico]) => !isThere(country, ico))
          .map(([country, ico]) => [country, ico, '404 company_not_found'] as const),
      },
    )
    .map(([country, ico, answer]) => getOf(DETAIL, `/v1/companies/${country}/${ico}`, [], [answer]))
}

/** A request with one parameter that is wrong, missing, repeated or unknown. */
export function wrongAsking(vocabulary: Vocabulary): fc.Arbitrary<Asking> {
  const ofQuery = soundAsking(vocabulary).chain(({ operation, draft }) =>
    wrongQuery(operation, draft.query).map((query) => ({ operation, draft: { ...draft, query }, asked: ['400'] })),
  )
  return fc.oneof({ weight: 5, arbitrary: ofQuery }, { weight: 1, arbitrary: wrongPath() })
}

function wrongQuery({ parameters }: ApiOperation, query: readonly string[]): fc.Arbitrary<readonly string[]> {
  const unknown = fc.constantFrom(...UNKNOWN_PAIRS).map((pair) => [...query, pair])
  const known = parameters.filter((one) => one.in === 'query')
  if (known.length === 0) return unknown
  const one = fc.constantFrom(...known)
  const without = ({ name }: Parameter): string[] => query.filter((given) => !given.startsWith(`${name}=`))
  const wrong = one.chain((parameter) =>
    wrongText(parameter.schema, MARK).map((text) => [...without(parameter), `${parameter.name}=${text}`]),
  )
  const twice = one.map(({ name }) => [...query, `${name}=1`, `${name}=2`])
  const missing = fc.constantFrom(...known.filter(({ required }) => required)).map(without)
  return fc.oneof({ weight: 6, arbitrary: wrong }, twice, missing, unknown)
}

const UNKNOWN_PAIRS = [`${MARK}=1`, 'Q=ml', 'lang[]=sk', '=', '&', '__proto__=1', 'q%00=1', `%${MARK}`, `a=${MARK}`]

function wrongPath(): fc.Arbitrary<Asking> {
  const values = DETAIL.parameters.filter((one) => one.in === 'path')
  return fc.constantFrom(...values).chain((wrong) =>
    fc
      .tuple(...values.map(({ name, schema }) => (name === wrong.name ? wrongText(schema, MARK) : soundText(schema))))
      .map((texts) => `/v1/companies/${texts.join('/')}`)
      .map((path) => ({ ...getOf(DETAIL, path, [], []), asked: ['400', '404 not_found'] })),
  )
}

/** Requests for sessions with valid and invalid bodies, without a credential. */
export function mintAsking({ rich }: Customers): fc.Arbitrary<Asking> {
  const sound = soundValue(MINT.body!) as fc.Arbitrary<{ readonly scopes?: readonly string[] }>
  const known = fc.tuple(fc.constantFrom(...rich), sound).map(([key, body]) => minting(key, body))
  const stranger = sound.map((body) => postOf(ORIGINS[0], JSON.stringify(body), ['401 unauthorized']))
  const wrong = wrongValue(MINT.body!, MARK).map((body) => postOf(ORIGINS[0], JSON.stringify(body), ['400']))
  const elsewhere = fc
    .tuple(fc.constantFrom(...rich), fc.constantFrom(...STRANGE_ORIGINS))
    .map(([key, origin]) => ({ ...minting(key, {}, origin), asked: ['403 origin_not_allowed'] }))
  const noJson = fc
    .constantFrom(
      '',
      '{',
      '{}x',
      'null',
      '[',
      `{"client_id":"${MARK}`,
      '\ufeff{}',
      '['.repeat(9_000),
      `"${'x'.repeat(16_000)}"`,
    )
    .map((text) => postOf(ORIGINS[0], text, ['400']))
  return fc.oneof({ weight: 3, arbitrary: known }, stranger, wrong, elsewhere, noJson)
}

export function minting({ clientId }: Key, body: object, origin: string = ORIGINS[0]): Asking {
  return postOf(origin, JSON.stringify({ ...body, client_id: clientId }), ['200'])
}

export const STRANGE_ORIGINS = [
  ...[
    'null',
    'https://evil.example',
    'http://www.example.com',
    'https://www.example.com:8443',
    'https://www.example.com.',
  ],
  ...[
    'https://WWW.example.com',
    'https://www.example.com/',
    'https://example.com',
    'https://a.www.example.com',
    'file://',
  ],
  ...[
    'https://www.example.com.evil.example',
    `https://${MARK}.example`,
    'https://www.example.com https://evil.example',
    '*',
  ],
]

/** Lists of headers that a page may send, in different forms, and others. */
const PAGE_HEADERS = ['', 'authorization', 'Authorization, content-type,ACCEPT', 'authorization,,']
const OTHER_HEADERS = ['x-api-key', `accept, ${MARK}`]

/** A preflight request. */
export function preflightAsking(): fc.Arbitrary<Asking> {
  const preflights = OPERATIONS.filter(({ method }) => method === 'OPTIONS')
  const wanted = (path: string): string =>
    OPERATIONS.find((one) => one.path === path && one.method !== 'OPTIONS')!.method
  return fc
    .record({
      operation: fc.constantFrom(...preflights),
      origin: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom<string>(...ORIGINS) },
        { weight: 1, arbitrary: fc.constantFrom(...STRANGE_ORIGINS) },
      ),
      method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'PUT', 'get', MARK),
      headers: fc.constantFrom(...PAGE_HEADERS, ...OTHER_HEADERS),
    })
    .map(({ operation, origin, method, headers }) => {
      const isKnown = ORIGINS.some((one) => one === origin) && !OTHER_HEADERS.includes(headers)
      const isAllowed = isKnown && method === wanted(operation.path)
      const lines = [
        HOST,
        ['Origin', origin],
        ['Access-Control-Request-Method', method],
        ['Access-Control-Request-Headers', headers],
      ] as const
      const path = operation.path.replace('{country}', 'sk').replace('{ico}', '00000001')
      return {
        operation,
        draft: { method: 'OPTIONS', path, query: [], headers: lines },
        asked: [isAllowed ? '204' : '403'],
      }
    })
}

export function getOf(
  operation: ApiOperation,
  path: string,
  query: readonly string[],
  asked: readonly string[],
): Asking {
  return { operation, draft: { method: 'GET', path, query, headers: [HOST] }, asked }
}

function postOf(origin: string, body: string, asked: readonly string[]): Asking {
  const headers = [HOST, ['Origin', origin], ['Content-Type', 'application/json']] as const
  return {
    operation: MINT,
    draft: { method: 'POST', path: MINT.path, query: [], headers, body: Buffer.from(body) },
    asked,
  }
}
