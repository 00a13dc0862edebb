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
      ? new RegistaError('offline', 'The device is offline. Connect it to the network.', { cause })
      : new RegistaError(
          'unreachable',
          'The service cannot be reached, or it does not allow the origin of this page. The console has details.',
          { cause },
        )
  }
  return readReply(response, parseJson(text))
}

function readReply({ status, headers }: Response, body: unknown): ApiReply {
  if (status === 200 && isObject(body) && isObject(body.data) && isObject(body.meta))
    return { headers, body: { data: body.data, meta: body.meta } }
  if (status !== 200 && isErrorBody(body)) {
    const { code, message, retry_after_seconds } = body.error
    const retryAfterSeconds = retry_after_seconds ?? seconds(headers.get('Retry-After'))
    throw new RegistaError(code, message, { status, requestId: body.request_id, retryAfterSeconds })
  }
  throw new RegistaError('invalid_response', `The response with status ${status} is not one of the API.`, {
    status,
    requestId: headers.get('X-Request-Id'),
    retryAfterSeconds: seconds(headers.get('Retry-After')),
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isErrorBody(body: unknown): body is ErrorBody {
  return isObject(body) && isObject(body.error) && typeof body.error.code === 'string' && 'request_id' in body
}

/** The service sends whole seconds, a proxy may send a date. */
function seconds(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : null
}
