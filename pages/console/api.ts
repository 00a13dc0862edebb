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

/** Reads a resource below `/console/api/`. Throws ApiError. */
export async function read<T>(path: string): Promise<T> {
  const headers: Record<string, string> =
    token === undefined ? { 'x-csrf-token': sessionSecret() ?? '' } : { authorization: `Bearer ${token}` }
  let response: Response
  try {
    response = await fetch(`api/${path}`, { headers, cache: 'no-store', signal: leaving.signal })
  } catch {
    throw new ApiError('unreachable', 'The server does not answer. Check that it runs, then refresh.')
  }
  const body = (await response.json().catch(() => ({}))) as T & { readonly error?: { code: string; message: string } }
  if (response.ok) return body
  const { code = 'unknown', message = `The server answered with status ${response.status}.` } = body.error ?? {}
  throw new ApiError(code, message)
}
