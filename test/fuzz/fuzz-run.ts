import assert from 'node:assert/strict'
import { type Key, ORIGINS } from '../../src/access/testing/customers.ts'
import type { Reply } from '../../src/http/testing/reply.ts'
import { fc } from '../../src/stdx/testing/properties.ts'
import { operationNamed } from './api-document.ts'
import { getOf, minting } from './asking.ts'
import { chargedOperationOf, checkAnswer, checkAnyAnswer, formatOutcome } from './check-answer.ts'
import { ofKey, type Session } from './credentials.ts'
import type { Customers } from './customers.ts'
import { type Draft, wire } from './draft.ts'
import type { FuzzReport } from './fuzz-report.ts'
import type { HttpCharges, MeteredSuccess } from './http-charges.ts'
import { Lane } from './lane.ts'
import { sendAnything } from './raw-connection.ts'
import type { RealServer } from './real-server.ts'
import { type Ask, bytesOf, type Step } from './steps.ts'

interface Ports {
  readonly port: number
  readonly server: RealServer
  readonly customers: Customers
  readonly charges: HttpCharges
  readonly report: FuzzReport
  readonly connections: number
}

/** The source of an empty suggestion shows its kind. */
const ADDRESS_REGISTER = 'ra'
const UNITS: Readonly<Record<string, number>> = { suggestAddresses: 1, suggestCompanies: 1, readCompany: 10 }

/** After a failure, smaller ones are looked for during this time. */
const SHRINK_MS = 60_000
const TRIES_MAX = 1_000
const ALL = ['addresses:suggest', 'companies:suggest', 'companies:read']
const USAGE = getOf(operationNamed('getUsage'), '/v1/me/usage', [], ['200']).draft

export interface StepOnLane {
  /** The number of the connection. */
  readonly lane: number
  readonly step: Step
}

/** Takes some steps at a time, on connections that are kept, and checks every response and what was charged. */
export class FuzzRun {
  readonly #ports: Ports
  readonly #lanes: readonly Lane[]
  /** Units that must be charged since the last look, by account. */
  readonly #answered = new Map<string, number>()
  /** Units that were charged at the last look, by account and month. */
  readonly #charged = new Map<string, number>()
  #shrinksUntilMs = Number.POSITIVE_INFINITY

  constructor(ports: Ports) {
    this.#ports = ports
    this.#lanes = Array.from({ length: ports.connections }, () => new Lane(ports.port))
  }

  /** Those of a connection one after the other, and the connections at the same time. */
  async take(steps: readonly StepOnLane[]): Promise<void> {
    const { server, report } = this.#ports
    const isShrinking = Number.isFinite(this.#shrinksUntilMs)
    fc.pre(!isShrinking || (performance.now() < this.#shrinksUntilMs && !server.hasEnded()))
    // A connection must not remember the attempt before.
    if (isShrinking) this.close()
    try {
      const onLane = async (lane: Lane, number: number) => {
        for (const one of steps) if (one.lane === number) await this.#one(lane, one.step)
      }
      const results = await Promise.allSettled(this.#lanes.map(onLane))
      for (const result of results) if (result.status === 'rejected') throw result.reason
      report.assertLogIsClean()
      const accounts = steps.map(({ step }) => (step.step === 'ask' ? step.credential.account : undefined))
      await this.#compareUnits((account) => accounts.includes(account))
    } catch (error) {
      if (!isShrinking) this.#shrinksUntilMs = performance.now() + SHRINK_MS
      this.close()
      // The next attempt begins with what is charged now. A server that has ended does not say it.
      this.#answered.clear()
      this.#charged.clear()
      await this.#compareUnits(() => true).catch(() => undefined)
      throw error
    }
  }

  close(): void {
    for (const lane of this.#lanes) lane.close()
  }

  /** Creates for each project with origins some sessions with all scopes and one for suggestions. */
  async newSessions(): Promise<Session[]> {
    const sessions: Session[] = []
    for (const key of this.#ports.customers.rich)
      for (const [i, scopes] of [ALL, ALL, ALL, undefined].entries()) {
        const origin = ORIGINS[i % ORIGINS.length]!
        const { data } = await this.#succeed(minting(key, { scopes }, origin).draft)
        sessions.push({ token: data.token, origin, key, scopes: data.scopes })
      }
    return sessions
  }

  /** The accounts whose requests are all answered were charged exactly for their successes. */
  async #compareUnits(isLookedAt: (account: string) => boolean): Promise<void> {
    const { rich, poor } = this.#ports.customers
    for (const key of [...rich, ...poor].filter(({ account }) => isLookedAt(account))) {
      const { data } = await this.#succeed(ofCustomer(USAGE, key))
      const charged = data.confirmed_units + data.pending_spent_units
      const inMonth = `${key.account} ${data.period}`
      const before = this.#charged.get(inMonth)
      const answered = this.#answered.get(key.account) ?? 0
      this.#charged.set(inMonth, charged)
      this.#answered.delete(key.account)
      if (before !== undefined)
        assert.equal(charged - before, answered, `${charged - before} units were charged for answers of ${answered}`)
    }
  }

  /** The machine may be overloaded. */
  async #succeed(draft: Draft): Promise<Reply['json']> {
    const { charges } = this.#ports
    const sending = { bytes: wire(draft), method: draft.method }
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const reply = await this.#lanes[0]!.ask(sending)
      assert(typeof reply !== 'string', `no answer: ${reply}`)
      charges.addOther(String(reply.headers['x-request-id']))
      if (reply.status === 200) return reply.json
      assert.equal(reply.status, 503, reply.text)
    }
    throw new Error(`the server is overloaded: ${draft.path}`)
  }

  async #one(lane: Lane, step: Step): Promise<void> {
    const { port, charges, report, customers } = this.#ports
    const replies: Reply[] = []
    try {
      if (step.step === 'ask') await this.#ask(lane, step, replies)
      else if (step.step === 'raw') {
        replies.push(...(await sendAnything(port, step)))
        // Each request has at most one response, and there are at most as many requests as ends of a head.
        const heads = step.bytes.toString('latin1').split(/\n\r?\n|\r\n\r/).length
        assert(replies.length <= heads + 1, `${replies.length} answers to at most ${heads} requests`)
        charges.addUnanswered(customers.rough.account, heads)
        if (replies.length === 0) report.count(`raw: ${step.kind}`, 'closed without a response', 'none')
        for (const reply of replies) {
          checkAnyAnswer(reply)
          this.#remember(`raw: ${step.kind}`, reply)
        }
      } else if (step.step === 'row') {
        replies.push(...(await sendAnything(port, { bytes: bytesOf(step), answers: step.drafts.length })))
        for (const [i, reply] of replies.entries()) {
          checkAnswer(step.drafts[i]!, reply, step.expected[i])
          this.#remember('in a row', reply)
        }
        assert.equal(replies.length, step.drafts.length, 'each request of a row has a response')
      } else {
        charges.addUnanswered(customers.rough.account)
        report.count('left', 'no answer waited for', 'valid')
        await new Lane(port).leave(bytesOf(step), step.afterMs)
      }
    } catch (error) {
      throw named(error, [step.step, shown(bytesOf(step)), ...replies.map(shownReply)])
    }
  }

  async #ask(lane: Lane, { kind, draft, credential, expected, cuts }: Ask, replies: Reply[]): Promise<void> {
    const { charges, report } = this.#ports
    const reply = await lane.ask({ bytes: wire(draft), method: draft.method, cuts })
    assert(typeof reply !== 'string', `no answer: ${reply}`)
    replies.push(reply)
    checkAnswer(draft, reply, expected)
    report.count(kind, formatOutcome(reply), credential.isValid ? 'valid' : 'none')
    const id = String(reply.headers['x-request-id'])
    const operation = reply.status === 200 ? (chargedOperationOf(draft) ?? '') : ''
    const units = UNITS[operation]
    if (units === undefined) return charges.addOther(id)
    assert(credential.account !== undefined, 'an unknown client was charged')
    this.#addSuccess(id, { account: credential.account, credential: credential.name, operation, units })
  }

  /** Notes a response for the account whose requests are not known one by one. */
  #remember(kind: string, reply: Reply): void {
    const { charges, report, customers } = this.#ports
    const { account, id: credential } = customers.rough
    report.count(kind, formatOutcome(reply), 'valid')
    const id = String(reply.headers['x-request-id'])
    const units = Number(reply.headers['x-credits-charged-units'] ?? 0)
    if (reply.status !== 200 || units === 0) {
      charges.addOther(id)
      return
    }
    const isAddress = reply.json.meta.sources[0].code === ADDRESS_REGISTER
    const operation = units === 10 ? 'readCompany' : isAddress ? 'suggestAddresses' : 'suggestCompanies'
    this.#addSuccess(id, { account, credential, operation, units })
  }

  #addSuccess(id: string, success: MeteredSuccess): void {
    this.#ports.charges.addSuccess(id, success)
    this.#answered.set(success.account, (this.#answered.get(success.account) ?? 0) + success.units)
  }
}

function ofCustomer(draft: Draft, key: Key): Draft {
  return { ...draft, headers: [...draft.headers, ...ofKey(key).headers] }
}

export function shown(bytes: Buffer): string {
  return JSON.stringify(bytes.toString('latin1').slice(0, SHOWN_MAX))
}

function shownReply({ status, headers, text }: Reply): string {
  return `${status} ${JSON.stringify(headers)} ${text.slice(0, 300)}`
}

/** Shortens a large body to its beginning. */
const SHOWN_MAX = 20_000

function named(error: unknown, lines: readonly string[]): Error {
  return new Error([error instanceof Error ? error.message : String(error), ...lines].join('\n'), { cause: error })
}
