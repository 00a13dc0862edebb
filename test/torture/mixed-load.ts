import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { type Key, ORIGINS } from '../../src/access/testing/customers.ts'
import type { Reply } from '../../src/http/testing/reply.ts'
import type { Random } from '../../src/stdx/random.ts'
import { operationNamed } from '../fuzz/api-document.ts'
import { type Asking, getOf, minting } from '../fuzz/asking.ts'
import { checkAnswer, LATE } from '../fuzz/check-answer.ts'
import { type Draft, wire } from '../fuzz/draft.ts'
import type { HttpCharges } from '../fuzz/http-charges.ts'
import { Lane } from '../fuzz/lane.ts'
import type { Vocabulary } from '../fuzz/sample-data.ts'
import type { UsageOverHttp } from './usage-over-http.ts'

export interface LoadPorts {
  readonly charges: HttpCharges
  readonly usage: UsageOverHttp
  readonly keys: readonly Key[]
  readonly vocabulary: Vocabulary
  readonly random: () => Random
  /** A server behind the balancer may die: its requests get no response, and may be charged. */
  readonly mayCut?: boolean
  /** A fault of the database gives 503, which is not charged. */
  readonly mayFail?: boolean
  /** Connections at the same time, and the time that each waits between two requests. */
  readonly lanes?: number
  readonly pauseMs?: number
}

const LANES = 12
const LEAVES_WITHIN_MS = 6

const UNITS: Readonly<Record<string, number>> = { suggestAddresses: 1, suggestCompanies: 1, readCompany: 10 }

/**
 * Sends what a server receives at the same time: suggestions, details, sessions and their requests, usage, invalid
 * requests, and clients that disconnect.
 */
export class MixedLoad {
  readonly #port: number
  readonly #ports: LoadPorts
  #isOver = false
  #mayCut: boolean
  requests = 0
  /** Successes that cost units. */
  charged = 0
  /** Answers with 503. */
  failed = 0
  /** Requests whose connection was cut. */
  unanswered = 0
  /** Requests that may be charged and have no answer yet. */
  underWay = 0

  constructor(port: number, ports: LoadPorts) {
    this.#port = port
    this.#ports = ports
    this.#mayCut = ports.mayCut === true
  }

  /** Until the server is gone. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: this.#ports.lanes ?? LANES }, () => this.#drive(this.#ports.random())))
  }

  /** From now on connections may be cut off. */
  expectEnd(): void {
    this.#isOver = true
    this.#mayCut = true
  }

  /** Sends no more requests; those under way are answered. */
  finish(): void {
    this.#isOver = true
  }

  async #drive(random: Random): Promise<void> {
    const lane = new Lane(this.#port)
    try {
      while (!this.#isOver) {
        await this.#one(lane, random)
        if (this.#ports.pauseMs !== undefined) await pause(this.#ports.pauseMs)
      }
    } finally {
      lane.close()
    }
  }

  async #one(lane: Lane, random: Random): Promise<void> {
    const { keys, usage } = this.#ports
    const key = keys[random.below(keys.length)]!
    const dice = random.below(100)
    if (dice < 8) return await this.#session(lane, random, key)
    if (dice < 16) {
      const check = usage.before(key.account)
      const reply = await this.#ask(lane, withKey(USAGE, key), key, key.id)
      if (reply?.status === 200) check(reply.json.data)
      return
    }
    const asking = dice < 20 ? WRONG : this.#metered(random)
    if (90 <= dice) return await this.#leave(asking, random, key)
    await this.#ask(lane, withKey(asking, key), key, key.id)
  }

  #metered(random: Random): Asking {
    const { names, streets, icos } = this.#ports.vocabulary
    if (random.below(6) === 0) {
      const ico = icos.sk[random.below(icos.sk.length)]!
      return getOf(operationNamed('readCompany'), `/v1/companies/sk/${ico}`, [], ['200'])
    }
    const [id, words] =
      random.below(2) === 0 ? (['suggestCompanies', names.sk] as const) : (['suggestAddresses', streets] as const)
    const typed = words[random.below(words.length)]!.slice(0, 2 + random.below(8)).padEnd(2, 'a')
    const operation = operationNamed(id)
    return getOf(operation, operation.path, [`q=${encodeURIComponent(typed)}`], ['200'])
  }

  /** A page gets a session and asks for something with it. */
  async #session(lane: Lane, random: Random, key: Key): Promise<void> {
    const reply = await this.#ask(lane, minting(key, {}), key, key.clientId)
    if (reply?.status !== 200) return
    const { draft, ...asking } = this.#metered(random)
    const headers = [
      ...draft.headers,
      ['Authorization', `Bearer ${reply.json.data.token}`],
      ['Origin', ORIGINS[0]],
    ] as const
    const asked = asking.operation.id === 'readCompany' ? ['403'] : asking.asked
    await this.#ask(lane, { ...asking, asked, draft: { ...draft, headers } }, key, key.clientId)
  }

  async #leave({ draft }: Asking, random: Random, key: Key): Promise<void> {
    this.requests++
    this.#ports.charges.addUnanswered(key.account)
    await new Lane(this.#port).leave(wire(withHeaders(draft, key)), random.fraction() * LEAVES_WITHIN_MS)
  }

  /** Undefined: the server is gone, and the result is unknown. */
  async #ask(
    lane: Lane,
    { operation, draft, asked }: Asking,
    { account }: Key,
    credential: string,
  ): Promise<Reply | undefined> {
    const { charges } = this.#ports
    const units = UNITS[operation.id] ?? 0
    this.requests++
    if (0 < units) this.underWay++
    const reply = await lane.ask({ bytes: wire(draft), method: draft.method })
    if (0 < units) this.underWay--
    if (typeof reply === 'string') {
      assert(this.#mayCut, `no response: ${reply}`)
      this.unanswered++
      if (0 < units) charges.addUnanswered(account)
      return undefined
    }
    const failures = this.#ports.mayFail ? ['503 accounting_unavailable', '503 overloaded', LATE] : []
    checkAnswer(draft, reply, [...asked, '429 monthly_limit_reached', ...failures])
    if (reply.status === 503) this.failed++
    const id = String(reply.headers['x-request-id'])
    if (reply.status === 200 && 0 < units) {
      charges.addSuccess(id, { account, credential, operation: operation.id, units })
      this.charged++
    } else charges.addOther(id)
    return reply
  }
}

const USAGE = getOf(operationNamed('getUsage'), '/v1/me/usage', [], ['200'])
const WRONG = getOf(operationNamed('suggestCompanies'), '/v1/autocomplete/companies', ['q=!!'], ['400'])

function withKey(asking: Asking, key: Key): Asking {
  return { ...asking, draft: withHeaders(asking.draft, key) }
}

function withHeaders(draft: Draft, key: Key): Draft {
  return { ...draft, headers: [...draft.headers, ['Authorization', `Bearer ${key.text}`]] }
}
