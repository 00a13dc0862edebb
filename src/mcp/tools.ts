import { chooseRecord, compareAddress, isCertain, readAddress, textToSearch } from '../matching/matching.ts'
import { isJsonObject } from '../stdx/json-fields.ts'
import { type RegistaAnswer, type RegistaApi, ToolError } from './regista-api.ts'

type Arguments = Readonly<Record<string, unknown>>

interface Tool {
  readonly description: string
  readonly properties: Readonly<Record<string, { readonly type: string; readonly enum?: readonly string[] }>>
  readonly required?: readonly string[]
  readonly call: (api: RegistaApi, given: Arguments) => Promise<RegistaAnswer>
}

const COUNTRY = { type: 'string', enum: ['sk', 'cz'], description: 'sk: Slovakia (default), cz: Czechia' }
const LIMIT = { type: 'integer', minimum: 1, maximum: 10 }
const NOT_IN_IT = 'Only what registers publish of addresses and companies: no persons, no VAT numbers, no owners.'
const q = { type: 'string', minLength: 2, maxLength: 120, description: 'the beginnings of words, or a number' }
const text = (description: string) => ({ type: 'string', maxLength: 200, description })
const encode = (part: unknown): string => encodeURIComponent(String(part))

export const TOOLS: Readonly<Record<string, Tool>> = {
  suggest_addresses: {
    description: `Find addresses in Slovakia or Czechia. Costs 1 unit. ${NOT_IN_IT}`,
    properties: { q, country: COUNTRY, limit: LIMIT },
    required: ['q'],
    call: (api, given) => api.get('/v1/autocomplete/addresses', given, 1),
  },
  suggest_companies: {
    description: `Find companies in Slovakia or Czechia by name or number (IČO). Costs 1 unit. ${NOT_IN_IT}`,
    properties: { q, country: COUNTRY, limit: LIMIT },
    required: ['q'],
    call: (api, given) => api.get('/v1/autocomplete/companies', given, 1),
  },
  read_company: {
    description: `Read name, seat, legal form, status and dates of a company. Costs 10 units. ${NOT_IN_IT}`,
    properties: { country: COUNTRY, ico: text('its number (IČO), eight digits with leading zeroes') },
    required: ['ico'],
    call: (api, { country = 'sk', ico }) => api.get(`/v1/companies/${encode(country)}/${encode(ico)}`, {}, 10),
  },
  usage: {
    description: 'Show the units that the account has used this month, and its allowance. Costs nothing.',
    properties: {},
    call: (api) => api.get('/v1/me/usage', {}, 0),
  },
  verify_address: {
    description: `Compare an address with the register: what agrees, a score, and the right one where that is certain. Costs 1 unit. ${NOT_IN_IT}`,
    properties: {
      country: COUNTRY,
      address: text('the whole address in one line, in place of the parts'),
      street: text('street'),
      number: text('house number, such as 12/5'),
      part: text('part of the town'),
      town: text('town or village'),
      postcode: text('postal code'),
    },
    call: verifyAddress,
  },
}

/** What the schema of a tool lets through. Agents write null for an argument that they leave out. */
export function readArguments({ properties, required = [] }: Tool, given: unknown = {}): Arguments {
  if (!isJsonObject(given)) throw new ToolError('The arguments are no object.')
  const entries = Object.entries(given).filter(([, value]) => value !== null)
  for (const [name, value] of entries) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property === undefined)
      throw new ToolError(`There is no argument ${name}. Expected ${Object.keys(properties).join(', ') || 'none'}.`)
    const isKnown = property.enum?.includes(value as string) ?? /^(string|number)$/.test(typeof value)
    if (!isKnown) throw new ToolError(`The argument ${name} must be ${property.enum?.join(' or ') ?? 'a text'}.`)
  }
  const missing = required.find((name) => !entries.some(([one]) => one === name))
  if (missing !== undefined) throw new ToolError(`The argument ${missing} is missing.`)
  return Object.fromEntries(entries)
}

/** Compares with the suggestions, by the rules of `regista clean` and of the forms. */
async function verifyAddress(api: RegistaApi, { country, ...parts }: Arguments): Promise<RegistaAnswer> {
  const given = readAddress(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, String(part)])))
  const q = textToSearch(given)
  if (q.length < 2) throw new ToolError('Name a street, a town or the whole address.')
  const answer = await api.get('/v1/autocomplete/addresses', { q, country }, 1)
  const addresses = answer.data as readonly { readonly name: string; readonly address: object }[]
  const { status, score, best, candidates } = chooseRecord(
    addresses.map((address) => {
      return { address, key: address.name, comparison: compareAddress(given, toRecord(address)) }
    }),
  )
  const proposal = isCertain(status) ? best!.address : null
  const names = candidates.map(({ address }) => address.name)
  return { ...answer, data: { status, score, proposal, parts: best?.comparison.parts ?? {}, candidates: names } }
}

/** The API names the parts as the record does, in another case, and has the district of the post in the line only. */
function toRecord({ name, address }: { readonly name: string; readonly address: object }) {
  const parts = Object.entries(address).map(([key, value]) => [
    key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  const record = { ...Object.fromEntries(parts), postalDistrict: /Praha \d+$/.exec(name)?.[0] ?? null }
  return record as Parameters<typeof compareAddress>[1]
}
