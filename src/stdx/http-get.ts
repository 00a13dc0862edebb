import http from 'node:http'
import https from 'node:https'
import { type ChunkQueue, chunkQueue } from './chunk-queue.ts'
import { InputError } from './input-error.ts'
import { RetryableError } from './retry.ts'

export interface HttpResponse {
  readonly status: number
  /** Where the answer came from in the end, after redirects. */
  readonly url: URL
  header(name: string): string | undefined
  /** The bytes as they came over the wire. Throws RetryableError when they stop coming or the connection ends before the answer does. */
  readonly body: AsyncIterable<Buffer>
  /** Gives up the connection; nothing happens after the body was read to its end. */
  close(): void
}

/** Asks once, follows redirects, retries nothing. A connection that fails is a RetryableError, an address that cannot be used an InputError. */
export type HttpGet = (
  url: string,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal | undefined,
) => Promise<HttpResponse>

export interface HttpLimits {
  /** Until the connection stands, TLS included. */
  readonly connectMs: number
  /** Without a single byte, while waiting for the answer or inside it. Says nothing about how long a file may take. */
  readonly silenceMs: number
  readonly redirectsMax: number
}

/** Official hosts answer within seconds; a bucket may think for a while before the first byte of a large file. */
export const HTTP_LIMITS: HttpLimits = { connectMs: 20_000, silenceMs: 60_000, redirectsMax: 5 }

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Node's `http` and `https`, not `fetch`: `fetch` undoes a Content-Encoding unasked, so that a `.gz` stored with one arrives as something
 * else than the file of that length and checksum, and it has one time limit of its own for the pauses, which cannot be set.
 */
export function httpGetter(userAgent: string, limits: HttpLimits = HTTP_LIMITS): HttpGet {
  return async (address, headers, signal) => {
    let url = new URL(address)
    for (let redirects = 0; ; redirects++) {
      const answer = await ask(url, { 'user-agent': userAgent, ...headers }, { limits, signal })
      const location = answer.header('location')
      if (!REDIRECTS.has(answer.status) || location === undefined) return answer
      answer.close()
      if (limits.redirectsMax <= redirects) {
        throw new InputError(
          `${redactUrl(address)} is redirected more than ${limits.redirectsMax} times, last to ${redactUrl(url)}. Give the address where the file is.`,
        )
      }
      url = redirectTarget(url, location)
    }
  }
}

/** Where a redirect leads. From https to http is refused: whoever can do that can give us any file. */
export function redirectTarget(from: URL, location: string): URL {
  const target = URL.parse(location, from.href)
  if (target === null || (target.protocol !== 'https:' && target.protocol !== 'http:')) {
    throw new InputError(
      `${redactUrl(from)} redirects to something that is not a web address. Give the address where the file is.`,
    )
  }
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    throw new InputError(
      `${redactUrl(from)} redirects to ${redactUrl(target)}, which is not encrypted; that is refused. Give an https address.`,
    )
  }
  return target
}

/** An address for messages: without user, password and query, which may be secrets. */
export function redactUrl(address: string | URL): string {
  const url = new URL(address)
  return `${url.protocol}//${url.host}${url.pathname}${url.search === '' ? '' : '?…'}`
}

interface AskOptions {
  readonly limits: HttpLimits
  readonly signal: AbortSignal | undefined
}

function ask(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { limits, signal }: AskOptions,
): Promise<HttpResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>()
  const send = url.protocol === 'https:' ? https.get : http.get
  const request = send(url, { headers, ...(signal === undefined ? {} : { signal }) })
  const limit = timeLimit((message) => request.destroy(new Error(message)))
  limit.start(limits.connectMs, 'no connection')
  request.once('socket', (socket) => {
    const connected = () => limit.start(limits.silenceMs, 'no answer')
    if (request.reusedSocket) connected()
    else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected)
  })
  const fail = (error: Error): void => {
    limit.stop()
    reject(failure(url, error, signal))
  }
  request.on('error', fail)
  request.once('upgrade', (_, socket) => {
    socket.destroy()
    fail(new Error('answered with status 101, a change of protocol that nobody asked for'))
  })
  // Node closes some requests without an error and without an answer; after an answer this changes nothing.
  request.once('close', () => fail(new Error('the connection ended before the answer')))
  request.once('response', (response) => {
    limit.stop()
    const queue = chunkQueue(response)
    resolve({
      status: response.statusCode ?? 0,
      url,
      header: (name) => {
        const value = response.headers[name]
        return Array.isArray(value) ? value[0] : value
      },
      body: bodyOf(queue, url, { limits, signal }),
      close: () => request.destroy(),
    })
  })
  return promise
}

/**
 * Chunks are taken from the connection as they come and queued here: Node's own buffer is thrown away when a connection breaks, and with it
 * bytes that a resumed transfer would have to fetch again.
 */
async function* bodyOf(queue: ChunkQueue, url: URL, { limits, signal }: AskOptions): AsyncGenerator<Buffer> {
  const limit = timeLimit((message) => queue.fail(new Error(message)))
  try {
    for (;;) {
      // Only our waiting for the host counts, not the host's waiting for our disk.
      limit.start(limits.silenceMs, 'no more bytes')
      const chunk = await queue.next()
      limit.stop()
      if (chunk === undefined) return
      yield chunk
    }
  } catch (error) {
    throw failure(url, error as Error, signal)
  } finally {
    limit.stop()
  }
}

function failure(url: URL, error: Error, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  // Several addresses of one host that all fail come as one error without words of its own.
  const first: NodeJS.ErrnoException = error instanceof AggregateError ? (error.errors[0] as Error) : error
  const what = first.code === 'ECONNRESET' ? 'the connection was cut' : first.message
  return new RetryableError(`${redactUrl(url)}: ${what}`)
}

interface TimeLimit {
  start(ms: number, missing: string): void
  stop(): void
}

function timeLimit(passed: (message: string) => void): TimeLimit {
  let timer: NodeJS.Timeout | undefined
  return {
    start(ms, missing) {
      clearTimeout(timer)
      timer = setTimeout(() => passed(`${missing} within ${ms / 1000} s`), ms)
    },
    stop: () => clearTimeout(timer),
  }
}
