import { hash } from 'node:crypto'
import type { OperatorControl } from '../../access/control/acts.ts'
import type { Control } from '../../access/control/control.ts'
import { authenticateOperator, boundsOf, includesRole } from '../../access/control/operators.ts'
import { actOnce, finishAct } from '../../access/control/repeats.ts'
import { findSession, type SessionSecrets } from '../../access/control/sessions.ts'
import { InputError } from '../../stdx/input-error.ts'
import { DatabaseError } from '../../storage/storage.ts'
import { isRejection } from '../errors.ts'
import { bodyReader } from '../request/json-body.ts'
import type { ObjectSchema } from '../schemas/schema.ts'
import { ADMIN_ERRORS, type AdminFault, faultOf, faultOfMistake, faultOfRejection } from './faults.ts'
import type { AdminBooks, AdminOperation, AdminResult, Caller, SessionCookie } from './operation.ts'
import { ADMIN_OPERATIONS } from './operations/operations.ts'

/** A request as plain values: a thread of its own carries it out. */
export interface AdminCall {
  readonly operation: string
  readonly pathParameters: readonly (readonly [name: string, value: string])[]
  readonly query: string
  readonly body: Uint8Array
  readonly contentType: string | undefined
  readonly idempotencyKey: string | undefined
  /** Null: the token of the environment, which may read. An object: the session of the console. */
  readonly token: string | null | SessionSecrets
  /** The address of the client. */
  readonly place: string
  readonly requestId: string
}

export interface AdminAnswer {
  readonly status: number
  readonly body: string
  readonly type: 'application/json; charset=utf-8' | 'text/csv; charset=utf-8'
  readonly fault?: AdminFault
  readonly cookie?: SessionCookie
}

export interface AdminPorts {
  readonly control: Control
  readonly books: AdminBooks
}

/** Authenticates, checks and carries out. The first step that fails decides the answer. */
export async function runAdminCall(ports: AdminPorts, call: AdminCall): Promise<AdminAnswer> {
  const operation = ADMIN_OPERATIONS.find(({ id }) => id === call.operation)!
  try {
    return await runSteps(ports, operation, call)
  } catch (error) {
    if (error instanceof InputError) return answerFault(faultOf('unavailable', { sentence: error.message }), call)
    if (!(error instanceof DatabaseError)) throw error
    const isUnknown = error.outcome === 'unknown' && operation.method !== 'GET'
    return answerFault(faultOf(isUnknown ? 'outcome_unknown' : 'unavailable'), call)
  }
}

async function runSteps(ports: AdminPorts, operation: AdminOperation, call: AdminCall): Promise<AdminAnswer> {
  const refuse = (fault: AdminFault): AdminAnswer => answerFault(fault, call)
  const caller = await authenticate(ports.control, call.token)
  if (caller === undefined) return refuse(typeof call.token === 'object' ? SESSION_ENDED : faultOf('unauthorized'))
  const { operator } = caller
  if (!includesRole(operator.role, operation.role))
    return refuse(
      faultOf('role_not_sufficient', {
        sentence: `The operation needs the role ${operation.role}; this token has ${operator.role}.`,
      }),
    )
  const parameters = operation.parameters.read(call)
  if (isRejection(parameters)) return refuse(faultOfRejection(parameters))
  const body = readBody(operation, call)
  if (isRejection(body)) return refuse(faultOfRejection(body))
  const { place, requestId } = call
  const actor = { who: operator.name, via: 'http', place, requestId, bounds: boundsOf(operator) } as const
  const control: OperatorControl = { ...ports.control, actor }
  const run = (own: OperatorControl) => operation.run({ ...ports, control: own, caller, parameters, body })
  if (!operation.isKeyed) return answerResult(operation, call, await run(control))
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(call.idempotencyKey ?? '')) return refuse(faultOf('idempotency_key_required'))
  return await runOnce({ control, books: ports.books }, { operation, call, run })
}

async function authenticate(control: Control, token: AdminCall['token']): Promise<Caller | undefined> {
  if (token === null) return { sent: 'environment', operator: READER }
  if (typeof token === 'string') {
    const operator = await authenticateOperator(control, token)
    return operator && { sent: 'token', operator }
  }
  const found = await findSession(control, token)
  if (found === undefined) return undefined
  const { operator, expiresAtMs } = found
  return { sent: 'cookie', operator, session: { secrets: token, expiresAtMs } }
}

const SESSION_ENDED = faultOf('unauthorized', { sentence: 'The session has ended. Sign in again.' })

/** The token of the environment is of the console's operator, and has no name. */
const READER: Caller['operator'] = {
  name: 'REGISTA_ADMIN_TOKEN',
  role: 'read',
  allowanceMaxUnits: 0,
  scopes: [],
  expiresAtMs: null,
}

const readers = new Map<ObjectSchema, ReturnType<typeof bodyReader>>()

function readBody({ body: schema }: AdminOperation, { body, contentType }: AdminCall) {
  if (schema === undefined) return undefined
  return readers.getOrInsertComputed(schema, () => bodyReader(schema))(Buffer.from(body), contentType)
}

interface KeyedCall {
  readonly operation: AdminOperation
  readonly call: AdminCall
  readonly run: (control: OperatorControl) => Promise<AdminResult>
}

interface Done {
  readonly outcome: 'done'
  /** The stored part, for repetitions. */
  readonly answer: { readonly data: object; readonly replay?: string | undefined }
  readonly once: object
  readonly act?: number
}

async function runOnce(
  { control, books }: { readonly control: OperatorControl; readonly books: AdminBooks },
  { operation, call, run }: KeyedCall,
): Promise<AdminAnswer> {
  const key = call.idempotencyKey!
  const about = JSON.stringify([operation.id, call.pathParameters, Buffer.from(call.body).toString('latin1')])
  const request = { key, sha256: hash('sha256', about, 'buffer') }
  const done = await actOnce<Done, AdminFault>(control, request, async (inner) => {
    const result = await run(inner)
    if ('sentence' in result) return faultOfMistake(result)
    const { data, once = {}, act, replay } = result
    return { outcome: 'done', answer: { data, replay }, once, ...(act !== undefined && { act }) }
  })
  if ('sentence' in done) return answerFault(done, call)
  if (done.outcome === 'conflict') return answerFault(faultOf('idempotency_conflict'), call)
  const isReplay = done.outcome === 'replayed'
  const stored = done.answer as Done['answer']
  const isOpen = isReplay ? done.isUnfinished : done.act !== undefined
  let data = isReplay ? stored.data : { ...stored.data, ...done.once }
  if (isOpen) {
    try {
      data = await operation.finish!(books, stored.data)
    } catch (error) {
      if (error instanceof InputError) return answerFault(faultOf('not_in_books'), call)
      // The line of the act is there: only a repetition with the same key gives it to the books.
      if (error instanceof DatabaseError) return answerFault(faultOf('outcome_unknown', { retryAfterSeconds: 1 }), call)
      throw error
    }
    await finishAct(control, key, { ...stored, data })
  }
  const notice = isReplay && stored.replay !== undefined ? { notice: stored.replay } : {}
  return answerData(operation, call, { data, meta: isReplay ? { replayed: true, ...notice } : {} })
}

function answerResult(operation: AdminOperation, call: AdminCall, result: AdminResult): AdminAnswer {
  if ('sentence' in result) return answerFault(faultOfMistake(result), call)
  const { data, csv, next, cookie } = result
  if (csv !== undefined) return { status: operation.success, body: csv, type: 'text/csv; charset=utf-8' }
  const cursor = next === undefined ? null : String(next)
  const answer = answerData(operation, call, { data, meta: operation.isList ? { next_cursor: cursor } : {} })
  return cookie === undefined ? answer : { ...answer, cookie }
}

function answerData(
  { success }: AdminOperation,
  { requestId }: AdminCall,
  { data, meta }: { readonly data: object; readonly meta: object },
): AdminAnswer {
  return answerJson(success, { data, meta: { request_id: requestId, ...meta } })
}

export function answerFault(fault: AdminFault, { requestId }: Pick<AdminCall, 'requestId'>): AdminAnswer {
  const { code, sentence: message, retryAfterSeconds: seconds } = fault
  const error = { code, message, ...(seconds !== undefined && { retry_after_seconds: seconds }) }
  return { ...answerJson(ADMIN_ERRORS[code].status, { error, request_id: requestId }), fault }
}

function answerJson(status: number, body: object): AdminAnswer {
  return { status, body: `${JSON.stringify(body)}\n`, type: 'application/json; charset=utf-8' }
}
