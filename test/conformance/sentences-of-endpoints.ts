import assert from 'node:assert/strict'
import {
  ADDRESSES,
  COMPANIES,
  CORS,
  DETAIL,
  OPENAPI,
  provedBy,
  RATES,
  RAW,
  SALE,
  SESSIONS,
  type Sentence,
  USAGE,
} from './sentence.ts'
import { ORIGIN } from './service.ts'

/** What every endpoint takes and refuses. */
export const ENDPOINTS: readonly Sentence[] = [
  ['answers are application/json', { because: 'it is checked on every reply of every test' }],
  [
    'every path answers OPTIONS',
    provedBy(CORS, '204 with the query of the request that comes, and whatever the path names'),
  ],
  [
    'HEAD is refused with 405 and is no way to data for nothing',
    provedBy(DETAIL, '405 for HEAD and others, without a charge'),
  ],
  ['other methods are refused with 405', provedBy(COMPANIES, '405 for every other method, with the methods there are')],
  ['unknown parameters are refused', provedBy(COMPANIES, '400 an unknown parameter')],
  ['a GET with a body is refused with 400', provedBy(RAW, 'a GET with a body: 400 invalid_request')],
  ['a body above 16 KiB is refused with 413', provedBy(RAW, 'a POST with more than 16 KiB: 413 payload_too_large')],
  ['a body of just 16 KiB is not too large', provedBy(RAW, 'a GET with a body of 16 KiB: 400 invalid_request')],
  [
    'a success has the four headers of credits and the request id',
    { because: 'it is checked on every reply of every test' },
  ],
  [
    'the units available are those prepared, not those of the month',
    provedBy(USAGE, '200 with what was used, what is reserved and what may be, for nothing'),
  ],
  [
    'the reset is the end of the month, in UTC',
    provedBy(USAGE, '200 with what was used, what is reserved and what may be, for nothing'),
  ],
  ['q has at least 2 characters', provedBy(COMPANIES, '400 one character, and nothing is charged')],
  ['q may have 2 characters', provedBy(COMPANIES, '200 two characters')],
  ['q has at most 120 characters', provedBy(COMPANIES, '400 121 characters, and nothing is charged')],
  ['q may have 120 characters', provedBy(COMPANIES, '200 120 characters')],
  [
    'characters are code points, not units or bytes',
    provedBy(COMPANIES, '200 120 characters of two units and four bytes each'),
  ],
  ['q has a letter or a digit', provedBy(COMPANIES, '400 no letter and no digit, and nothing is charged')],
  ['q is required', provedBy(COMPANIES, '400 without q')],
  ['the country is sk if none is said', provedBy(COMPANIES, '200 in Slovak for sk, in Czech for cz, or as asked')],
  ['the language follows the country', provedBy(COMPANIES, '200 in Slovak for sk, in Czech for cz, or as asked')],
  ['other languages are refused', provedBy(COMPANIES, '400 another language')],
  [
    'official names are not translated',
    async ({ service, customer }) => {
      const names = async (lang: string) => {
        const { json } = await service.ask({
          path: '/v1/autocomplete/companies',
          query: { q: 'mlyn', lang },
          key: customer.key,
        })
        return json.data
      }
      assert.deepEqual(await names('en'), await names('sk'))
    },
  ],
  [
    'limit is 10 if none is said',
    provedBy(COMPANIES, '200 with at most as many as asked for, ten if nothing was said'),
  ],
  ['limit is at least 1', provedBy(COMPANIES, '400 limit 0')],
  ['limit is at most 10', provedBy(COMPANIES, '400 limit 11')],
  ['latitude is between -90 and 90', provedBy(ADDRESSES, '400 at latitude=90.1&longitude=0')],
  ['longitude is between -180 and 180', provedBy(ADDRESSES, '400 at latitude=0&longitude=-180.5')],
  ['latitude comes with longitude', provedBy(ADDRESSES, '400 at latitude=48')],
  ['longitude comes with latitude', provedBy(ADDRESSES, '400 at longitude=17')],
  ['the edges of both are taken', provedBy(ADDRESSES, '200 at latitude=90&longitude=180')],
  ['companies take no position', provedBy(COMPANIES, '400 a position: latitude=48&longitude=17')],
  [
    'a session needs no bearer',
    provedBy(SESSIONS, '200 with a token for fifteen minutes and the scopes for suggestions; nothing is charged'),
  ],
  [
    'a session needs an allowed origin',
    provedBy(SESSIONS, '403 for an origin that is missing, another, or nearly the same'),
  ],
  ['a client id has its form', provedBy(SESSIONS, '400 invalid_parameter for a client id of another form')],
  ['scopes are unique', provedBy(SESSIONS, '400 invalid_parameter for a scope twice')],
  ['scopes are at least one', provedBy(SESSIONS, '400 invalid_parameter for no scopes in the list')],
  ['scopes are those for browsers', provedBy(SESSIONS, '400 invalid_parameter for the scope of usage')],
  [
    'scopes are of those that the project allows browsers',
    provedBy(SESSIONS, '403 for a scope that the project does not allow browsers, and for none at all'),
  ],
  ['other fields of the body are refused', provedBy(SESSIONS, '400 invalid_parameter for another field')],
  [
    'without scopes a session suggests and reads no details',
    provedBy(DETAIL, '403 for a session that did not ask for details; 200 for one that did'),
  ],
  [
    'a session is bound to its address and ends after 15 minutes',
    provedBy(SESSIONS, '401 for a session from another address, after its time, or forged'),
  ],
  ['a session is bound to its origin', provedBy(SESSIONS, '403 for a session from another origin, or from none')],
  ['usage takes no parameters', provedBy(USAGE, '400 with a query: period=2026-11')],
  ['usage is for server keys alone', provedBy(SESSIONS, '403 at the usage of the account')],
  ['an ICO has exactly eight digits', provedBy(DETAIL, '400 invalid_parameter, 0 units for seven digits')],
  [
    'an ICO is of its country',
    provedBy(DETAIL, '404 company_not_found, 0 units for a number only the other country has'),
  ],
  ['a detail takes no query, not even lang', provedBy(DETAIL, '400 with a query: lang=sk')],
  ['a preflight is answered with 204', provedBy(CORS, '204 at /v1/browser-sessions, for POST and nothing else')],
  ['a preflight names only three headers', provedBy(CORS, '403 for the headers "authorization, cookie"')],
  ['a preflight of another origin is refused', provedBy(CORS, '403 for the origin "https://other.example"')],
  ['a preflight costs nothing', provedBy(CORS, 'costs nothing')],
]

/** Who may call, what goes wrong, and how it is said. */
export const ACCESS_AND_ERRORS: readonly Sentence[] = [
  ['a key is sent in Authorization, as a bearer', provedBy(RAW, 'the scheme in small letters, two spaces: 200')],
  [
    'a key in the address is none',
    provedBy(COMPANIES, '401 for a key in the address, which is an unknown parameter besides'),
  ],
  [
    'a key is valid for 90 days',
    async ({ service }) => {
      const { key } = await service.customer()
      const asked = { path: '/v1/me/usage', key }
      service.clock.moveMs(90 * 86_400_000 - 60_000)
      assert.equal((await service.ask(asked)).status, 200)
      service.clock.moveMs(60_000)
      const { status } = await service.ask(asked)
      service.clock.moveMs(-90 * 86_400_000)
      assert.equal(status, 401)
    },
  ],
  ['a missing or wrong bearer is 401', provedBy(COMPANIES, '401 with Authorization: "Bearer x"')],
  ['a scope that is not allowed is 403', provedBy(COMPANIES, '401 comes before 400, and 403 too')],
  [
    'the origin alone is not authentication',
    async ({ service }) => {
      const reply = await service.ask({ path: '/v1/autocomplete/companies', query: { q: 'mlyn' }, origin: ORIGIN })
      assert.equal(reply.status, 401)
    },
  ],
  [
    'a detail needs its scope in the project and in the credential',
    provedBy(DETAIL, '403 for a key of a project that lost the scope, at once'),
  ],
  ['not found is 404 and free', provedBy(DETAIL, '404 company_not_found, 0 units for a number nobody has')],
  [
    'several current records are 409 and free',
    provedBy(DETAIL, '409 company_identity_ambiguous, 0 units for several current ones'),
  ],
  [
    'several historical records are 409 and free',
    provedBy(DETAIL, '409 company_identity_ambiguous, 0 units for several historical ones and none current'),
  ],
  [
    'a used-up month is 429 with the time to wait',
    provedBy(SALE, '429 monthly_limit_reached when the units are used up, until the month ends'),
  ],
  [
    'a rate limit is 429 with the time to wait',
    provedBy(RATES, 'ip: 429 before the body and the credential are looked at; not for who comes from elsewhere'),
  ],
  [
    'data that are not there are 503 and free',
    provedBy(ADDRESSES, '503 for a country whose addresses were never imported; nothing is charged'),
  ],
  [
    'a record without provenance is 503 and free',
    provedBy(DETAIL, '503 for a record of which nobody can say where it comes from'),
  ],
  ['books that are not trusted are 503', provedBy(SALE, '503 while the books of the account are not trusted')],
  [
    'an error has code, message and request id; 429 and 503 when to come again',
    { because: 'it is checked on every reply of every test' },
  ],
  ['the interface description has its version', provedBy(OPENAPI, 'has the version of the contract')],
  [
    'it lists the statuses of each operation',
    provedBy(OPENAPI, 'has the statuses and headers of the contract for each operation'),
  ],
  [
    'the version is in the path',
    async ({ service }) => assert.equal((await service.ask({ path: '/v2/me/usage' })).status, 404),
  ],
]
