import { type Random, seededRandom } from '../../stdx/random.ts'
import { type AdminScene, type Answer, type Asked, type Json, newKey } from './admin-scene.ts'

/** What a customer must be after the acts. */
interface Customer {
  readonly id: string
  readonly project: string
  name: string
  allowance_units: number
  state: string
  credited: number
  /** Lines of the log by their kind. */
  readonly lines: Record<string, number>
  readonly keys: { readonly id: string; isRevoked: boolean }[]
}

/** A request is repeated until it has an answer that says what happened. */
const REPEATS_MAX = 200

/**
 * Carries out acts of operators by chance in several lanes at once. Requests are repeated, sent twice at once, left by
 * their client, and the thread of acts is ended beneath them. Returns how the databases differ from the model.
 */
export async function runAdminModel(
  scene: AdminScene,
  { acts, lanes, seed }: { readonly acts: number; readonly lanes: number; readonly seed: number },
): Promise<string[]> {
  const found = await Promise.all(
    Array.from({ length: lanes }, (_, lane) => new Lane(scene, seededRandom(seed + lane)).run(acts / lanes)),
  )
  return found.flat()
}

class Lane {
  readonly #scene: AdminScene
  readonly #random: Random
  readonly #customers: Customer[] = []
  readonly #differences: string[] = []

  constructor(scene: AdminScene, random: Random) {
    this.#scene = scene
    this.#random = random
  }

  async run(acts: number): Promise<string[]> {
    for (let done = 0; done < acts; done++) await this.#act()
    for (const customer of this.#customers) await this.#compare(customer)
    return this.#differences
  }

  async #act(): Promise<void> {
    const chosen = this.#customers[this.#random.below(this.#customers.length + 1)]
    if (chosen === undefined) return await this.#create()
    const acts = [this.#rename, this.#allow, this.#stop, this.#credit, this.#issue, this.#revoke, this.#close]
    await acts[this.#random.below(acts.length)]!.call(this, chosen)
  }

  async #create(): Promise<void> {
    const body = { name: `N${this.#random.below(1e6)}`, allowance_units: 1 + this.#random.below(1000) }
    const { account, project, key } = await this.#send('customers', { method: 'POST', key: newKey(), body })
    await this.#scene.passAccounts()
    const lines = { 'customer.create': 1 }
    const keys = [{ id: key.id, isRevoked: false }]
    this.#customers.push({ id: account.id, project: project.id, ...body, state: 'verified', credited: 0, lines, keys })
  }

  async #rename(customer: Customer): Promise<void> {
    const name = `N${this.#random.below(3)}`
    await this.#change(customer, { name })
    if (customer.name !== name) note(customer, 'account.rename')
    customer.name = name
  }

  async #allow(customer: Customer): Promise<void> {
    const allowance = this.#random.below(3)
    await this.#change(customer, { allowance_units: allowance })
    if (customer.allowance_units !== allowance) note(customer, 'account.allowance')
    customer.allowance_units = allowance
  }

  async #stop(customer: Customer): Promise<void> {
    const state = customer.state === 'verified' ? 'suspended' : 'verified'
    await this.#change(customer, { state })
    note(customer, state === 'verified' ? 'account.resume' : 'account.suspend')
    customer.state = state
  }

  async #credit(customer: Customer): Promise<void> {
    const body = { units: 1 + this.#random.below(9), why: 'outage', confirm: customer.id }
    await this.#send(`accounts/${customer.id}/credits`, { method: 'POST', key: newKey(), body })
    note(customer, 'account.credit')
    customer.credited += body.units
  }

  async #issue(customer: Customer): Promise<void> {
    const body = { scopes: ['usage:read'] }
    const { id } = await this.#send(`projects/${customer.project}/keys`, { method: 'POST', key: newKey(), body })
    note(customer, 'key.issue')
    customer.keys.push({ id, isRevoked: false })
  }

  async #revoke({ keys, lines }: Customer): Promise<void> {
    const key = keys[this.#random.below(keys.length)]!
    await this.#send(`keys/${key.id}/revoke`, { method: 'POST' })
    if (!key.isRevoked) lines['key.revoke'] = (lines['key.revoke'] ?? 0) + 1
    key.isRevoked = true
  }

  async #close(customer: Customer): Promise<void> {
    await this.#send(`accounts/${customer.id}/close`, { method: 'POST', body: { confirm: customer.id } })
    note(customer, 'account.close')
    await this.#send(`accounts/${customer.id}/reopen`, { method: 'POST' })
    note(customer, 'account.reopen')
  }

  async #change({ id }: Customer, body: object): Promise<void> {
    await this.#send(`accounts/${id}`, { method: 'PATCH', body })
  }

  /** Sends a request in one of the ways in which requests are sent, until it is answered. */
  async #send(path: string, asked: Asked): Promise<Json> {
    const ask = (more: Asked = {}): Promise<Answer> => this.#scene.ask(`/admin/v1/${path}`, { ...asked, ...more })
    const way = this.#random.below(10)
    if (way === 0) await this.#leave(ask)
    if (way === 1) void this.#scene.cutActs()
    const twin = way === 2 ? ask() : undefined
    let answer = await ask()
    if (way === 3) void this.#scene.cutActs()
    if (way === 4) answer = await ask()
    for (let i = 0; [409, 429, 503].includes(answer.status) && i < REPEATS_MAX; i++) {
      await this.#scene.passAccounts()
      answer = await ask()
    }
    await twin
    if (300 <= answer.status) this.#differences.push(`${path} ${JSON.stringify(asked)}: ${answer.text}`)
    return answer.json.data ?? {}
  }

  async #leave(ask: (more: Asked) => Promise<Answer>): Promise<void> {
    const leaving = new AbortController()
    const left = ask({ signal: leaving.signal }).catch(() => undefined)
    for (let turns = this.#random.below(30); 0 < turns; turns--) await new Promise(setImmediate)
    leaving.abort()
    await left
  }

  async #compare(customer: Customer): Promise<void> {
    const { id, project, name, allowance_units, state, credited, lines, keys } = customer
    const account = await this.#send(`accounts/${id}`, {})
    const statement = await this.#send(`accounts/${id}/statement`, {})
    const acts: { what: string }[] = await this.#send(`log?account=${id}&limit=500`, {})
    const listed: { id: string; revoked_at: string | null }[] = await this.#send(`projects/${project}/keys`, {})
    const counts: Record<string, number> = {}
    for (const { what } of acts) counts[what] = (counts[what] ?? 0) + 1
    const actual = {
      account: [account.name, account.allowance_units, account.state],
      credited: statement.credits.reduce((sum: number, { units }: { units: number }) => sum + units, 0),
      lines: Object.entries(counts).toSorted(),
      keys: listed.map((key) => `${key.id} ${key.revoked_at !== null}`).toSorted(),
    }
    const expected = {
      account: [name, allowance_units, state],
      credited,
      lines: Object.entries(lines).toSorted(),
      keys: keys.map((key) => `${key.id} ${key.isRevoked}`).toSorted(),
    }
    const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
    if (seen !== wanted) this.#differences.push(`${id} is ${seen}, and should be ${wanted}`)
  }
}

function note({ lines }: Customer, what: string): void {
  lines[what] = (lines[what] ?? 0) + 1
}
