import { ApiError, dropSessionSecret, keepSessionSecret, sessionSecret } from './api.ts'

export type Role = 'read' | 'provision' | 'operate'

/** The operator who is signed in. No script can read the cookie itself. */
export interface Session {
  readonly operator: string
  readonly role: Role
  readonly scopes: readonly string[]
  readonly expires_at: string
  readonly csrf_token: string
}

let session: Session | undefined

export function currentSession(): Session | undefined {
  return session
}

/** After a reload of the page, when a server answers again, and when another tab has signed in or out. */
export async function resumeSession(): Promise<void> {
  if (isCurrent()) return
  session = undefined
  if (sessionSecret() === null) return
  try {
    session = (await callAdmin<Session>('GET', 'session')).data
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Tabs share the session of their browser. */
function isCurrent(): boolean {
  return session !== undefined && session.csrf_token === sessionSecret()
}

/** Throws ApiError. */
export async function signIn(token: string): Promise<void> {
  const { data } = await callAdmin<Session>('POST', 'session', { token })
  keepSessionSecret(data.csrf_token)
  session = data
}

/** Throws ApiError. */
export async function signOut(): Promise<void> {
  try {
    await callAdmin('POST', 'session/end')
  } catch (error) {
    // It had ended already.
    if (!(error instanceof ApiError && error.code === 'unauthorized')) throw error
  }
  forget()
}

function forget(): void {
  session = undefined
  dropSessionSecret()
}

export interface Answer<T> {
  readonly data: T
  readonly meta: {
    readonly request_id: string
    readonly replayed?: true
    readonly notice?: string
    /** The cursor of the next page; null: there is none. */
    readonly next_cursor?: string | null
  }
}

interface Sent {
  readonly body?: object | undefined
  /** The Idempotency-Key. */
  readonly key?: string
  readonly token?: string
}

/** Calls an operation of `/admin/v1`. Throws ApiError. */
export async function callAdmin<T>(method: string, path: string, { body, key, token }: Sent = {}): Promise<Answer<T>> {
  // What the operator sees and presses is that of another session.
  if (token === undefined && session !== undefined && !isCurrent())
    throw new ApiError('other_session', 'Somebody has signed in or out in another tab. Refresh this page.')
  const headers: Record<string, string> = {
    ...(token === undefined ? { 'x-csrf-token': sessionSecret() ?? '' } : { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  const sent = { method, headers, cache: 'no-store', body: body === undefined ? null : JSON.stringify(body) } as const
  let response: Response
  let answer: Answer<T> & { readonly error?: { readonly code: string; readonly message: string } }
  try {
    response = await fetch(`../admin/v1/${path}`, sent)
    answer = (await response.json()) as typeof answer
  } catch {
    throw new ApiError('unreachable', 'The server does not answer.')
  }
  if (response.ok) return answer
  if (response.status === 401 && token === undefined) forget()
  throw new ApiError(answer.error?.code ?? 'unknown', answer.error?.message ?? `The status is ${response.status}.`)
}
