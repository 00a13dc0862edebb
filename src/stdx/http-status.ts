import { type HttpResponse, redactUrl } from './http-get.ts'
import { InputError, MissingError } from './input-error.ts'
import { RetryableError } from './retry.ts'

/** The same request may succeed later. Every other 4xx will fail again. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429])

/** The error for an unexpected status. */
export function statusError(
  response: Pick<HttpResponse, 'status' | 'url' | 'header'>,
  nowMs: number,
): RetryableError | InputError {
  const { status } = response
  const what = `${redactUrl(response.url)} answered with status ${status}`
  if (TEMPORARY.has(status) || 500 <= status) {
    return new RetryableError(what, { askedWaitMs: parseRetryAfter(response.header('retry-after'), nowMs) })
  }
  if (status === 404 || status === 410) {
    return new MissingError(`${what}: the file does not exist there. It may have moved; check the address.`)
  }
  if (status === 401 || status === 403) {
    return new InputError(`${what}: the server refused access. Check the address, and whether it allows this network.`)
  }
  return new InputError(`${what}; 200 was expected. Check the address.`)
}

/** `Retry-After` is a number of seconds or a date; anything else is ignored. */
export function parseRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined
  if (/^[0-9]{1,9}$/.test(text)) return Number(text) * 1000
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}

/**
 * Requests ask for the identity coding. A host may label a `.gz` as gzip and still send the file itself. With any other
 * coding, length, checksum and resumption would not be those of the file.
 */
export function rejectContentEncoding(response: HttpResponse): void {
  const coding = response.header('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (coding === 'identity' || coding === '') return
  if ((coding === 'gzip' || coding === 'x-gzip') && response.url.pathname.endsWith('.gz')) return
  throw new InputError(
    `${redactUrl(response.url)} has Content-Encoding ${coding}, which was not requested. Use an address that serves the file as it is.`,
  )
}
