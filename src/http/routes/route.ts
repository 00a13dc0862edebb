import type { TObject } from 'typebox'
import type { Scope } from '../../access/access.ts'
import type { Call } from '../calls/call.ts'
import type { Outcome } from '../calls/charge-request.ts'
import type { HttpPorts } from '../ports.ts'
import type { OperationId } from '../schemas/responses.ts'

/** One operation of the API: what it takes, what it costs, what it does. Its file has the three; the OpenAPI document is made of them too. */
export interface Route {
  readonly id: OperationId
  readonly method: 'GET' | 'POST'
  /** `/v1/companies/{country}/{ico}` */
  readonly path: `/v1/${string}`
  readonly units: 0 | 1 | 10
  readonly summary: string
  readonly description: string
  /** Null: it needs no bearer. */
  readonly scope: Scope | null
  readonly bearers: readonly ('serverKey' | 'browserSession')[]
  readonly query: TObject
  readonly pathParameters?: TObject
  readonly body?: TObject
  readonly handler: (ports: HttpPorts) => Handler
}

/** `body`: empty for methods that take none. `serialise`: by the schema of the response. */
export type Handler = (call: Call, given: Given) => Outcome | Promise<Outcome>

export interface Given {
  readonly body: Buffer
  readonly serialise: (value: object) => string
}
