import assert from 'node:assert/strict'
import { connect } from 'node:net'
import type { Key } from '../../src/access/testing/customers.ts'
import type { Reply } from '../../src/http/testing/reply.ts'
import { chargedOperationOf, checkAnswer, checkAnyAnswer, formatOutcome } from './check-answer.ts'
import { ofKey } from './credentials.ts'
import { type Draft, wire } from './draft.ts'
import type { FuzzReport } from './fuzz-report.ts'
import type { HttpCharges } from './http-charges.ts'
import { DEADLINE_MS, Lane } from './lane.ts'
import type { Plan } from './plan.ts'
import type { Step } from './plans.ts'
import { sendAnything } from './raw-connection.ts'
import { shrunk } from './shrink-bytes.ts'

interface Ports {
  readonly charges: HttpCharges
  readonly report: FuzzReport
  /** The key that pays for raw requests. */
  readonly rough: Key
}

/** The source of an empty suggestion shows its kind. */
const ADDRESS_REGISTER = 'ra'

const UNITS: Readonly<Record<string, number>> = { suggestAddresses: 1, suggestCompanies: 1, readCompany: 10 }

/** Runs one step after the other, and checks every response. */
export class FuzzLane {
  readonly #port: number
  readonly #ports: Ports
  readonly #lane: Lane
  #replies: readonly Reply[] = []
  /** The previous request on the same connection, which may be the cause. */
  #before = ''
  #asked = ''

  constructor(port: number, ports: Ports) {
    this.#port = port
    this.#ports = ports
    this.#lane = new Lane(port)
  }

  async take(step: Step): Promise<void> {
    this.#replies = []
    switch (step.step) {
      case 'ask':
        return await this.#ask(step.plan)
      case 'raw':
        return await this.#send(step.bytes, step.cuts, `raw: ${step.kind}`)
      case 'row':
        return await this.#sendRow(step)
      case 'leave':
        this.#ports.charges.addUnanswered(this.#ports.rough.account)
        this.#ports.report.count('left', 'no answer waited for', 'valid')
        return await new Lane(this.#port).leave(wire(step.draft), step.afterMs)
    }
  }

  /** For a repetition: the bytes and the responses, and fewer bytes that fail too, if there are any. */
  async described(step: Step): Promise<string> {
    const bytes = this.#bytesOf(step)
    const answers = this.#replies.map(
      ({ status, headers, text }) => `${status} ${JSON.stringify(headers)} ${text.slice(0, 300)}`,
    )
    const before = step.step === 'ask' ? [`before it on the connection: ${this.#before.slice(0, 1_000)}`] : []
    const fewer = await shrunk(this.#port, bytes)
    const least = fewer === undefined ? [] : [`alone, and with fewer bytes: ${shown(fewer)}`]
    return [step.step, shown(bytes), ...answers, ...before, ...least].join('\n')
  }

  close(): void {
    this.#lane.close()
  }

  /** Begins a request, sends nothing more, and is disconnected. */
  async dawdle(): Promise<void> {
    const { report, charges } = this.#ports
    const socket = connect(this.#port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => (text += chunk)).on('error', () => undefined)
    socket.write('GET /v1/me/usage HTTP/1.1\r\nHost: a\r\nX-Slow: ')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const timer = setTimeout(() => socket.destroy(new Error('late')), DEADLINE_MS)
    await closed
    clearTimeout(timer)
    assert.match(text, /^HTTP\/1\.1 408 /, 'a slow client receives 408')
    charges.addOther(/X-Request-Id: ([0-9a-f]+)/i.exec(text)![1]!)
    report.count('too slow', '408 request_timeout', 'none')
  }

  async #ask({ kind, draft, credential, expected, cuts }: Plan): Promise<void> {
    const { charges, report } = this.#ports
    const bytes = wire(draft)
    this.#before = this.#asked
    this.#asked = shown(bytes)
    const reply = await this.#lane.ask({ bytes, method: draft.method, cuts })
    assert(typeof reply !== 'string', `no answer: ${reply}`)
    this.#replies = [reply]
    checkAnswer(draft, reply, expected)
    report.count(kind, formatOutcome(reply), credential.isValid ? 'valid' : 'none')
    const id = String(reply.headers['x-request-id'])
    const operation = reply.status === 200 ? (chargedOperationOf(draft) ?? '') : ''
    const units = UNITS[operation]
    if (units === undefined) {
      charges.addOther(id)
      return
    }
    assert(credential.account !== undefined, 'an unknown client was charged')
    charges.addSuccess(id, { account: credential.account, credential: credential.name, operation, units })
  }

  async #send(bytes: Buffer, cuts: readonly number[], kind: string): Promise<void> {
    const { charges, report, rough } = this.#ports
    const replies = await sendAnything(this.#port, { bytes, cuts })
    this.#replies = replies
    // Each request has at most one response, and there are at most as many requests as ends of a head.
    const heads = bytes.toString('latin1').split(/\n\r?\n|\r\n\r/).length
    assert(replies.length <= heads + 1, `${replies.length} answers to at most ${heads} requests`)
    for (const reply of replies) {
      checkAnyAnswer(reply)
      report.count(kind, formatOutcome(reply), 'valid')
      this.#remember(reply)
    }
    if (replies.length === 0) report.count(kind, 'closed without a response', 'none')
    charges.addUnanswered(rough.account, heads)
  }

  async #sendRow({ askings }: Extract<Step, { readonly step: 'row' }>): Promise<void> {
    const { report, rough } = this.#ports
    const drafts = askings.map(({ draft }) => ofRough(draft, rough))
    const replies = await sendAnything(this.#port, { bytes: Buffer.concat(drafts.map(wire)), answers: drafts.length })
    this.#replies = replies
    replies.forEach((reply, i) => {
      checkAnswer(drafts[i]!, reply, [...askings[i]!.asked, '429 rate_limited'])
      report.count('in a row', formatOutcome(reply), 'valid')
      this.#remember(reply)
    })
    assert.equal(replies.length, drafts.length, 'each request of a row has a response')
  }

  /** Notes a response for the account whose requests are not known one by one. */
  #remember(reply: Reply): void {
    const { charges, rough } = this.#ports
    const id = String(reply.headers['x-request-id'])
    const units = Number(reply.headers['x-credits-charged-units'] ?? 0)
    if (reply.status !== 200 || units === 0) {
      charges.addOther(id)
      return
    }
    const isAddress = reply.json.meta.sources[0].code === ADDRESS_REGISTER
    const operation = units === 10 ? 'readCompany' : isAddress ? 'suggestAddresses' : 'suggestCompanies'
    charges.addSuccess(id, { account: rough.account, credential: rough.id, operation, units })
  }

  #bytesOf(step: Step): Buffer {
    if (step.step === 'ask') return wire(step.plan.draft)
    if (step.step === 'leave') return wire(step.draft)
    if (step.step === 'raw') return step.bytes
    return Buffer.concat(step.askings.map(({ draft }) => wire(ofRough(draft, this.#ports.rough))))
  }
}

function shown(bytes: Buffer): string {
  return JSON.stringify(bytes.toString('latin1').slice(0, SHOWN_MAX))
}

/** Shortens a large body to its beginning. */
const SHOWN_MAX = 20_000

function ofRough(draft: Draft, rough: Key): Draft {
  return { ...draft, headers: [...draft.headers, ...ofKey(rough).headers] }
}
