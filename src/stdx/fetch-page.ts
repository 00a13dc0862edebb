import type { Clock } from './clock.ts'
import { type HttpGet, redactUrl } from './http-get.ts'
import { rejectContentEncoding, statusError } from './http-status.ts'
import { InputError } from './input-error.ts'
import { RetryableError, type RetryPolicy, type RetryTools, withRetries } from './retry.ts'

export interface FetchTools extends RetryTools {
  readonly get: HttpGet
  readonly clock: Clock
  readonly retry: RetryPolicy
}

/** Listings and feeds are some kilobytes; a bucket gives at most a thousand keys per page. */
export const PAGE_BYTES_MAX = 16 << 20

/**
 * Fetches and parses a small document. It may be truncated if `parse` throws an InputError, so it is requested again.
 */
export async function fetchPage<T>(url: string, parse: (text: string) => T, tools: FetchTools): Promise<T> {
  return withRetries(
    async () => {
      const text = await fetchText(url, tools)
      try {
        return parse(text)
      } catch (error) {
        if (error instanceof InputError) throw new RetryableError(`${redactUrl(url)}: ${error.message}`)
        throw error
      }
    },
    tools.retry,
    tools,
  )
}

async function fetchText(url: string, tools: FetchTools): Promise<string> {
  const response = await tools.get(url, { 'accept-encoding': 'identity' }, tools.signal)
  try {
    if (response.status !== 200) throw statusError(response, tools.clock.nowMs())
    rejectContentEncoding(response)
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of response.body) {
      bytes += chunk.length
      if (PAGE_BYTES_MAX < bytes) {
        throw new InputError(
          `${redactUrl(url)} is larger than ${PAGE_BYTES_MAX} bytes; a listing was expected. Check the address.`,
        )
      }
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } finally {
    response.close()
  }
}
