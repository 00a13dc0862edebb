import assert from 'node:assert/strict'
import type { Reply } from '../../../src/http/testing/reply.ts'
import { type Answers, answersOf } from '../answers.ts'
import type { Sentences } from '../sentence.ts'
import { type Found, fieldsOf, type Thing } from '../shape.ts'

type Kinds = readonly (keyof Answers)[]

/** Something in each response of some kinds. */
export function inAll(kinds: Kinds, pick: (json: Reply['json']) => readonly Thing[]): Found {
  return async (scene) => {
    const answers = await answersOf(scene)
    return kinds.flatMap((kind) => answers[kind]).flatMap(({ json }) => pick(json))
  }
}

const whole = (kinds: Kinds) => inAll(kinds, (json) => [json])
const dataOf = (kinds: Kinds) => inAll(kinds, ({ data }) => [data])
const metaOf = (kinds: Kinds) => inAll(kinds, ({ meta }) => [meta])
const itemsOf = (kinds: Kinds) => inAll(kinds, ({ data }) => data)

const SUGGESTIONS = ['companies', 'addresses'] as const
const OTHERS_200 = ['sessions', 'usages'] as const
const componentsOf: Found = async (scene) =>
  (await itemsOf(['addresses'])(scene)).map(({ address }) => address as Thing)

export const COMPONENTS = [
  ...['source_id', 'street', 'street_id', 'municipality', 'municipality_code', 'municipality_part'],
  ...['municipality_part_code', 'postal_code', 'post_office', 'registration_number', 'evidence_number'],
  ...['house_number_type', 'house_number', 'orientation_number', 'orientation_letter', 'district', 'district_code'],
  ...['county', 'county_code', 'region', 'region_code', 'building_id'],
]

export const ENVELOPES: readonly Sentences[] = [
  fieldsOf('a suggestion has the envelope of the contract', whole(SUGGESTIONS), 'data list, meta object'),
  fieldsOf(
    'a detail, a session and usage have the envelope of the contract',
    whole(['details', ...OTHERS_200]),
    'data object, meta object',
  ),
  {
    async 'a suggestion has at most ten items'(scene) {
      const { companies, addresses } = await answersOf(scene)
      for (const { json } of [...companies, ...addresses]) assert(json.data.length <= 10)
      assert(companies.some(({ json }) => json.data.length === 10))
    },
  },
  fieldsOf(
    'a suggestion’s meta',
    metaOf(SUGGESTIONS),
    `request_id hex32, country sk|cz, language sk|cs|en, charged_units count, data_as_of text?, coverage object,
     sources list, warnings texts`,
  ),
  fieldsOf('a session’s or usage’s meta', metaOf(OTHERS_200), 'request_id hex32, charged_units 0'),
  fieldsOf(
    'a suggestion has the coverage of the contract',
    inAll(SUGGESTIONS, ({ meta }) => [meta.coverage]),
    'state sample|partial|stale|complete, source_metadata_updated_at text?',
  ),
  fieldsOf(
    'a suggestion has the source of the contract',
    inAll(SUGGESTIONS, ({ meta }) => meta.sources),
    'code text, url url, attribution text?, license text?, license_url text?',
  ),
]

export const SUGGESTED: readonly Sentences[] = [
  fieldsOf(
    'a suggested address',
    itemsOf(['addresses']),
    'id hex32, country sk|cz, name text, address object, source object, updated_at text?',
  ),
  fieldsOf(
    'a suggested address has the source of the contract',
    async (scene) => (await itemsOf(['addresses'])(scene)).map((one) => one.source as Thing),
    'code text, id text, url url, attribution text',
  ),
  fieldsOf(
    'an address’s components',
    componentsOf,
    [...COMPONENTS.map((name) => `${name} text?`), 'coordinates object?'].join(),
  ),
  fieldsOf(
    'an address has the coordinates of the contract',
    async (scene) =>
      (await componentsOf(scene)).flatMap(({ coordinates }) => [(coordinates as Thing | null) ?? []].flat()),
    'latitude -90..90, longitude -180..180, crs OGC:CRS84',
  ),
  fieldsOf(
    'a suggested company',
    itemsOf(['companies']),
    'id hex32, country sk|cz, ico text?, name text, address text, status text?, url url, updated_at text?',
  ),
]

export const OTHERS: readonly Sentences[] = [
  fieldsOf(
    'a browser session has the fields of the contract',
    dataOf(['sessions']),
    'token token, expires_at time, scopes scopes',
  ),
  fieldsOf(
    'usage has the fields of the contract',
    dataOf(['usages']),
    `allowance_units count, confirmed_units count, reserved_units count, recovery_hold_units count,
     prepared_available_units count, pending_spent_units count, in_flight_reserved_units count,
     accounting_status live, period month`,
  ),
  fieldsOf('an error has the envelope of the contract', whole(['errors']), 'error object, request_id hex32'),
  {
    async 'an error has a code as text'(scene) {
      for (const { json } of (await answersOf(scene)).errors) assert.match(json.error.code, /^[a-z_]+$/)
    },
    async 'an error has a sentence that says what to do'(scene) {
      for (const { json } of (await answersOf(scene)).errors) assert.match(json.error.message, /^([A-Z]|q ).*\.$/)
    },
    async 'an error has a whole number of seconds to wait, at least 1, or null'(scene) {
      for (const { json, status } of (await answersOf(scene)).errors) {
        const seconds = json.error.retry_after_seconds
        assert(status === 503 ? Number.isSafeInteger(seconds) && 1 <= seconds : seconds === undefined)
      }
    },
    async 'an error has no further field'(scene) {
      const allowed = ['code', 'message', 'retry_after_seconds']
      for (const { json } of (await answersOf(scene)).errors)
        assert(Object.keys(json.error).every((name) => allowed.includes(name)))
    },
  },
]
