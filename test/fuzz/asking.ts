import { type Key, ORIGINS } from '../../src/access/testing/customers.ts'
import { fc } from '../../src/stdx/testing/properties.ts'
import { type ApiOperation, OPERATIONS, operationNamed, type Parameter } from './api-document.ts'
import { weighted } from './arbitraries.ts'
import type { Customers } from './customers.ts'
import type { Draft } from './draft.ts'
import type { Vocabulary } from './sample-data.ts'
import { encoded, soundText, soundValue, wrongText, wrongValue } from './schema-values.ts'

/** A request without a credential, and its possible responses. */
export interface Asking {
  readonly operation: ApiOperation
  readonly draft: Draft
  readonly asked: readonly string[]
}

/** A word in requests that no response and no log line may repeat. */
export const MARK = 'znamka7q'

const HOST = ['Host', 'api.example.com'] as const
const DETAIL = operationNamed('readCompany')
const USAGE = operationNamed('getUsage')
const MINT = operationNamed('createBrowserSession')

/** A request that the document allows: omitted parameters have their default, and the order is arbitrary. */
export function soundAsking(vocabulary: Vocabulary): fc.Arbitrary<Asking> {
  return weighted(
    [5, suggestion(operationNamed('suggestCompanies'), vocabulary)],
    [5, suggestion(operationNamed('suggestAddresses'), vocabulary)],
    [4, detail(vocabulary)],
    [1, fc.constant(getOf(USAGE, USAGE.path, [], ['200']))],
  )
}

function suggestion(operation: ApiOperation, { names, streets }: Vocabulary): fc.Arbitrary<Asking> {
  const typed = fc
    .tuple(fc.constantFrom(...names.sk, ...names.cz, ...streets), fc.integer({ min: 2, max: 12 }))
    .map(([name, length]) => name.slice(0, length).padEnd(2, 'a'))
  const textFor = ({ name, schema }: Parameter) =>
    encoded(name === 'q' ? weighted([3, typed], [1, soundText(schema)]) : soundText(schema))
  const texts = Object.fromEntries(operation.parameters.map((one) => [one.name, textFor(one)]))
  // A position has two coordinates or none, which the schemas do not express.
  const { latitude, longitude, ...others } = texts
  const position = latitude && longitude ? fc.option(fc.record({ latitude, longitude }), { nil: {} }) : fc.constant({})
  return fc
    .tuple(fc.record(others, { requiredKeys: ['q'] }), position, fc.nat({ max: 6 }))
    .map(([some, place, first]) => {
      const pairs = Object.entries({ ...some, ...place }).map((pair) => pair.join('='))
      const isMissing = operation.id === 'suggestAddresses' && decodeURIComponent(some.country ?? '') === 'cz'
      const query = pairs.map((_, i) => pairs[(first + i) % pairs.length]!)
      return getOf(operation, operation.path, query, [isMissing ? '503 data_unavailable' : '200'])
    })
}

function detail({ icos, ambiguous }: Vocabulary): fc.Arbitrary<Asking> {
  const at = (country: string, answer: string) => (ico: string) =>
    getOf(DETAIL, `/v1/companies/${country}/${ico}`, [], [answer])
  const any = soundText(DETAIL.parameters.find(({ name }) => name === 'ico')!.schema)
  const unknown = any.filter((ico) => ![...icos.sk, ...icos.cz, ...ambiguous].includes(ico))
  return weighted(
    [2, fc.constantFrom(...icos.sk).map(at('sk', '200'))],
    [2, fc.constantFrom(...icos.cz).map(at('cz', '200'))],
    [1, fc.constantFrom(...ambiguous).map(at('sk', '409 company_identity_ambiguous'))],
    [1, fc.oneof(...['sk', 'cz'].map((country) => unknown.map(at(country, '404 company_not_found'))))],
  )
}

/** A request with one parameter that is wrong, missing, repeated or unknown. */
export function wrongAsking(vocabulary: Vocabulary): fc.Arbitrary<Asking> {
  const ofQuery = soundAsking(vocabulary).chain(({ operation, draft }) =>
    wrongQuery(operation, draft.query).map((query) => ({ operation, draft: { ...draft, query }, asked: ['400'] })),
  )
  return weighted([5, ofQuery], [1, wrongPath()])
}

function wrongQuery({ parameters }: ApiOperation, query: readonly string[]): fc.Arbitrary<readonly string[]> {
  const unknown = fc.constantFrom(...UNKNOWN_PAIRS).map((pair) => [...query, pair])
  const known = parameters.filter((one) => one.in === 'query')
  if (known.length === 0) return unknown
  const without = ({ name }: Parameter): string[] => query.filter((given) => !given.startsWith(`${name}=`))
  const wrong = known.map((one) => wrongText(one.schema, MARK).map((text) => [...without(one), `${one.name}=${text}`]))
  const twice = fc.constantFrom(...known).map(({ name }) => [...query, `${name}=1`, `${name}=2`])
  const missing = fc.constantFrom(...known.filter(({ required }) => required)).map(without)
  return weighted([6, fc.oneof(...wrong)], [1, twice], [1, missing], [1, unknown])
}

const UNKNOWN_PAIRS = [`${MARK}=1`, 'Q=ml', 'lang[]=sk', '=', '&', '__proto__=1', 'q%00=1', `%${MARK}`, `a=${MARK}`]

function wrongPath(): fc.Arbitrary<Asking> {
  const values = DETAIL.parameters.filter((one) => one.in === 'path')
  const paths = values.map((wrong) =>
    fc.tuple(...values.map((one) => (one === wrong ? wrongText(one.schema, MARK) : soundText(one.schema)))),
  )
  return fc
    .oneof(...paths)
    .map((texts) => getOf(DETAIL, `/v1/companies/${texts.join('/')}`, [], ['400', '404 not_found']))
}

const NO_JSON = [
  ...['', '{', '{}x', 'null', '[', `{"client_id":"${MARK}`, '\ufeff{}', '['.repeat(9_000)],
  `"${'x'.repeat(16_000)}"`,
]

/** Requests for sessions with valid and invalid bodies, without a credential. */
export function mintAsking({ rich }: Customers): fc.Arbitrary<Asking> {
  const sound = soundValue(MINT.body!) as fc.Arbitrary<{ readonly scopes?: readonly string[] }>
  const key = fc.constantFrom(...rich)
  const post = (body: string, answer: string) => postOf(ORIGINS[0], body, [answer])
  return weighted(
    [3, fc.tuple(key, sound).map(([one, body]) => minting(one, body))],
    [1, sound.map((body) => post(JSON.stringify(body), '401 unauthorized'))],
    [1, wrongValue(MINT.body!, MARK).map((body) => post(JSON.stringify(body), '400'))],
    [1, fc.constantFrom(...NO_JSON).map((body) => post(body, '400'))],
    [
      1,
      fc.tuple(key, strangeOrigin).map(([one, at]) => ({ ...minting(one, {}, at), asked: ['403 origin_not_allowed'] })),
    ],
  )
}

export function minting({ clientId }: Key, body: object, origin: string = ORIGINS[0]): Asking {
  return postOf(origin, JSON.stringify({ ...body, client_id: clientId }), ['200'])
}

export const STRANGE_ORIGINS = [
  ...['null', 'https://evil.example', 'http://www.example.com', 'https://www.example.com:8443', 'file://', '*'],
  ...['https://www.example.com.', 'https://WWW.example.com', 'https://www.example.com/', 'https://example.com'],
  ...['https://a.www.example.com', 'https://www.example.com.evil.example', `https://${MARK}.example`],
  'https://www.example.com https://evil.example',
]
const strangeOrigin = fc.constantFrom(...STRANGE_ORIGINS)

/** Lists of headers that a page may send, in different forms, and others. */
const PAGE_HEADERS = ['', 'authorization', 'Authorization, content-type,ACCEPT', 'authorization,,']
const OTHER_HEADERS = ['x-api-key', `accept, ${MARK}`]

/** A preflight request. */
export function preflightAsking(): fc.Arbitrary<Asking> {
  const asked = fc.record({
    operation: fc.constantFrom(...OPERATIONS),
    origin: weighted([3, fc.constantFrom<string>(...ORIGINS)], [1, strangeOrigin]),
    method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'PUT', 'get', MARK),
    headers: fc.constantFrom(...PAGE_HEADERS, ...OTHER_HEADERS),
  })
  return asked.map(({ operation, origin, method, headers: named }) => {
    const isAllowed =
      ORIGINS.some((one) => one === origin) && PAGE_HEADERS.includes(named) && method === operation.method
    const names = { Origin: origin, 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': named }
    const path = operation.path.replace('{country}', 'sk').replace('{ico}', '00000001')
    const draft = { method: 'OPTIONS', path, query: [], headers: [HOST, ...Object.entries(names)] }
    return { operation, draft, asked: [isAllowed ? '204' : '403'] }
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
  const draft = { method: 'POST', path: MINT.path, query: [], headers, body: Buffer.from(body) }
  return { operation: MINT, draft, asked }
}
