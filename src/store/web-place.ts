import { systemClock } from '../stdx/clock.ts'
import { download } from '../stdx/download.ts'
import { type HttpGet, type HttpResponse, redactUrl } from '../stdx/http-get.ts'
import { rejectContentEncoding, statusError } from '../stdx/http-status.ts'
import { InputError } from '../stdx/input-error.ts'
import { seededRandom } from '../stdx/random.ts'
import { RETRY_POLICY, type RetryPolicy, withRetries } from '../stdx/retry.ts'
import type { Sleep } from '../stdx/sleep.ts'
import type { ReadOptions, StoredText, StorePlace } from './place.ts'

/** A document is small: a host that needs longer is treated as one that does not answer. */
export const DOCUMENT_MS = 30_000
/** One error of a host is nothing to tell an operator. */
const DOCUMENT_RETRY: RetryPolicy = { attemptsMax: 3, firstWaitMs: 500, waitMaxMs: 2_000, askedWaitMaxMs: 5_000 }

/** A connection may have been closed while it was kept, or break in the middle: that is no reason to wait. */
const FORM_RETRY: RetryPolicy = { attemptsMax: 2, firstWaitMs: 0, waitMaxMs: 0, askedWaitMaxMs: 0 }

/** How requests are sent, and how retries wait. */
export interface WebTools {
  readonly get: HttpGet
  readonly sleep: Sleep
  /** How long a document may take. */
  readonly documentMs: number
}

/** A store behind a web server, or a bucket if `get` signs. It can only be read. */
export function webPlace(url: string, web: WebTools): StorePlace {
  const { get, sleep } = web
  return {
    name: redactUrl(url),
    read(path, options) {
      const tools = { random: seededRandom(systemClock.nowMs() | 0), sleep, signal: options.signal }
      return withRetries(() => readDocument(`${url}/${path}`, web, options), DOCUMENT_RETRY, tools)
    },
    async fetch(path, to, { bytes, isForm, signal, progress }) {
      const tools = {
        get,
        clock: systemClock,
        retry: isForm ? FORM_RETRY : RETRY_POLICY,
        limits: { fileBytesMax: bytes },
        random: seededRandom(systemClock.nowMs() | 0),
        sleep,
        signal,
      }
      await download({ url: `${url}/${path}`, path: to, ...(!isForm && { bytes }) }, tools, (at) => progress?.(at))
    },
    writer: undefined,
  }
}

async function readDocument(
  url: string,
  { get, documentMs }: WebTools,
  { bytesMax, etag, signal }: ReadOptions,
): Promise<StoredText | 'unchanged' | null> {
  const patience = AbortSignal.timeout(documentMs)
  // The second header asks caches on the way to look at the origin first.
  const headers = { 'accept-encoding': 'identity', 'cache-control': 'no-cache' }
  const conditions = etag === undefined ? {} : { 'if-none-match': etag }
  let response: HttpResponse | undefined
  try {
    response = await get(url, { ...headers, ...conditions }, AbortSignal.any([patience, ...(signal ? [signal] : [])]))
    if (response.status === 304 && etag !== undefined) return 'unchanged'
    if (response.status === 404) return null
    if (response.status !== 200) throw statusError(response, systemClock.nowMs())
    rejectContentEncoding(response)
    return { text: await readText(response, bytesMax), etag: response.header('etag') }
  } catch (error) {
    if (!patience.aborted || signal?.aborted) throw error
    throw new InputError(`${redactUrl(url)} sent no complete document within ${documentMs / 1000} s.`)
  } finally {
    response?.close()
  }
}

async function readText(response: HttpResponse, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytesMax < bytes)
      throw new InputError(`${redactUrl(response.url)} has over ${bytesMax} bytes; a small document was expected.`)
  }
  return Buffer.concat(chunks).toString('utf8')
}
