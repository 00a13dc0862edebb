import { ApiError } from './api.ts'

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

/** Whether this browser has signed in here: without it the page asks nothing, and no refusal is logged. */
const MARK = 'regista-signed-in'

/** After a reload of the page. */
export async function resumeSession(): Promise<void> {
  if (localStorage.getItem(MARK) === null) return
  try {
    session = (await callAdmin<Session>('GET', 'session')).data
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Throws ApiError. */
export async function signIn(token: string): Promise<void> {
  session = (await callAdmin<Session>('POST', 'session', { token })).data
  localStorage.setItem(MARK, '')
}

/** Throws ApiError. */
export async function signOut(): Promise<void> {
  await callAdmin('POST', 'session/end')
  forget()
}

function forget(): void {
  session = undefined
  localStorage.removeItem(MARK)
}

export interface Answer<T> {
  readonly data: T
  readonly meta: { readonly request_id: string; readonly replayed?: true; readonly notice?: string }
}

interface Sent {
  readonly body?: object | undefined
  /** The Idempotency-Key. */
  readonly key?: string
  readonly token?: string
}

/** Calls an operation of `/admin/v1`. Throws ApiError. */
export async function callAdmin<T>(method: string, path: string, { body, key, token }: Sent = {}): Promise<Answer<T>> {
  const headers: Record<string, string> = {
    ...(token === undefined ? { 'x-csrf-token': session?.csrf_token ?? '' } : { authorization: `Bearer ${token}` }),
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
