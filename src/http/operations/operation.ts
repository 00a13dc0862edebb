import type { Scope } from '../../access/access.ts'
import type { ByteString } from '../../stdx/byte-string.ts'
import type { Rejection } from '../errors.ts'
import type { ParameterReader } from '../request/read-parameters.ts'
import type { Caller, CallerLimit, Credits, Work } from '../request-types.ts'
import type { OperationId, PRICES } from '../schemas/prices.ts'
import type { ObjectSchema } from '../schemas/schema.ts'

/** One operation of the API as data. The router, the steps and the OpenAPI document all read it. */
export type Operation = MeteredOperation | FreeOperation

interface OperationData<Parameters> {
  readonly id: OperationId
  readonly method: 'GET' | 'POST'
  /** `/v1/companies/{country}/{ico}` */
  readonly path: `/v1/${string}`
  readonly summary: string
  readonly description: string
  /** The scope that the credential needs. Null: the operation creates a session and takes no credential. */
  readonly scope: Scope | null
  readonly bearers: readonly ('serverKey' | 'browserSession')[]
  /** The rate limits of this operation, in addition to those of every credential. */
  readonly limits: readonly CallerLimit[]
  readonly parameters: ParameterReader<Parameters>
  readonly body?: ObjectSchema
}

export interface MeteredOperation<Parameters = unknown> extends OperationData<Parameters> {
  readonly id: 'suggestAddresses' | 'suggestCompanies' | 'readCompany'
  readonly price: Exclude<(typeof PRICES)[OperationId], 0>
  /** The whole JSON body, written before it is charged. A promise: it needs a file, which another thread reads. */
  run(work: Work<Parameters>): Body | Promise<Body>
}

type Body = ByteString | Rejection

export interface FreeOperation<Parameters = unknown, C = Caller> extends OperationData<Parameters> {
  readonly price: 0
  run(work: Work<Parameters, C>): Promise<FreeResult | Rejection>
}

export interface FreeResult {
  readonly body: ByteString
  readonly credits: Credits
}
