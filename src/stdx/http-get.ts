import https from 'node:https'
import { type ChunkQueue, createChunkQueue } from './chunk-queue.ts'
import { InputError } from './input-error.ts'
import { http } from './node-http.ts'
import { RetryableError } from './retry.ts'

export interface HttpResponse {
  readonly status: number
  /** The address after redirects. */
  readonly url: URL
  header(name: string): string | undefined
  /** The bytes as sent. Throws a RetryableError if the host stops sending or the connection closes too early. */
  readonly body: AsyncIterable<Buffer>
  /** Closes the connection. No effect after the body was read to its end. */
  close(): void
}

/**
 * Sends one GET and follows redirects; never retries. Throws a RetryableError for a failed connection and an InputError
 * for a bad address.
 */
export type HttpGet = (
  url: string,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal | undefined,
) => Promise<HttpResponse>

export interface HttpLimits {
  /** To open the connection, including TLS. */
  readonly connectMs: number
  /** Without a single byte, before or inside a response. It does not limit the whole transfer. */
  readonly silenceMs: number
  readonly redirectsMax: number
}

/** Official hosts respond within seconds; a bucket may need longer before the first byte of a large file. */
export const HTTP_LIMITS: HttpLimits = { connectMs: 20_000, silenceMs: 60_000, redirectsMax: 5 }

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Uses Node's `http` and `https`, not `fetch`: `fetch` decodes a Content-Encoding, so a `.gz` stored with one would not
 * have the announced length and checksum. Decision 32 compares this with undici.
 */
export function createHttpGet(userAgent: string, limits: HttpLimits = HTTP_LIMITS): HttpGet {
  return async (address, headers, signal) => {
    let url = new URL(address)
    for (let redirects = 0; ; redirects++) {
      const response = await send(url, { 'user-agent': userAgent, ...headers }, { limits, signal })
      const location = response.header('location')
      if (!REDIRECTS.has(response.status) || location === undefined) return response
      response.close()
      if (limits.redirectsMax <= redirects) {
        throw new InputError(
          `${redactUrl(address)} is redirected more than ${limits.redirectsMax} times, last to ${redactUrl(url)}. Use the address of the file itself.`,
        )
      }
      url = resolveRedirect(url, location)
    }
  }
}

/** Resolves a redirect. From https to http is an error: an attacker on the network could replace the file. */
export function resolveRedirect(from: URL, location: string): URL {
  const target = URL.parse(location, from.href)
  if (target === null || (target.protocol !== 'https:' && target.protocol !== 'http:')) {
    throw new InputError(
      `${redactUrl(from)} redirects to something that is not a web address. Use the address of the file itself.`,
    )
  }
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    throw new InputError(
      `${redactUrl(from)} redirects to ${redactUrl(target)}, which is not encrypted. Use an address that stays on https.`,
    )
  }
  return target
}

/** Formats an address for messages, without user, password and query, which may be secrets. */
export function redactUrl(address: string | URL): string {
  const url = new URL(address)
  return `${url.protocol}//${url.host}${url.pathname}${url.search === '' ? '' : '?…'}`
}

interface SendOptions {
  readonly limits: HttpLimits
  readonly signal: AbortSignal | undefined
}

function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { limits, signal }: SendOptions,
): Promise<HttpResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>()
  const get = url.protocol === 'https:' ? https.get : http.get
  const request = get(url, { headers, ...(signal === undefined ? {} : { signal }) })
  const limit = createTimeLimit((message) => request.destroy(new Error(message)))
  limit.start(limits.connectMs, 'no connection')
  request.once('socket', (socket) => {
    const connected = () => limit.start(limits.silenceMs, 'no response')
    if (request.reusedSocket) connected()
    else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected)
  })
  const fail = (error: Error): void => {
    limit.stop()
    reject(toRetryableError(url, error, signal))
  }
  request.on('error', fail)
  request.once('upgrade', (_, socket) => {
    socket.destroy()
    fail(new Error('answered with status 101 (Switching Protocols), which was not requested'))
  })
  // Node closes some requests without an error or a response. After a response this has no effect.
  request.once('close', () => fail(new Error('the connection closed before the response')))
  request.once('response', (response) => {
    limit.stop()
    const queue = createChunkQueue(response)
    resolve({
      status: response.statusCode ?? 0,
      url,
      header: (name) => {
        const value = response.headers[name]
        return Array.isArray(value) ? value[0] : value
      },
      body: readBody(queue, url, { limits, signal }),
      close: () => request.destroy(),
    })
  })
  return promise
}

/**
 * Queues chunks as they arrive: Node drops its own buffer when a connection breaks, and a resumed transfer needs them.
 */
async function* readBody(queue: ChunkQueue, url: URL, { limits, signal }: SendOptions): AsyncGenerator<Buffer> {
  const limit = createTimeLimit((message) => queue.fail(new Error(message)))
  try {
    for (;;) {
      // The limit applies to the host's silence, not to the time that our disk takes.
      limit.start(limits.silenceMs, 'no more bytes')
      const chunk = await queue.next()
      limit.stop()
      if (chunk === undefined) return
      yield chunk
    }
  } catch (error) {
    throw toRetryableError(url, error as Error, signal)
  } finally {
    limit.stop()
  }
}

function toRetryableError(url: URL, error: Error, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  // If all addresses of a host fail, Node throws one error without a message.
  const first: NodeJS.ErrnoException = error instanceof AggregateError ? (error.errors[0] as Error) : error
  const what = first.code === 'ECONNRESET' ? 'the connection was cut' : first.message
  return new RetryableError(`${redactUrl(url)}: ${what}`)
}

interface TimeLimit {
  start(ms: number, missing: string): void
  stop(): void
}

function createTimeLimit(onTimeout: (message: string) => void): TimeLimit {
  let timer: NodeJS.Timeout | undefined
  return {
    start(ms, missing) {
      clearTimeout(timer)
      timer = setTimeout(() => onTimeout(`${missing} within ${ms / 1000} s`), ms)
    },
    stop: () => clearTimeout(timer),
  }
}
