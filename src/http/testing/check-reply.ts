import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import { API_ERRORS, type ErrorCode } from '../errors.ts'
import { ApiError } from '../schemas/error.ts'
import { type OperationId, PRICES } from '../schemas/prices.ts'
import { RESPONSES } from '../schemas/responses.ts'
import type { Reply } from './reply.ts'

const checkError = Compile(ApiError)
const checkSuccess = new Map(Object.entries(RESPONSES).map(([id, schema]) => [id, Compile(schema)]))

/** What holds of every reply, whatever was asked. */
export function checkReply({ method, path }: { readonly method: string; readonly path: string }, reply: Reply): void {
  const { status, headers, json, text } = reply
  const where = `${method} ${path} → ${status} ${text.slice(0, 2000)}`
  assert.match(String(headers['x-request-id']), /^[0-9a-f]{32}$/, where)
  for (const [name, value] of Object.entries(SECURITY)) assert.equal(headers[name], value, `${name} of ${where}`)
  assert.match(String(headers.vary), /\bOrigin\b/, where)
  assert.equal(headers['www-authenticate'], status === 401 ? 'Bearer' : undefined, where)
  assert.equal(headers.allow !== undefined, status === 405, where)
  if (method === 'HEAD' || status === 204) {
    assert.equal(text, '', where)
    return
  }
  assert.equal(headers['content-type'], 'application/json; charset=utf-8', where)
  assert.equal(headers['content-length'], String(Buffer.byteLength(text)), where)
  if (status === 200) checkAnswer(operationAt(method, path), reply, where)
  else {
    const isValid: boolean = checkError.Check(json)
    assert(isValid, `${JSON.stringify(checkError.Errors(json))} ${where}`)
    assert.equal(json.request_id, headers['x-request-id'], where)
    assert.equal(API_ERRORS[json.error.code as ErrorCode]?.status, status, where)
    const waits = status === 429 || status === 503
    assert.equal(headers['retry-after'], waits ? String(json.error.retry_after_seconds) : undefined, where)
    assert.equal('retry_after_seconds' in json.error, waits, where)
    assert.equal(headers['x-credits-charged-units'], undefined, where)
  }
}

const SECURITY = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

function checkAnswer(id: OperationId | undefined, { headers, json }: Reply, where: string): void {
  assert(id !== undefined, where)
  const check = checkSuccess.get(id)!
  assert(check.Check(json), `${JSON.stringify(check.Errors(json))} ${where}`)
  assert.equal(json.meta.request_id, headers['x-request-id'], where)
  assert.equal(headers['x-credits-charged-units'], String(PRICES[id]), where)
  assert.equal(String(json.meta.charged_units), String(PRICES[id]), where)
  assert.match(String(headers['x-credits-available-units']), /^\d+$/, where)
  assert.match(String(headers['x-credits-period']), /^\d{4}-\d{2}$/, where)
  assert.match(String(headers['x-credits-reset-at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, where)
}

export function operationAt(method: string, path: string): OperationId | undefined {
  const plain = path.split('?')[0]!
  const place = `${method} ${plain}`
  if (/^GET \/v1\/companies\/[^/]+\/[^/]+$/.test(place)) return 'readCompany'
  return OPERATIONS[place]
}

const OPERATIONS: Readonly<Record<string, OperationId>> = {
  'GET /v1/autocomplete/addresses': 'suggestAddresses',
  'GET /v1/autocomplete/companies': 'suggestCompanies',
  'POST /v1/browser-sessions': 'createBrowserSession',
  'GET /v1/me/usage': 'getUsage',
}
