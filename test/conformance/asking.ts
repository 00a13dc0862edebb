import assert from 'node:assert/strict'
import type { Asked } from '../../src/http/testing/ask.ts'
import { ICOS } from '../../src/http/testing/example-release.ts'
import { type CustomerOptions, ORIGIN } from '../../src/http/testing/service.ts'
import { type Asking, becomes, type Scene } from './scene.ts'
import type { Proof } from './sentence.ts'

type Query = Readonly<Record<string, string | number>>
type Changes = { readonly [Name in keyof Asked]?: Asked[Name] | undefined }

export const PATHS = {
  companies: '/v1/autocomplete/companies',
  addresses: '/v1/autocomplete/addresses',
  sessions: '/v1/browser-sessions',
  usage: '/v1/me/usage',
  detail: `/v1/companies/sk/${ICOS.living}`,
} as const

/** A request with the key of the customer. */
export function at(path: string, query?: Query): Asking {
  return ({ customer }) => ({ path, ...(query && { query }), key: customer.key })
}

export function companies(query: Query = {}): Asking {
  return at(PATHS.companies, { q: 'mlyn', ...query })
}

export function addresses(query: Query = {}): Asking {
  return at(PATHS.addresses, { q: 'vzorová 12/3', ...query })
}

export function detail(ico: string = ICOS.living, country = 'sk'): Asking {
  return at(`/v1/companies/${country}/${ico}`)
}

export function usage(): Asking {
  return at(PATHS.usage)
}

export function session(body: object = {}): Asking {
  return ({ customer: { project } }) => ({
    path: PATHS.sessions,
    origin: ORIGIN,
    body: { client_id: project.clientId, ...body },
  })
}

export const KEYED = [companies, addresses, usage, detail] as const
export const OPERATIONS = [companies, addresses, session, usage, detail] as const

/** A preflight of a page with an allowed origin. */
export function preflight(path: string, method: string, headers: Readonly<Record<string, string>> = {}): Asking {
  const given = { origin: ORIGIN, 'access-control-request-method': method, ...headers }
  return () => ({ method: 'OPTIONS', path, headers: given })
}

/** The request with something else in it. */
export function but(asking: Asking, changes: Changes): Asking {
  return async (scene) => ({ ...(await asking(scene)), ...changes }) as Asked
}

export function withKey(key: string, asking: Asking): Asking {
  return but(asking, { key })
}

/** The request of a new customer. */
export function by(given: CustomerOptions, asking: Asking): Asking {
  return async (scene) => await asking(await scene.withCustomer(given))
}

/** The request of a page, with a session that was created with this body. */
export function inPage(asking: Asking, body: object = {}): Asking {
  return async (scene) => await but(asking, { key: await tokenOf(scene, body), origin: ORIGIN })(scene)
}

export async function tokenOf(scene: Scene, body: object = {}): Promise<string> {
  const { status, json, text } = await scene.ask(session(body))
  assert.equal(status, 200, text)
  return json.data.token
}

/** Until all servers see that exactly so many units of the customer are confirmed. */
export async function becomesConfirmed(scene: Scene, units: number): Promise<void> {
  const look = async () => (await scene.askAll(usage())).map(({ json }) => json.data?.confirmed_units as number)
  await becomes(
    scene.servers.map(() => units),
    look,
  )
}

/**
 * Exactly so many units are charged to a new customer while the work is done. Afterwards each server charges one: the
 * books confirm in the order in which they were written, so when those are there everything before them is.
 */
export function charges(units: number, work: (scene: Scene) => Promise<void>): Proof {
  return async (scene) => {
    const own = await scene.withCustomer()
    await work(own)
    for (const { status, text } of await own.askAll(companies())) assert.equal(status, 200, text)
    await becomesConfirmed(own, units + scene.servers.length)
  }
}

/** Requires this response and this price for each request. */
export function costs(units: number, wanted: string, ...askings: readonly Asking[]): Proof {
  return charges(units * askings.length, (scene) => scene.expect(wanted, ...askings))
}
