import type { Act, Copy, Field } from './act-dialog.ts'
import { ApiError } from './api.ts'
import { formatCount } from './format.ts'
import { currentSession } from './session.ts'

/** The JSON of `/admin/v1`, as far as acts need it. */
export interface AdminAccount {
  readonly id: string
  readonly name: string
  readonly state: 'pending' | 'verified' | 'suspended' | 'closed'
  readonly allowance_units: number
}

type Limit = { readonly rate: number; readonly burst: number } | null | undefined

export interface AdminProject {
  readonly id: string
  readonly name: string
  readonly client_id: string
  readonly state: 'active' | 'suspended'
  readonly scopes: readonly string[]
  readonly origins: readonly string[]
  readonly limits: { readonly ip?: Limit; readonly mint_ip?: Limit }
}

export interface AdminKey {
  readonly id: string
  readonly name: string
  readonly last4: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly last_used_on: string | null
}

export interface AdminDoubt {
  readonly id: number
  readonly account_id: string | null
  readonly reason: string
  readonly detail: string
}

const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()
const linesOf = (form: FormData, name: string): string[] => textOf(form, name).split(/\s+/).filter(Boolean)
const numberOf = (form: FormData, name: string): number => Number(textOf(form, name))
/** Null: the field is empty. */
const numberOrNull = (form: FormData, name: string): number | null =>
  textOf(form, name) === '' ? null : numberOf(form, name)

const optional = (field: Field): Field => ({ ...field, isOptional: true })
const number = (name: string, label: string, value = ''): Field => ({ name, label, kind: 'number', value })
const NAME: Field = { name: 'name', label: 'Name' }
const SITES = optional({ name: 'origins', label: 'Web sites, one a line: https://www.example.com', kind: 'lines' })
const DAYS = optional(number('days', 'Days of life. Empty: without end', '90'))
const allowance = (units: number): Field => number('units', 'Units a month', String(units))
const reason = (label: string): Field => ({ name: 'why', label: `${label}, for the log` })

/** An act on one thing. Most change its fields. */
function actsOn(thing: string, given: Pick<Act, 'path' | 'account'>) {
  return (act: Pick<Act, 'id' | 'title' | 'says'> & Partial<Act>): Act => ({
    role: 'provision',
    method: act.path === undefined ? 'PATCH' : 'POST',
    ...given,
    ...act,
    id: `${act.id} ${thing}`,
  })
}

/** Where the samples to copy find the API: the admin port does not know it. */
const ADDRESS = 'regista-api-address'

export function newCustomer(): Act {
  const address = localStorage.getItem(ADDRESS) ?? ''
  return {
    id: 'customer',
    title: 'New customer',
    says: 'This makes a verified account with a project and a key, at once. The key is shown once.',
    role: 'provision',
    fields: [
      ...[NAME, SITES, allowance(100_000)],
      optional({ name: 'address', label: 'Address of your API, for the samples', kind: 'url', value: address }),
    ],
    path: 'customers',
    body: (form) => ({
      name: textOf(form, 'name'),
      allowance_units: numberOf(form, 'units'),
      origins: linesOf(form, 'origins'),
    }),
    copies({ project, key }, form) {
      const given = textOf(form, 'address').replace(/\/+$/, '')
      localStorage.setItem(ADDRESS, given)
      const host = given === '' ? 'https://HOST' : given
      const path = 'v1/autocomplete/companies?country=sk&q=mlyn'
      return [
        ...keyCopies(key),
        ['Line for a web page', `<script src="${host}/regista.min.js" defer></script>`],
        ['curl', `curl -H 'Authorization: Bearer ${key.secret ?? 'KEY'}' '${host}/${path}'`],
        ['Plugin: address of the server', host],
        ['Plugin: client id', project.client_id],
        ['Plugin: countries', 'Slovakia, Czechia'],
      ]
    },
  }
}

/** A replay has no key. */
function keyCopies({ id, secret }: { readonly id: string; readonly secret: string | null }): readonly Copy[] {
  return secret === null ? [['Key id', id]] : [['Key, shown once', secret]]
}

export function accountActs({ id, name, state, allowance_units: units }: AdminAccount): readonly Act[] {
  const path = `accounts/${id}`
  const act = actsOn(id, { path, account: id })
  if (state === 'closed') {
    const says = `${name} gets the state that it had before it was closed. This works for 31 days.`
    return [act({ id: 'reopen', title: 'Reopen', says, role: 'operate', path: `${path}/reopen` })]
  }
  return [
    act(
      state === 'verified'
        ? stop('Suspend', name, () => ({ state: 'suspended' }))
        : goOn('Resume', name, () => ({ state: 'verified' })),
    ),
    act({
      id: 'allowance',
      title: 'Change the allowance',
      says: `${name} may use so many units in this month and in each later one.`,
      fields: [allowance(units)],
      body: (form) => ({ allowance_units: numberOf(form, 'units') }),
    }),
    act({
      id: 'credit',
      title: 'Credit units',
      says: `${name} gets units of the running month back. It has ${formatCount(units)} a month.`,
      role: 'operate',
      fields: [number('units', 'Units'), reason('Reason')],
      typed: name,
      path: `${path}/credits`,
      body: (form) => ({ units: numberOf(form, 'units'), why: textOf(form, 'why'), confirm: id }),
    }),
    act({
      id: 'rename',
      title: 'Rename',
      says: `${name} gets another name, for people. Nothing else changes.`,
      fields: [{ ...NAME, value: name }],
      body: (form) => ({ name: textOf(form, 'name') }),
    }),
    act({
      id: 'project',
      title: 'New project',
      says: `${name} gets another project with a client id of its own and all scopes.`,
      fields: [NAME, SITES],
      path: `${path}/projects`,
      body: (form) => ({ name: textOf(form, 'name'), origins: linesOf(form, 'origins') }),
      copies: ({ client_id }) => [['Client id', client_id]],
    }),
    act({
      id: 'close',
      title: 'Close the account',
      says: `All requests of ${name} are refused within a second. It can be reopened for 31 days, and never after them.`,
      role: 'operate',
      typed: name,
      path: `${path}/close`,
      body: () => ({ confirm: id }),
    }),
  ]
}

function stop(title: string, name: string, body: () => object) {
  return { id: 'stop', title, body, says: `All requests of ${name} are refused within a second, until it is resumed.` }
}

function goOn(title: string, name: string, body: () => object) {
  return { id: 'go-on', title, body, says: `Requests of ${name} are answered and charged again within a second.` }
}

export function projectActs(project: AdminProject, account: string): readonly Act[] {
  const { id, name, state, origins, limits, scopes } = project
  const path = `projects/${id}`
  const act = actsOn(id, { path, account })
  // Those of the project that the operator may give.
  const choices = scopes.filter((scope) => currentSession()?.scopes.includes(scope))
  return [
    act({
      id: 'origins',
      title: 'Web sites',
      says: `Pages of these web sites, and of no others, may use the project ${name}, within a second.`,
      fields: [{ ...SITES, value: origins.join('\n') }],
      body: (form) => ({ origins: linesOf(form, 'origins') }),
    }),
    act({
      id: 'limits',
      title: 'Limits',
      says: `So often may one address send requests to the project ${name}. Empty: the limits of the server.`,
      fields: [...limitFields('ip', 'Requests', limits.ip), ...limitFields('mint_ip', 'New sessions', limits.mint_ip)],
      body: (form) => ({ limits: { ip: limitOf(form, 'ip'), mint_ip: limitOf(form, 'mint_ip') } }),
    }),
    act({
      id: 'issue',
      title: 'Issue a key',
      says: `The project ${name} gets another key, which works within a second. It is shown once.`,
      fields: [NAME, DAYS, { name: 'scopes', label: 'Scopes', kind: 'choices', choices }],
      path: `${path}/keys`,
      body: (form) => ({
        name: textOf(form, 'name'),
        days: numberOrNull(form, 'days'),
        scopes: form.getAll('scopes'),
      }),
      copies: (data) => keyCopies(data),
    }),
    act(
      state === 'active'
        ? stop('Suspend the project', `the project ${name}`, () => ({ state: 'suspended' }))
        : goOn('Resume the project', `the project ${name}`, () => ({ state: 'active' })),
    ),
  ]
}

function limitFields(name: string, what: string, limit: Limit): readonly Field[] {
  return [
    optional(number(`${name}_rate`, `${what} a second`, limit?.rate.toString())),
    optional(number(`${name}_burst`, `${what} at once`, limit?.burst.toString())),
  ]
}

function limitOf(form: FormData, name: string): Limit {
  const [rate, burst] = [numberOrNull(form, `${name}_rate`), numberOrNull(form, `${name}_burst`)]
  if (rate === null && burst === null) return null
  if (rate !== null && burst !== null) return { rate, burst }
  throw new ApiError('invalid', 'A limit has two numbers, a second and at once. Fill in both, or none.')
}

export function keyActs({ id, name, last4 }: AdminKey, account: string): readonly Act[] {
  const shown = name === '' ? `…${last4}` : `${name} …${last4}`
  const act = actsOn(id, { path: `keys/${id}`, account })
  return [
    act({
      id: 'rotate',
      title: 'Rotate',
      says: `A new key like ${shown} is made and shown once. The old one ends after the days that you give.`,
      fields: [number('old', 'Days that both keys work', '7'), DAYS],
      path: `keys/${id}/rotate`,
      body: (form) => ({ old_key_days: numberOf(form, 'old'), days: numberOrNull(form, 'days') }),
      copies: ({ key }) => keyCopies(key),
    }),
    act({
      id: 'revoke',
      title: 'Revoke',
      says: `Requests with the key ${shown} are refused within a second, for ever.`,
      typed: name === '' ? last4 : name,
      path: `keys/${id}/revoke`,
    }),
  ]
}

export function trustDoubt({ id, account_id: account, reason: what, detail }: AdminDoubt): Act {
  return {
    id: `trust ${id}`,
    title: `Trust doubt ${id}`,
    says: `The report: ${what}, ${detail}. It stops ${account ?? 'all accounts'}. If you have examined it, a server audits the books, and resolves the doubt if it finds no difference.`,
    role: 'operate',
    fields: [reason('What you examined')],
    path: 'doubts/trust',
    body: (form) => ({ doubts: [id], why: textOf(form, 'why') }),
  }
}

export function rotateSessions(): Act {
  return {
    id: 'session-keys',
    title: 'Rotate the session keys',
    says: 'New browser sessions get a new secret, and the older of two is dropped. After a leak, do it again 15 minutes later.',
    role: 'operate',
    path: 'session-keys/rotate',
  }
}
