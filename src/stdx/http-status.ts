import { type HttpResponse, redactUrl } from './http-get.ts'
import { InputError } from './input-error.ts'
import { RetryableError } from './retry.ts'

/** Too early, too much, out of order: the same request may succeed later. All others of 4xx will fail again. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429])

/** What a status means that the caller has no use for. */
export function statusError(answer: HttpResponse, nowMs: number): RetryableError | InputError {
  const { status } = answer
  const what = `${redactUrl(answer.url)} answered with status ${status}`
  if (PASSING.has(status) || 500 <= status) {
    return new RetryableError(what, { askedWaitMs: retryAfterMs(answer.header('retry-after'), nowMs) })
  }
  if (status === 404 || status === 410) {
    return new InputError(`${what}: there is no such file. Check the address, it may have moved.`)
  }
  if (status === 401 || status === 403) {
    return new InputError(`${what}: access is refused. Check the address, or whether this network may use it.`)
  }
  return new InputError(`${what}; 200 was expected. Check the address.`)
}

/** `Retry-After` is a number of seconds or a date; anything else is no wish at all. */
export function retryAfterMs(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined
  if (/^[0-9]{1,9}$/.test(text)) return Number(text) * 1000
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}

/**
 * We ask for bytes without a coding of their own. A `.gz` may still be labelled gzip, which then means the file itself; any other coding
 * would make length, checksum and resumption those of something else than the file.
 */
export function rejectContentEncoding(answer: HttpResponse): void {
  const coding = answer.header('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (coding === 'identity' || coding === '') return
  if ((coding === 'gzip' || coding === 'x-gzip') && answer.url.pathname.endsWith('.gz')) return
  throw new InputError(
    `${redactUrl(answer.url)} comes with the coding ${coding}, though none was asked for. Give an address that serves the file as it is.`,
  )
}
