import type { ErrorBody } from './api-types.ts'
import type { Ports } from './ports.ts'
import { RegistaError } from './regista-error.ts'

export interface ApiRequest {
  readonly url: string
  readonly token?: string
  /** With a body the request is a POST. */
  readonly body?: object
}

/** A success, as the service sent it. */
export interface ApiReply {
  readonly headers: Headers
  readonly body: { readonly data: object; readonly meta: object }
}

/** Sends one request once. Rejects with a `RegistaError`, or with the reason of the signal. */
export async function sendRequest({ fetch }: Ports, request: ApiRequest, signal: AbortSignal): Promise<ApiReply> {
  const { url, token, body } = request
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      // Browsers may send only these headers.
      headers: {
        Accept: 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      cache: 'no-store',
      credentials: 'omit',
      // A redirect could lead the credential elsewhere.
      redirect: 'error',
      signal,
    })
    text = await response.text()
  } catch (cause) {
    signal.throwIfAborted()
    throw globalThis.navigator?.onLine === false
      ? new RegistaError('offline', 'The device is offline.', { cause })
      : new RegistaError(
          'unreachable',
          'The service cannot be reached, or it does not allow the origin of this page.',
          { cause },
        )
  }
  const reply = parseJson(text)
  if (response.ok && reply?.data && reply.meta) return { headers: response.headers, body: reply as ApiReply['body'] }
  throw createError(response, reply)
}

/** What a response of the API may have. Everything may be missing from another one. */
type AnyReply = Partial<ApiReply['body'] & ErrorBody> | null | undefined

function parseJson(text: string): AnyReply {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function createError({ status, headers }: Response, reply: AnyReply): RegistaError {
  const isOfApi = typeof reply?.error?.code === 'string' && reply.request_id
  const { code, message, retry_after_seconds } = isOfApi
    ? reply.error
    : { code: 'invalid_response', message: `The response (${status}) is not one of the API.` }
  // The service sends whole seconds, a proxy may send a date.
  const header = Number(headers.get('Retry-After'))
  return new RegistaError(code, message, {
    status,
    requestId: reply?.request_id ?? headers.get('X-Request-Id'),
    retryAfterSeconds: retry_after_seconds ?? (0 < header ? header : null),
  })
}
