import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openControlDatabase } from '../../../src/access/control/control.ts'
import { LIMIT_NAMES } from '../../../src/access/limits/limits.ts'
import { createCustomer, type Key } from '../../../src/access/testing/customers.ts'
import { systemClock } from '../../../src/stdx/clock.ts'
import { type Random, seededRandom } from '../../../src/stdx/random.ts'
import { LIMIT_MS, until } from '../../../src/stdx/testing/until.ts'
import { checkBooks } from '../../fuzz/books-of-server.ts'
import { HttpCharges } from '../../fuzz/http-charges.ts'
import { freePorts, type Place, type RealServer, registaOn, startServer } from '../../fuzz/real-server.ts'
import { publishSample, type Vocabulary } from '../../fuzz/sample-data.ts'
import { type LoadPorts, MixedLoad } from '../../torture/mixed-load.ts'
import { UsageOverHttp } from '../../torture/usage-over-http.ts'
import { Balancer } from './balancer.ts'

/** All servers charge to the same accounts. Requests race for the last units of the last one. */
const ALLOWANCES = [1_000_000_000, 1_000_000_000, 1_000_000_000, 300]

/** A server of the fleet, which keeps its ports and its folder when its process is replaced. */
export class Member {
  readonly place: Place
  #process: RealServer | undefined

  constructor(place: Place) {
    this.place = place
  }

  get process(): RealServer {
    assert(this.#process !== undefined)
    return this.#process
  }

  /** `change`: another build, or a setting more. */
  start(change: Partial<Place> = {}): void {
    this.#process = startServer({ ...this.place, ...change })
  }

  async admin(path: string): Promise<{ readonly status: number; readonly text: string }> {
    const response = await fetch(`http://127.0.0.1:${this.place.adminPort}${path}`, {
      headers: { connection: 'close' },
    })
    return { status: response.status, text: await response.text() }
  }

  /** Until a page of the admin port matches. */
  async says(path: string, pattern: RegExp): Promise<void> {
    const read = async () => {
      assert(!this.process.hasEnded(), this.process.log())
      return (await this.admin(path)).text
    }
    await until(read, `${pattern} at ${path}`, (text) => pattern.test(text))
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.process.kill(signal)
    const { code } = await this.process.ended
    if (signal === 'SIGTERM') assert.equal(code, 0, this.process.log())
  }

  /** As a new disk. */
  loseFolder(): void {
    const node = join(this.place.data, 'node')
    assert(existsSync(node))
    rmSync(node, { recursive: true })
  }
}

export interface FleetOptions {
  readonly dir: string
  readonly servers: number
  readonly databaseUrl: string
  readonly seed: number
  /** How the servers get their releases; without it all read one folder. */
  readonly store?: string
  /** Requests wait in the balancer while no server is ready. */
  readonly hasQueue?: boolean
}

/** Several real servers on one PostgreSQL behind a balancer, and a mixed load that checks every answer. */
export class Fleet implements AsyncDisposable {
  /** Where the operator imports and publishes. */
  readonly publisher: string
  readonly members: readonly Member[]
  readonly balancer: Balancer
  readonly keys: readonly Key[]
  readonly #vocabulary: Vocabulary
  readonly #random: Random
  readonly #databaseUrl: string
  readonly #store: string | undefined
  readonly charges = new HttpCharges()
  readonly usage = new UsageOverHttp(this.charges)

  private constructor(parts: {
    readonly options: FleetOptions
    readonly members: readonly Member[]
    readonly balancer: Balancer
    readonly keys: readonly Key[]
    readonly vocabulary: Vocabulary
  }) {
    this.publisher = join(parts.options.dir, 'publisher')
    this.members = parts.members
    this.balancer = parts.balancer
    this.keys = parts.keys
    this.#vocabulary = parts.vocabulary
    this.#random = seededRandom(parts.options.seed)
    this.#databaseUrl = parts.options.databaseUrl
    this.#store = parts.options.store
  }

  static async open(options: FleetOptions): Promise<Fleet> {
    const { dir, servers, databaseUrl, store, hasQueue } = options
    const publisher = join(dir, 'publisher')
    const limitsFile = join(dir, 'limits.json')
    mkdirSync(publisher, { recursive: true })
    writeFileSync(limitsFile, JSON.stringify(Object.fromEntries(LIMIT_NAMES.map((name) => [name, null]))))
    const vocabulary = await publishSample(publisher)
    const keys: Key[] = []
    {
      await using database = await openControlDatabase({ data: publisher, databaseUrl }, 'write')
      for (const units of ALLOWANCES) keys.push(await createCustomer({ database, clock: systemClock }, { units }))
    }
    if (store !== undefined) await publishTo(store, { data: publisher, databaseUrl })
    const args = ['--workers', '1', '--drain-delay', '1', ...(store === undefined ? [] : ['--store', store])]
    const members: Member[] = []
    for (let n = 0; n < servers; n++) {
      const data = join(dir, `server-${n}`)
      mkdirSync(data)
      if (store === undefined) symlinkSync(join(publisher, 'releases'), join(data, 'releases'))
      members.push(new Member({ data, databaseUrl, limitsFile, args, ...(await freePorts()) }))
    }
    for (const member of members) member.start()
    const balancer = await Balancer.open(
      members.map(({ place }) => place),
      { hasQueue },
    )
    const fleet = new Fleet({ options, members, balancer, keys, vocabulary })
    try {
      for (const member of members) await fleet.untilReady(member)
      return fleet
    } catch (error) {
      await fleet[Symbol.asyncDispose]()
      throw error
    }
  }

  /** Publishes the catalog again, with this build or another. */
  async publish(root?: string): Promise<void> {
    assert(this.#store !== undefined)
    await publishTo(this.#store, { data: this.publisher, databaseUrl: this.#databaseUrl, root })
  }

  /** The process ends. The balancer notices by itself while it stops in good order. */
  async stop(member: Member, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await member.stop(signal)
    this.balancer.forget(member.place)
  }

  /** Until the balancer sends requests to the server, or no longer does. */
  async untilReady(member: Member, state: 'ready' | 'not_ready' = 'ready'): Promise<void> {
    const look = async (): Promise<string> => {
      assert(state === 'not_ready' || !member.process.hasEnded(), member.process.log())
      if (this.balancer.isReady(member.place) === (state === 'ready')) return state
      // A server that stands still would not answer.
      return state === 'not_ready' ? 'ready' : await member.admin('/readyz').then(({ text }) => text, String)
    }
    // Several servers start at once, and each warms up.
    await until(look, `the server to be ${state}`, (seen) => seen === state, LIMIT_MS * this.members.length)
  }

  /** Requests through the balancer while `work` runs, and one more for each key afterwards. */
  async underLoad(
    work: (load: MixedLoad) => Promise<void>,
    options: Pick<LoadPorts, 'mayCut' | 'mayFail' | 'lanes' | 'pauseMs'> = {},
  ): Promise<MixedLoad> {
    const load = new MixedLoad(this.balancer.port, {
      charges: this.charges,
      usage: this.usage,
      keys: this.keys,
      vocabulary: this.#vocabulary,
      random: () => seededRandom(this.#random.below(2 ** 31)),
      lanes: 3,
      pauseMs: 10,
      ...options,
    })
    const running = load.run()
    const working = work(load)
    await Promise.race([running, working])
    await working
    load.finish()
    await running
    return load
  }

  /** One suggestion, from this server. */
  async charge({ place }: Member, { account, id, text }: Key): Promise<void> {
    const url = `http://127.0.0.1:${place.port}/v1/autocomplete/companies?q=al`
    const response = await fetch(url, { headers: { authorization: `Bearer ${text}` } })
    assert.equal(response.status, 200, await response.text())
    const success = { account, credential: id, operation: 'suggestCompanies', units: 1 }
    this.charges.addSuccess(response.headers.get('x-request-id')!, success)
  }

  /** Stops all servers and compares every answer with the books. */
  async check(): Promise<void> {
    await Promise.all(this.members.map((member) => member.stop('SIGTERM')))
    await checkBooks({ data: this.publisher, databaseUrl: this.#databaseUrl }, this.charges)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { process } of this.members) process.kill('SIGKILL')
    await Promise.all(this.members.map(({ process }) => process.ended))
    await this.balancer[Symbol.asyncDispose]()
  }
}

/** With the address of the database, which has the lock of the store: its tables may still be those of old servers. */
async function publishTo(
  store: string,
  {
    data,
    databaseUrl,
    root,
  }: { readonly data: string; readonly databaseUrl: string; readonly root?: string | undefined },
): Promise<void> {
  const { code, output } = await registaOn(databaseUrl, ['publish', '--data', data, '--store', store], root)
  assert.equal(code, 0, output)
}
