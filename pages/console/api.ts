/** Why a resource cannot be shown. `code` is the server's. */
export class ApiError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }

  /** Whether a token, or another one, would help. */
  get wantsToken(): boolean {
    return this.code === 'token_required' || this.code === 'token_wrong'
  }
}

/** In memory only: a reload of the page forgets it. */
let token: string | undefined

/** The browser refuses to send other characters, which would look like a server that does not answer. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}

export function useToken(text: string): void {
  token = text
}

const SESSION = 'regista-session'

/**
 * What the page itself has of the secret of its session; null: nobody has signed in here. The other part is a cookie,
 * which the browser sends to servers at other ports too, and which no script can read. Neither works alone.
 */
export function sessionSecret(): string | null {
  try {
    return localStorage.getItem(SESSION)
  } catch {
    // A browser that refuses cookies refuses this too. The page still reads.
    return null
  }
}

/** Throws ApiError. */
export function keepSessionSecret(secret: string): void {
  try {
    localStorage.setItem(SESSION, secret)
  } catch {
    throw new ApiError('no_storage', 'This browser lets the page keep nothing. To sign in, allow its cookies and data.')
  }
}

export function dropSessionSecret(): void {
  localStorage.removeItem(SESSION)
}

/** Aborted when the page turns to another view, so that the server stops queries whose results are not needed. */
let leaving = new AbortController()

export function stopReading(): void {
  leaving.abort()
  leaving = new AbortController()
}

/** The server stops its queries earlier. A connection that hangs would leave old figures on the page. */
export const ANSWER_MAX_MS = 15_000

/** Reads a resource below `/console/api/`. Throws ApiError. */
export async function read<T>(path: string): Promise<T> {
  const headers: Record<string, string> =
    token === undefined ? { 'x-csrf-token': sessionSecret() ?? '' } : { authorization: `Bearer ${token}` }
  const { signal } = leaving
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MAX_MS)])
  const response = await fetch(`api/${path}`, { headers, cache: 'no-store', signal: limit }).catch(() => undefined)
  const body = (await response?.json().catch(() => undefined)) as
    | (T & { readonly error?: { code: string; message: string } })
    | undefined
  if (signal.aborted) throw new ApiError('left', 'The page has turned to another view.')
  // An answer that ends in its middle is none.
  if (response === undefined || (response.ok && body === undefined))
    throw new ApiError('unreachable', 'The server does not answer. Check that it runs, then refresh.')
  if (response.ok) return body!
  const { code = 'unknown', message = `The server answered with status ${response.status}.` } = body?.error ?? {}
  throw new ApiError(code, message)
}
