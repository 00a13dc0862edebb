import assert from 'node:assert/strict'
import type { Reply } from './reply.ts'

/**
 * Reads complete responses from the received bytes. It is stricter than a client: bytes between two responses, or bytes
 * that are no response, are a failure.
 */
export function takeReply(bytes: Buffer, method: string): { readonly reply: Reply; readonly rest: Buffer } | undefined {
  if (bytes.length === 0) return undefined
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) {
    assert(bytes.length < HEAD_BYTES_MAX, `no end of the head in ${JSON.stringify(bytes.toString('latin1', 0, 200))}`)
    return undefined
  }
  const [line = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const [, status] = /^HTTP\/1\.1 ([1-5][0-9][0-9]) [ -~]+$/.exec(line) ?? []
  assert(status !== undefined, `no status line: ${JSON.stringify(line)}`)
  const headers = headersOf(lines)
  // 100 Continue comes before the response.
  if (status === '100') return takeReply(bytes.subarray(end + 4), method)
  assert.equal(headers['transfer-encoding'], undefined, line)
  const isWithoutBody = method === 'HEAD' || status === '204'
  assert.match(headers['content-length'] ?? '0', /^[0-9]+$/)
  assert.equal(headers['content-length'] === undefined, status === '204', `${line}: a length, where there is a body`)
  const from = end + 4
  const to = from + (isWithoutBody ? 0 : Number(headers['content-length']))
  if (bytes.length < to) return undefined
  const text = bytes.toString('utf8', from, to)
  const isJson = headers['content-type']?.startsWith('application/json') === true && text !== ''
  const reply = { status: Number(status), headers, text, json: isJson ? JSON.parse(text) : {} }
  return { reply, rest: bytes.subarray(to) }
}

/** The head of a response has some hundred bytes. */
const HEAD_BYTES_MAX = 16_384

function headersOf(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const [, name, value] = /^([A-Za-z-]+): ([ -~]*)$/.exec(line) ?? []
    assert(name !== undefined, `no header line: ${JSON.stringify(line)}`)
    assert(!(name.toLowerCase() in headers), `the header ${name} is there twice`)
    headers[name.toLowerCase()] = value!
  }
  return headers
}
