import assert from 'node:assert/strict'
import type { Reply } from '../../../src/http/testing/reply.ts'
import { type Answers, answersOf } from '../answers.ts'
import type { Sentence } from '../sentence.ts'
import {
  between,
  count,
  type Found,
  fieldsOf,
  hex32,
  list,
  object,
  oneOf,
  orNull,
  pattern,
  text,
  texts,
  url,
} from '../shape.ts'

type Thing = Readonly<Record<string, unknown>>

export const sk_cz = oneOf('sk', 'cz')

/** Fields of all responses of some kinds. */
export function inAll(kinds: readonly (keyof Answers)[], pick: (reply: Reply) => readonly Thing[]): Found {
  return async (scene) => {
    const answers = await answersOf(scene)
    return kinds.flatMap((kind) => answers[kind]).flatMap(pick)
  }
}

const metaOf = ({ json }: Reply) => [json.meta as Thing]
const items = ({ json }: Reply) => json.data as readonly Thing[]
const SUGGESTIONS = ['companies', 'addresses'] as const
const ADDRESSES = inAll(['addresses'], items)
const componentsOf: Found = async (scene) => (await ADDRESSES(scene)).map(({ address }) => address as Thing)

const COMPONENTS = [
  ...['source_id', 'street', 'street_id', 'municipality', 'municipality_code', 'municipality_part'],
  ...['municipality_part_code', 'postal_code', 'post_office', 'registration_number', 'evidence_number'],
  ...['house_number_type', 'house_number', 'orientation_number', 'orientation_letter', 'district', 'district_code'],
  ...['county', 'county_code', 'region', 'region_code', 'building_id'],
]

export const ENVELOPES: readonly Sentence[] = [
  ...fieldsOf(
    'a suggestion has the envelope of the contract',
    inAll(SUGGESTIONS, ({ json }) => [json]),
    { data: list, meta: object },
  ),
  ...fieldsOf(
    'a detail, a session and usage have the envelope of the contract',
    inAll(['details', 'sessions', 'usages'], ({ json }) => [json]),
    {
      data: object,
      meta: object,
    },
  ),
  [
    'a suggestion has at most ten items',
    async (scene) => {
      const { companies, addresses } = await answersOf(scene)
      for (const { json } of [...companies, ...addresses]) assert(json.data.length <= 10)
      assert(companies.some(({ json }) => json.data.length === 10))
    },
  ],
  ...fieldsOf('a suggestion’s meta', inAll(SUGGESTIONS, metaOf), {
    request_id: hex32,
    country: sk_cz,
    language: oneOf('sk', 'cs', 'en'),
    charged_units: count,
    data_as_of: orNull(text),
    coverage: object,
    sources: list,
    warnings: texts,
  }),
  ...fieldsOf('a session’s or usage’s meta', inAll(['sessions', 'usages'], metaOf), {
    request_id: hex32,
    charged_units: oneOf(0),
  }),
  ...fieldsOf(
    'a suggestion has the coverage of the contract',
    inAll(SUGGESTIONS, ({ json }) => [json.meta.coverage]),
    {
      state: oneOf('sample', 'partial', 'stale', 'complete'),
      source_metadata_updated_at: orNull(text),
    },
  ),
  ...fieldsOf(
    'a suggestion has the source of the contract',
    inAll(SUGGESTIONS, ({ json }) => json.meta.sources),
    {
      code: text,
      url,
      attribution: orNull(text),
      license: orNull(text),
      license_url: orNull(text),
    },
  ),
]

export const SUGGESTED: readonly Sentence[] = [
  ...fieldsOf('a suggested address', ADDRESSES, {
    id: hex32,
    country: sk_cz,
    name: text,
    address: object,
    source: object,
    updated_at: orNull(text),
  }),
  ...fieldsOf(
    'a suggested address has the source of the contract',
    async (scene) => (await ADDRESSES(scene)).map((one) => one.source as Thing),
    {
      code: text,
      id: text,
      url,
      attribution: text,
    },
  ),
  ...fieldsOf('an address’s components', componentsOf, {
    ...Object.fromEntries(COMPONENTS.map((name) => [name, orNull(text)])),
    coordinates: orNull(object),
  }),
  ...fieldsOf(
    'an address has the coordinates of the contract',
    async (scene) =>
      (await componentsOf(scene)).flatMap(({ coordinates }) => (coordinates === null ? [] : [coordinates as Thing])),
    { latitude: between(-90, 90), longitude: between(-180, 180), crs: oneOf('OGC:CRS84') },
  ),
  ...fieldsOf('a suggested company', inAll(['companies'], items), {
    id: hex32,
    country: sk_cz,
    ico: orNull(text),
    name: text,
    address: text,
    status: orNull(text),
    url,
    updated_at: orNull(text),
  }),
]

export const OTHERS: readonly Sentence[] = [
  ...fieldsOf(
    'a browser session has the fields of the contract',
    inAll(['sessions'], ({ json }) => [json.data]),
    {
      token: pattern('rgb_ and 64 hexadecimal digits', /^rgb_[a-f0-9]{64}$/),
      expires_at: pattern('a time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
      scopes: {
        words: 'a list of scopes for browsers',
        is: (all) =>
          (all as string[]).every((one) => ['addresses:suggest', 'companies:suggest', 'companies:read'].includes(one)),
      },
    },
  ),
  ...fieldsOf(
    'usage has the fields of the contract',
    inAll(['usages'], ({ json }) => [json.data]),
    {
      allowance_units: count,
      confirmed_units: count,
      reserved_units: count,
      recovery_hold_units: count,
      prepared_available_units: count,
      pending_spent_units: count,
      in_flight_reserved_units: count,
      accounting_status: oneOf('live'),
      period: pattern('a year and a month', /^[0-9]{4}-(0[1-9]|1[0-2])$/),
    },
  ),
  ...fieldsOf(
    'an error has the envelope of the contract',
    inAll(['errors'], ({ json }) => [json]),
    { error: object, request_id: hex32 },
  ),
  [
    'an error has a code as text',
    async (scene) => {
      for (const { json } of (await answersOf(scene)).errors) assert.match(json.error.code, /^[a-z_]+$/)
    },
  ],
  [
    'an error has a sentence that says what to do',
    async (scene) => {
      for (const { json } of (await answersOf(scene)).errors) assert.match(json.error.message, /^([A-Z]|q ).*\.$/)
    },
  ],
  [
    'an error has a whole number of seconds to wait, at least 1, or null',
    async (scene) => {
      for (const { json, status } of (await answersOf(scene)).errors) {
        const seconds = json.error.retry_after_seconds
        assert(status === 503 ? Number.isSafeInteger(seconds) && 1 <= seconds : seconds === undefined)
      }
    },
  ],
  [
    'an error has no further field',
    async (scene) => {
      const allowed = ['code', 'message', 'retry_after_seconds']
      for (const { json } of (await answersOf(scene)).errors)
        assert(Object.keys(json.error).every((name) => allowed.includes(name)))
    },
  ],
]
