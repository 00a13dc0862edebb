import { Agent, type IncomingMessage, request } from 'node:http'
import { checkReply } from './check-reply.ts'
import type { Reply } from './reply.ts'

export interface Asked {
  /** Default: GET, or POST with a body. */
  readonly method?: string
  readonly path: string
  readonly query?: Readonly<Record<string, string | number>>
  readonly key?: string
  readonly origin?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  /** An object is sent as JSON. */
  readonly body?: string | Buffer | object
  /** The local source address: 127.0.0.2 counts as another client. */
  readonly from?: string
}

/**
 * A connection that was idle for a second is not used again: the server closes it after five, and a request on its way
 * at that moment would be lost.
 */
const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 1000 })

/** Sends a request over a real connection and checks every reply against the contract of the API. */
export async function ask(port: number, asked: Asked): Promise<Reply> {
  const { query, key, origin, body, from } = asked
  const isObject = typeof body === 'object' && !Buffer.isBuffer(body)
  const sent = isObject ? JSON.stringify(body) : body
  const method = asked.method ?? (body === undefined ? 'GET' : 'POST')
  const search = query && new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const path = search ? `${asked.path}?${search}` : asked.path
  const headers = {
    ...(key && { authorization: `Bearer ${key}` }),
    ...(origin && { origin }),
    ...(isObject && { 'content-type': 'application/json' }),
    ...(sent !== undefined && { 'content-length': String(Buffer.byteLength(sent)) }),
    ...asked.headers,
  }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const place = { host: '127.0.0.1', port, ...(from && { localAddress: from }) }
    const outgoing = request({ ...place, method, path, headers, agent: from ? new Agent() : agent }, resolve)
    outgoing.on('error', reject)
    outgoing.end(sent)
  })
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const isJson = response.headers['content-type']?.startsWith('application/json') === true && text !== ''
  const reply = {
    status: response.statusCode!,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : {},
  }
  checkReply({ method, path }, reply)
  return reply
}
