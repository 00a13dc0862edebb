import assert from 'node:assert/strict'
import type { ErrorCode } from '../../src/http/errors.ts'
import type { Asked } from '../../src/http/testing/ask.ts'
import { ICOS } from '../../src/http/testing/example-release.ts'
import type { Reply } from '../../src/http/testing/reply.ts'
import { type Customer, ORIGIN } from '../../src/http/testing/service.ts'
import { becomes, type Scene } from './scene.ts'
import type { Proof } from './sentence.ts'

export type More = Omit<Partial<Asked>, 'origin'> & { readonly origin?: string | undefined }
type Query = Readonly<Record<string, string | number>>

export const PATHS = {
  companies: '/v1/autocomplete/companies',
  addresses: '/v1/autocomplete/addresses',
  sessions: '/v1/browser-sessions',
  usage: '/v1/me/usage',
  detail: `/v1/companies/sk/${ICOS.living}`,
} as const

/** The operations as requests with a key. Further options replace the defaults. */
export function companies({ customer }: Pick<Scene, 'customer'>, query: Query = {}, more: More = {}): Asked {
  return { path: PATHS.companies, query: { q: 'mlyn', ...query }, key: customer.key, ...more } as Asked
}

export function addresses({ customer }: Pick<Scene, 'customer'>, query: Query = {}, more: More = {}): Asked {
  return { path: PATHS.addresses, query: { q: 'vzorová 12/3', ...query }, key: customer.key, ...more } as Asked
}

export function detail({ customer }: Pick<Scene, 'customer'>, ico: string = ICOS.living, more: More = {}): Asked {
  return { path: `/v1/companies/sk/${ico}`, key: customer.key, ...more } as Asked
}

export function usage({ customer }: Pick<Scene, 'customer'>, more: More = {}): Asked {
  return { path: PATHS.usage, key: customer.key, ...more } as Asked
}

export function session({ customer }: Pick<Scene, 'customer'>, body: object = {}, more: More = {}): Asked {
  const given = { client_id: customer.project.clientId, ...body }
  return { path: PATHS.sessions, origin: ORIGIN, body: given, ...more } as Asked
}

/** A preflight of a page with an allowed origin. */
export function preflight(path: string, method: string, headers: Readonly<Record<string, string>> = {}): Asked {
  return { method: 'OPTIONS', path, headers: { origin: ORIGIN, 'access-control-request-method': method, ...headers } }
}

export const OPERATIONS = { companies, addresses, session, usage, detail } as const

export async function tokenOf(scene: Scene, body: object = {}, customer = scene.customer): Promise<string> {
  const { status, json, text } = await scene.ask(session({ customer }, body))
  assert.equal(status, 200, text)
  return json.data.token
}

type Asking = (scene: Scene) => Asked | Promise<Asked>

/** Requires this status, and this code if it is an error. */
export function answers(status: number, asking: Asking, code?: ErrorCode): Proof {
  return async (scene) => {
    const reply = await scene.ask(await asking(scene))
    assert.deepEqual([reply.status, reply.json.error?.code], [status, code], reply.text)
  }
}

/** Requires this response for each request. */
export function allAnswer(status: number, asked: readonly Asking[], code?: ErrorCode): Proof {
  return async (scene) => {
    for (const asking of asked) {
      const reply = await scene.ask(await asking(scene))
      assert.deepEqual([reply.status, reply.json.error?.code], [status, code], reply.text)
    }
  }
}

/** Makes a request for each of these values of one query parameter. */
export function queries(operation: typeof companies, name: string, values: readonly (string | number)[]): Asking[] {
  return values.map((value) => (scene) => operation(scene, { [name]: value }))
}

export async function readConfirmedUnits(scene: Scene, customer: Customer): Promise<number[]> {
  const all: number[] = []
  for (const node of scene.nodes) all.push((await node.ask(usage({ customer }))).json.data.confirmed_units)
  return all
}

/**
 * Exactly so many units are charged to a new customer while the work is done. Afterwards each node charges one: the
 * books confirm in the order in which they were written, so when those are there everything before them is.
 */
export function charges(units: number, work: (scene: Scene & { readonly customer: Customer }) => Promise<void>): Proof {
  return async (scene) => {
    const customer = await scene.newCustomer()
    await work({ ...scene, customer })
    for (const node of scene.nodes) assert.equal((await node.ask(companies({ customer }))).status, 200)
    const total = units + scene.nodes.length
    await becomes(
      scene.nodes.map(() => total),
      () => readConfirmedUnits(scene, customer),
    )
  }
}

/** Requires this status and this price for the requests. */
export function costs(units: number, status: number, ...asked: readonly Asking[]): Proof {
  return charges(units * asked.length, async (scene) => {
    for (const asking of asked) {
      const reply: Reply = await scene.ask(await asking(scene))
      assert.equal(reply.status, status, reply.text)
    }
  })
}
