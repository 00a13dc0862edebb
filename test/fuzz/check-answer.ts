import assert from 'node:assert/strict'
import { ORIGINS } from '../../src/access/testing/customers.ts'
import { API_ERRORS } from '../../src/http/errors.ts'
import { checkReply, operationAt } from '../../src/http/testing/check-reply.ts'
import type { Reply } from '../../src/http/testing/reply.ts'
import { monthAt } from '../../src/ledger/calendar.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { isKnownPath, statusesOf } from './api-document.ts'
import { MARK } from './asking.ts'
import { type Draft, headerOf, targetOf } from './draft.ts'

/**
 * Responses of an overloaded service or machine: allowed for every request, and counted.
 */
export const EXCUSES: readonly string[] = ['503 overloaded', '503 accounting_unavailable']

/** Formats a response as plans do: `200`, `429 rate_limited`. */
export function formatOutcome({ status, json }: Reply): string {
  return status < 400 || json.error === undefined ? String(status) : `${status} ${json.error.code}`
}

export const LATE = '408 request_timeout'

/** Checks a response to a well-formed request. */
export function checkAnswer(draft: Draft, reply: Reply, expected: readonly string[] | undefined): void {
  const { method, path } = draft
  const { status } = reply
  if (isDocument(draft) && status === (path === '/' ? 302 : 200)) {
    checkCommon(reply)
    // Every page may load these.
    if (path === SCRIPT || path === '/openapi.json') return
  } else {
    checkReply({ method, path }, reply)
    checkCommon(reply)
    // A server that stood still takes what arrived meanwhile for late. Only a trial that stops servers expects it.
    if (status !== 408 || expected?.includes(LATE) !== true) checkListed(draft, reply)
  }
  checkCors(draft, reply)
  const outcome = formatOutcome(reply)
  if (expected === undefined || EXCUSES.includes(outcome)) return
  assert(
    expected.includes(outcome) || expected.includes(String(status)),
    `${expected.join(' or ')} was expected, not ${outcome}`,
  )
}

/** Checks a response to bytes that may be any request, or none. */
export function checkAnyAnswer(reply: Reply): void {
  checkCommon(reply)
  const allowed = reply.headers['access-control-allow-origin']
  assert(allowed === undefined || isAllowed(allowed), `a page of ${allowed} may read the answer`)
  if (reply.status !== 200 || reply.headers['x-credits-period'] === undefined) {
    if (reply.status !== 200 && reply.status !== 302) checkReply({ method: 'GET', path: '/' }, reply)
    return
  }
  const fits = PLACES.some(([method, path]) => {
    try {
      checkReply({ method, path }, reply)
      return true
    } catch {
      return false
    }
  })
  assert(fits, 'a success that is in the shape of no operation')
}

const PLACES = [
  ['GET', '/v1/autocomplete/addresses'],
  ['GET', '/v1/autocomplete/companies'],
  ['POST', '/v1/browser-sessions'],
  ['GET', '/v1/me/usage'],
  ['GET', '/v1/companies/sk/00000000'],
] as const

const SCRIPT = '/regista.min.js'

function isDocument({ method, path }: Draft): boolean {
  return method === 'GET' && ['/', '/docs', '/openapi.json', SCRIPT].includes(path)
}

/**
 * The OpenAPI document must list the status for the operation. A request for no operation gets 405 or, if it is
 * malformed, 400.
 */
function checkListed({ method, path }: Draft, { status }: Reply): void {
  const listed = statusesOf(method, path)
  if (listed !== undefined) assert(listed.includes(status), `${status} is not listed for ${method} ${path}`)
  else if (isKnownPath(path))
    assert(status === 405 || status === 400, `${status} for ${method}, which ${path} does not have`)
  else assert(MISSES.includes(status), `${status} at a path where there is nothing`)
}

/** `/docs` and `/openapi.json` have methods and preflights too. */
const MISSES: readonly number[] = [204, 400, 403, 404, 405, 413, 429, 503]

function checkCommon(reply: Reply): void {
  const { status, headers, text } = reply
  assert(status in TABLE, `${status} is in no table`)
  assert(!text.includes(MARK), 'the answer repeats what was sent')
  assert(!Object.values(headers).join('\n').toLowerCase().includes(MARK), 'a header repeats what was sent')
  assert.equal(headers['set-cookie'], undefined)
  if (headers['x-credits-period'] !== undefined) checkMonth(reply)
  const { error } = reply.json
  if (error === undefined) return
  // Only the name of an unknown parameter or field is repeated, and only if it consists of letters.
  SENTENCES.add(error.message.replace(/(?<=^Unknown .*) "[A-Za-z_]{1,24}"/, ''))
  assert(SENTENCES.size < SENTENCES_MAX, `messages are made of what was sent: ${error.message}`)
  if (error.code !== 'monthly_limit_reached') return
  const left = (monthAt(systemClock.nowMs()).endsAtMs - systemClock.nowMs()) / 1000
  assert(Math.abs(error.retry_after_seconds - left) < 60 || left < 60, 'the month does not end then')
}

const TABLE = Object.fromEntries(
  [200, 204, 302, ...Object.values(API_ERRORS).map(({ status }) => status)].map((one) => [one, true]),
)

/** The messages are a few dozen fixed sentences. */
const SENTENCES = new Set<string>()
const SENTENCES_MAX = 80

function checkMonth({ headers }: Reply): void {
  // The month may have ended meanwhile.
  const months = [systemClock.nowMs(), systemClock.nowMs() - 60_000].map((ms) => monthAt(ms))
  const shown = `${headers['x-credits-period']} ${headers['x-credits-reset-at']}`
  const known = months.map(({ period, endsAtMs }) => `${period} ${new Date(endsAtMs).toISOString()}`)
  assert(known.includes(shown), `the month is ${known[0]}, not ${shown}`)
}

/** Only a page of an allowed origin may read a response, and never one to a server key. */
function checkCors(draft: Draft, { headers, status }: Reply): void {
  const origin = headerOf(draft, 'origin')
  const allowed = headers['access-control-allow-origin']
  const exposed = headers['access-control-expose-headers']
  assert(allowed === undefined || (allowed === origin && isAllowed(allowed)), `a page of ${origin} may read the answer`)
  assert.equal(headers['access-control-allow-credentials'], undefined)
  const isKey = /^bearer +rgk_[^ ]*$/i.test(headerOf(draft, 'authorization') ?? '')
  // A request that the parser cannot read has no headers to check.
  const isUnread = status === 400 && headers.connection === 'close'
  const isOnce = [/^origin$/i, /^authorization$/i].every(
    (one) => draft.headers.filter(([name]) => one.test(name)).length < 2,
  )
  if (isKey && status !== 204) assert.equal(allowed, undefined, 'an answer to a server key that a page may read')
  else if (origin !== undefined && isAllowed(origin) && isOnce && !isUnread)
    assert.equal(allowed ?? 'none', origin, 'a page cannot read its answer')
  assert.equal(exposed === undefined, allowed === undefined || status === 204)
}

function isAllowed(origin: string): boolean {
  return ORIGINS.some((one) => one === origin)
}

/** The operation of a successful request; undefined for the documents. */
export function chargedOperationOf(draft: Draft): string | undefined {
  return operationAt(draft.method, targetOf(draft))
}
