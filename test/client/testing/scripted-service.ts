import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createKeyCredential } from '../../../client/src/create-regista.ts'
import type { Ports } from '../../../client/src/ports.ts'
import { SYSTEM_PORTS } from '../../../client/src/ports.ts'
import type { Regista } from '../../../client/src/regista.ts'
import { createClient } from '../../../client/src/regista-client.ts'
import { createSessionKeeper, type SessionOptions } from '../../../client/src/session.ts'

/*
 * A server that speaks the protocol as a test wants it: well, badly, or not at all. Time stands still unless the client
 * sleeps, which takes no time.
 */

export interface ReceivedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Answer = (response: ServerResponse, request: ReceivedRequest) => void

export interface ScriptedService extends AsyncDisposable {
  readonly url: string
  readonly received: readonly ReceivedRequest[]
  /** The methods and paths of all requests, in order. */
  readonly paths: readonly string[]
  /** How long the client slept, each time. */
  readonly waitsMs: readonly number[]
  readonly ports: Ports
  moveClockMs(ms: number): void
  withKey(timeoutMs?: number): Regista
  withSessions(options?: Partial<SessionOptions>): Regista
}

/** The limit of a call, unless its test asks for another one. A slow machine must not reach it. */
const LONG_MS = 600_000

/** `answers` are used up in order; the last one answers all further requests. */
export async function startScriptedService(answers: Answer | readonly Answer[]): Promise<ScriptedService> {
  const script = [answers].flat()
  const received: ReceivedRequest[] = []
  const waitsMs: number[] = []
  let nowMs = 0
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request
      const one = { method, url: new URL(url, 'http://service'), headers, body }
      const answer = script[Math.min(received.length, script.length - 1)]!
      received.push(one)
      answer(response, one)
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ports: Ports = {
    fetch: SYSTEM_PORTS.fetch,
    nowMs: () => nowMs,
    chance: () => 0.5,
    async sleep(ms, signal) {
      signal.throwIfAborted()
      waitsMs.push(ms)
      nowMs += ms
    },
  }
  return {
    url,
    received,
    waitsMs,
    ports,
    get paths() {
      return received.map(({ method, url }) => `${method} ${url.pathname}`)
    },
    moveClockMs: (ms) => void (nowMs += ms),
    withKey: (timeoutMs = LONG_MS) => createClient(ports, { baseUrl: url, timeoutMs }, createKeyCredential(SERVER_KEY)),
    withSessions(options) {
      const all = { baseUrl: url, timeoutMs: LONG_MS, clientId: CLIENT_ID, scopes: undefined, ...options }
      return createClient(ports, all, createSessionKeeper(ports, all))
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}

export const SERVER_KEY = `rgk_${'5'.repeat(64)}`
export const CLIENT_ID = `rgp_${'c'.repeat(32)}`
export const REQUEST_ID = 'a'.repeat(32)

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** The service's own refusal. */
export function refusal(status: number, code: string, retryAfterSeconds?: number): Answer {
  const error = { code, message: `This is ${code}.`, retry_after_seconds: retryAfterSeconds ?? null }
  const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
  return json(status, { error, request_id: REQUEST_ID }, headers)
}

/** One that can be read, but has no other sense. */
export const suggestions: Answer = json(
  200,
  { data: [], meta: { request_id: REQUEST_ID, charged_units: 1 } },
  {
    'X-Request-Id': REQUEST_ID,
    'X-Credits-Charged-Units': '1',
    'X-Credits-Available-Units': '99',
    'X-Credits-Period': '2026-11',
    'X-Credits-Reset-At': '2026-11-30T23:00:00.000Z',
  },
)

let sessions = 0

/** A session with its own token, and with the scopes that were asked for. */
export const newSession: Answer = (response, request) => {
  const { scopes = ['addresses:suggest', 'companies:suggest'] } = JSON.parse(request.body) as { scopes?: string[] }
  const token = `rgb_${(++sessions).toString(16).padStart(64, '0')}`
  const data = { token, expires_at: '2026-11-23T12:00:00.000Z', scopes }
  json(200, { data, meta: { request_id: REQUEST_ID, charged_units: 0 } })(response, request)
}

/** Answers sessions and suggestions. */
export const service: Answer = (response, request) =>
  (request.method === 'POST' ? newSession : suggestions)(response, request)

/** The connection ends without a response. */
export const breakConnection: Answer = (response) => void response.destroy()

/** The connection ends in the middle of the body. */
export const breakBody: Answer = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' }).write('{"data":')
  response.socket!.end()
}

export const neverAnswer: Answer = () => {}

export function html(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => response.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end('<h1>Proxy</h1>')
}
