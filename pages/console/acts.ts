import type { Act, Copy, Field } from './act-dialog.ts'
import { formatCount } from './format.ts'
import { currentSession } from './session.ts'
import type { Ledger } from './types.ts'

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

const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()
const linesOf = (form: FormData, name: string): string[] => textOf(form, name).split(/\s+/).filter(Boolean)
const numberOf = (form: FormData, name: string): number => Number(textOf(form, name))
/** Null: the field is empty. */
const numberOrNull = (form: FormData, name: string): number | null =>
  textOf(form, name) === '' ? null : numberOf(form, name)
const reasonOf = (form: FormData): string => textOf(form, 'why')

const NAME: Field = { name: 'name', label: 'Name' }
const WHY: Field = { name: 'why', label: 'Reason, for the log' }
const UNITS: Field = { name: 'units', label: 'Units a month', kind: 'number', value: '100000' }
const SITES: Field = { name: 'origins', label: 'Web sites, one a line: https://www.example.com', kind: 'lines' }
const DAYS: Field = {
  name: 'days',
  label: 'Days of life. Empty: without end',
  kind: 'number',
  value: '90',
  isOptional: true,
}

/** Where the samples to copy find the API. The admin port does not know it. */
const ADDRESS = 'regista-api-address'

export function newCustomer(): Act {
  const address = localStorage.getItem(ADDRESS) ?? ''
  return {
    id: 'customer',
    title: 'New customer',
    says: 'This makes a verified account with a project and a key, at once. The key is shown once.',
    role: 'provision',
    fields: [
      NAME,
      { ...SITES, isOptional: true },
      UNITS,
      { name: 'address', label: 'Address of your API, for the samples', kind: 'url', value: address, isOptional: true },
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
      return [
        ...keyCopies(key),
        ['Line for a web page', `<script src="${host}/regista.min.js" defer></script>`],
        ['curl', curlOf(host, key.secret ?? 'KEY')],
        ['Plugin: address of the server', host],
        ['Plugin: client id', project.client_id],
        ['Plugin: countries', 'Slovakia, Czechia'],
      ]
    },
  }
}

function curlOf(host: string, key: string): string {
  return `curl -H 'Authorization: Bearer ${key}' '${host}/v1/autocomplete/companies?country=sk&q=mlyn'`
}

/** A replay has no key. */
function keyCopies({ id, secret }: { readonly id: string; readonly secret: string | null }): readonly Copy[] {
  return secret === null ? [['Key id', id]] : [['Key, shown once', secret]]
}

export function accountActs({ id, name, state, allowance_units: units }: AdminAccount): Act[] {
  const path = `accounts/${id}`
  const make = (act: Omit<Act, 'account' | 'path'> & { path?: string }): Act => ({
    path,
    account: id,
    ...act,
    id: `${act.id} ${id}`,
  })
  const change = (act: Omit<Act, 'account' | 'path' | 'role' | 'method'>): Act =>
    make({ ...act, role: 'provision', method: 'PATCH' })
  const reopen: Omit<Act, 'account' | 'path'> & { path: string } = {
    id: 'reopen',
    title: 'Reopen',
    says: `${name} gets the state that it had before it was closed. This works for 31 days.`,
    role: 'operate',
    path: `${path}/reopen`,
  }
  if (state === 'closed') return [make(reopen)]
  return [
    state === 'verified'
      ? change({
          id: 'suspend',
          title: 'Suspend',
          says: `All requests of ${name} are refused within a second, until it is resumed.`,
          body: () => ({ state: 'suspended' }),
        })
      : change({
          id: 'resume',
          title: 'Resume',
          says: `Requests of ${name} are answered and charged again within a second.`,
          body: () => ({ state: 'verified' }),
        }),
    change({
      id: 'allowance',
      title: 'Change the allowance',
      says: `${name} may use so many units in this month and in each later one.`,
      fields: [{ ...UNITS, value: String(units) }],
      body: (form) => ({ allowance_units: numberOf(form, 'units') }),
    }),
    make({
      id: 'credit',
      title: 'Credit units',
      says: `${name} gets units of the running month back. It has ${formatCount(units)} a month.`,
      role: 'operate',
      fields: [{ name: 'units', label: 'Units', kind: 'number' }, WHY],
      typed: name,
      path: `${path}/credits`,
      body: (form) => ({ units: numberOf(form, 'units'), why: reasonOf(form), confirm: id }),
    }),
    change({
      id: 'rename',
      title: 'Rename',
      says: `${name} gets another name, for people. Nothing else changes.`,
      fields: [{ ...NAME, value: name }],
      body: (form) => ({ name: textOf(form, 'name') }),
    }),
    make({
      id: 'project',
      title: 'New project',
      says: `${name} gets another project with a client id of its own and all scopes.`,
      role: 'provision',
      fields: [NAME, { ...SITES, isOptional: true }],
      path: `${path}/projects`,
      body: (form) => ({ name: textOf(form, 'name'), origins: linesOf(form, 'origins') }),
      copies: ({ client_id }) => [['Client id', client_id]],
    }),
    make({
      id: 'close',
      title: 'Close',
      says: `All requests of ${name} are refused within a second. It can be reopened for 31 days, and never after them.`,
      role: 'operate',
      typed: name,
      path: `${path}/close`,
      body: () => ({ confirm: id }),
    }),
  ]
}

export function projectActs(project: AdminProject, account: string): Act[] {
  const { id, name, state, origins, limits, scopes } = project
  const path = `projects/${id}`
  const change = (act: Omit<Act, 'account' | 'path' | 'role' | 'method'>): Act => ({
    ...act,
    id: `${act.id} ${id}`,
    role: 'provision',
    method: 'PATCH',
    path,
    account,
  })
  const isActive = state === 'active'
  return [
    change({
      id: 'origins',
      title: 'Web sites',
      says: `Pages of these web sites, and of no others, may use the project ${name}, within a second.`,
      fields: [{ ...SITES, value: origins.join('\n'), isOptional: true }],
      body: (form) => ({ origins: linesOf(form, 'origins') }),
    }),
    change({
      id: 'limits',
      title: 'Limits',
      says: `So often may one address send requests to the project ${name}. Empty: the limits of the server.`,
      fields: [
        ...limitFields('ip', 'Requests', limits.ip),
        ...limitFields('mint_ip', 'New browser sessions', limits.mint_ip),
      ],
      body: (form) => ({ limits: { ip: limitOf(form, 'ip'), mint_ip: limitOf(form, 'mint_ip') } }),
    }),
    {
      id: `issue ${id}`,
      title: 'Issue a key',
      says: `The project ${name} gets another key, which works within a second. It is shown once.`,
      role: 'provision',
      fields: [NAME, DAYS, { name: 'scopes', label: 'Scopes', kind: 'choices', choices: scopesToGive(scopes) }],
      path: `${path}/keys`,
      account,
      body: (form) => ({
        name: textOf(form, 'name'),
        days: numberOrNull(form, 'days'),
        scopes: form.getAll('scopes'),
      }),
      copies: (data) => keyCopies(data),
    },
    change({
      id: isActive ? 'suspend' : 'resume',
      title: isActive ? 'Suspend the project' : 'Resume the project',
      says: isActive
        ? `All requests of the project ${name} are refused within a second, until it is resumed.`
        : `Requests of the project ${name} are answered and charged again within a second.`,
      body: () => ({ state: isActive ? 'suspended' : 'active' }),
    }),
  ]
}

/** Those of the project that the operator may give. */
function scopesToGive(scopes: readonly string[]): readonly string[] {
  return scopes.filter((scope) => currentSession()?.scopes.includes(scope))
}

function limitFields(name: string, what: string, limit: Limit): Field[] {
  const field = { kind: 'number', isOptional: true } as const
  return [
    { ...field, name: `${name}_rate`, label: `${what} a second`, value: limit?.rate.toString() },
    { ...field, name: `${name}_burst`, label: `${what} at once`, value: limit?.burst.toString() },
  ]
}

function limitOf(form: FormData, name: string): Limit {
  const [rate, burst] = [numberOrNull(form, `${name}_rate`), numberOrNull(form, `${name}_burst`)]
  return rate === null || burst === null ? null : { rate, burst }
}

export function keyActs({ id, name, last4 }: AdminKey, account: string): Act[] {
  const shown = name === '' ? `…${last4}` : `${name} …${last4}`
  return [
    {
      id: `rotate ${id}`,
      title: 'Rotate',
      says: `A new key like ${shown} is made and shown once. The old one ends after the days that you give.`,
      role: 'provision',
      fields: [{ name: 'old', label: 'Days that both keys work', kind: 'number', value: '7' }, DAYS],
      path: `keys/${id}/rotate`,
      account,
      body: (form) => ({ old_key_days: numberOf(form, 'old'), days: numberOrNull(form, 'days') }),
      copies: ({ key }) => keyCopies(key),
    },
    {
      id: `revoke ${id}`,
      title: 'Revoke',
      says: `Requests with the key ${shown} are refused within a second, for ever.`,
      role: 'provision',
      typed: name === '' ? last4 : name,
      path: `keys/${id}/revoke`,
      account,
    },
  ]
}

export function trustDoubt({ id, account, reason, detail }: Ledger['doubts'][number]): Act {
  return {
    id: `trust ${id}`,
    title: `Trust doubt ${id}`,
    says: `The report: ${reason}, ${detail}. It stops ${account ?? 'all accounts'}. If you have examined it, a server audits the books, and resolves the doubt if it finds no difference.`,
    role: 'operate',
    fields: [{ name: 'why', label: 'What you examined, for the log' }],
    path: 'doubts/trust',
    body: (form) => ({ doubts: [id], why: reasonOf(form) }),
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
