import type { ApiError } from './api-types.ts'
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
  let response: Response | undefined
  let reply: AnyReply
  try {
    response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      // Browsers may send only these headers.
      headers: {
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
    reply = await response.json()
  } catch (cause) {
    signal.throwIfAborted()
    // A body that is not JSON did arrive.
    if ((cause as Error).name !== 'SyntaxError') throw createFailure(cause)
  }
  if (response!.ok && reply?.data && reply.meta) return { headers: response!.headers, body: reply as ApiReply['body'] }
  throw createError(response!, reply)
}

function createFailure(cause: unknown): RegistaError {
  const isOffline = globalThis.navigator?.onLine === false
  const message = isOffline ? 'The device is offline.' : 'No response. Is the origin of this page allowed?'
  return new RegistaError(isOffline ? 'offline' : 'unreachable', message, { cause })
}

/** What a response of the API may have. Everything may be missing from another one. */
type AnyReply = Partial<ApiReply['body'] & ApiError> | null | undefined

function createError({ status, headers }: Response, reply: AnyReply): RegistaError {
  const isOfApi = typeof reply?.error?.code === 'string' && reply.request_id
  const { code, message, retry_after_seconds } = isOfApi
    ? reply.error
    : { code: 'invalid_response', message: `Not a response of the API: ${status}.` }
  return new RegistaError(code, message, {
    status,
    requestId: reply?.request_id ?? headers.get('X-Request-Id'),
    // The service sends whole seconds, a proxy may send a date.
    retryAfterSeconds: retry_after_seconds ?? (Number(headers.get('Retry-After')) || null),
  })
}
