import { type Control, openControlDatabase } from '../../src/access/control/control.ts'
import { createCustomer } from '../../src/access/testing/customers.ts'
import type { Release } from '../../src/release/release.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'

/** Requests as they stand on the wire, one after the other, in memory that threads share. */
export interface Requests {
  readonly bytes: SharedArrayBuffer
  /** Where each begins; one more than there are. */
  readonly starts: SharedArrayBuffer
  readonly count: number
  readonly distinctPrefixes: number
}

/** Keys of new accounts with a project each. */
export async function openAccounts(data: string, count: number): Promise<string[]> {
  await using database = await openControlDatabase({ data, databaseUrl: undefined }, 'write')
  const control: Control = { database, clock: systemClock }
  const keys: string[] = []
  const shop = { units: 1_000_000_000, browserScopes: [], origins: [] }
  for (let i = 0; i < count; i++) keys.push((await createCustomer(control, shop)).text)
  return keys
}

/** What people type: names and streets, letter by letter; one in twenty reads a company. */
export function makeRequests(release: Release, keys: readonly string[], count: number): Requests {
  const random = seededRandom(1)
  const companies = (['sk', 'cz'] as const).map((country) => ({ country, columns: release.companyColumns(country)! }))
  const addresses = (['sk', 'cz'] as const).map((country) => ({ country, columns: release.addressColumns(country)! }))
  const typed = new Set<string>()
  const texts: string[] = []
  while (texts.length < count) {
    const key = keys[random.below(keys.length)]!
    const path = random.below(20) === 0 ? detail() : random.below(2) === 0 ? company() : address()
    if (path === undefined) continue
    texts.push(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nAccept: application/json\r\n\r\n`,
    )
  }
  return { ...packRequests(texts), distinctPrefixes: typed.size }

  function detail(): string | undefined {
    const { country, columns } = companies[random.below(2)]!
    const { ico } = columns.at(random.below(columns.length))
    return ico === null ? undefined : `/v1/companies/${country}/${ico}`
  }

  function company(): string | undefined {
    const { country, columns } = companies[random.below(2)]!
    return suggestion('companies', country, columns.at(random.below(columns.length)).name)
  }

  function address(): string | undefined {
    const { country, columns } = addresses[random.below(2)]!
    const { street, municipality, registrationNumber } = columns.at(random.below(columns.length))
    const text = street === null ? municipality : `${street} ${registrationNumber ?? ''} ${municipality}`
    return suggestion('addresses', country, text)
  }

  function suggestion(kind: string, country: string, text: string): string | undefined {
    const prefix = prefixOf(text, random)
    if ([...prefix.trim()].length < 2 || !/[\p{L}\p{N}]/u.test(prefix)) return undefined
    typed.add(`${kind} ${country} ${prefix}`)
    return `/v1/autocomplete/${kind}?country=${country}&q=${encodeURIComponent(prefix)}`
  }
}

/** A text that was typed up to a random letter. */
function prefixOf(text: string, random: Random): string {
  const letters = [...text.toLowerCase()]
  return letters.slice(0, 2 + random.below(Math.min(22, Math.max(1, letters.length - 1)))).join('')
}

export function packRequests(texts: readonly string[]): Omit<Requests, 'distinctPrefixes'> {
  const starts = new SharedArrayBuffer((texts.length + 1) * 4)
  const places = new Uint32Array(starts)
  let length = 0
  for (const [i, text] of texts.entries()) {
    places[i] = length
    length += Buffer.byteLength(text)
  }
  places[texts.length] = length
  const bytes = new SharedArrayBuffer(length)
  const buffer = Buffer.from(bytes)
  for (const [i, text] of texts.entries()) buffer.write(text, places[i]!, 'latin1')
  return { bytes, starts, count: texts.length }
}
