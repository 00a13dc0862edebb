import type { OperatorControl } from '../../access/control/acts.ts'
import type { OperatorMistake } from '../../access/control/control.ts'
import type { NotedCredit } from '../../access/control/credits.ts'
import type { Operator, Role } from '../../access/control/operators.ts'
import type { SessionSecrets } from '../../access/control/sessions.ts'
import type { Books } from '../../ledger/accounting.ts'
import { type ParameterReader, parameterReader } from '../request/read-parameters.ts'
import { NoParameters } from '../schemas/parameters.ts'
import type { ObjectSchema, Schema, ValueOf } from '../schemas/schema.ts'
import type { AdminFault } from './faults.ts'

/** What the operations work with beside the control database. */
export interface AdminBooks {
  read<T>(work: (books: Books) => Promise<T>): Promise<T>
  /** Returns the month. Throws InputError if the books do not have the account. */
  credit(credit: NotedCredit['credit']): Promise<string>
}

/** The operator of a request. */
export interface Caller {
  /** `environment`: REGISTA_ADMIN_TOKEN. `cookie`: that of the console. */
  readonly sent: 'environment' | 'token' | 'cookie'
  readonly operator: Pick<Operator, 'name' | 'role' | 'allowanceMaxUnits' | 'scopes' | 'expiresAtMs'>
  /** That of the cookie. */
  readonly session?: { readonly secrets: SessionSecrets; readonly expiresAtMs: number }
}

export interface AdminWork<P, B> {
  readonly control: OperatorControl
  readonly books: AdminBooks
  readonly caller: Caller
  readonly parameters: P
  readonly body: B
}

/** The secret of a session that begins; null: it has ended. */
export interface SessionCookie {
  readonly secret: string | null
}

export type AdminResult =
  | {
      readonly data: object
      /** The secret part of `data`, which only the first answer has. */
      readonly once?: object
      /** For people, beside a replay. */
      readonly replay?: string
      /** Where the next page begins. */
      readonly next?: number | undefined
      /** The line of an act that `finish` has to carry out. */
      readonly act?: number
      /** In place of JSON. */
      readonly csv?: string
      readonly cookie?: SessionCookie
    }
  | OperatorMistake
  | AdminFault

/** One operation as data. The router, the steps and the OpenAPI document all read it. */
export interface AdminOperation {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: `/admin/v1/${string}`
  readonly role: Role
  readonly summary: string
  readonly description: string
  readonly parameters: ParameterReader<unknown>
  readonly body: ObjectSchema | undefined
  /** A repetition would make something again, so it needs an Idempotency-Key. */
  readonly isKeyed: boolean
  readonly data: Schema
  readonly isList: boolean
  readonly hasCsv: boolean
  readonly success: 200 | 201 | 202
  run(work: AdminWork<unknown, unknown>): Promise<AdminResult>
  /** What the books do after the act was committed; the same again changes nothing. Returns the data. */
  finish?(books: AdminBooks, data: object): Promise<object>
}

interface Definition<Q extends ObjectSchema, T extends ObjectSchema, B extends ObjectSchema>
  extends Pick<AdminOperation, 'id' | 'method' | 'path' | 'role' | 'summary' | 'description' | 'data' | 'finish'>,
    Partial<Pick<AdminOperation, 'isKeyed' | 'isList' | 'hasCsv' | 'success'>> {
  readonly query?: Q
  readonly inPath?: T
  readonly body?: B
  run(work: AdminWork<ValueOf<Q> & ValueOf<T>, ValueOf<B>>): Promise<AdminResult>
}

export function defineOperation<
  Q extends ObjectSchema = typeof NoParameters,
  T extends ObjectSchema = typeof NoParameters,
  B extends ObjectSchema = typeof NoParameters,
>({ query, inPath, body, run, ...rest }: Definition<Q, T, B>): AdminOperation {
  const parameters = parameterReader({ query: query ?? NoParameters, ...(inPath && { path: inPath }) })
  return {
    isKeyed: false,
    isList: false,
    hasCsv: false,
    success: 200,
    ...rest,
    parameters,
    body,
    run: run as AdminOperation['run'],
  }
}
