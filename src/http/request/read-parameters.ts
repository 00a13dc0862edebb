import { isRejection, type Rejection, reject } from '../errors.ts'
import type { RequestContext } from '../request-types.ts'
import { NoParameters } from '../schemas/parameters.ts'
import type { ObjectSchema, Schema, ValueOf } from '../schemas/schema.ts'
import { describeName, describeRule } from './describe-rule.ts'
import { queryPairs } from './query-pairs.ts'
import { checkOf } from './value-check.ts'

/** The parameters of an operation: their schemas, for the OpenAPI document, and how they are read. */
export interface ParameterReader<P> {
  readonly query: ObjectSchema
  readonly path?: ObjectSchema
  read(request: Pick<RequestContext, 'query' | 'pathParameters'>): P | Rejection
}

/** `check` adds what a schema cannot say, and may shape the result. */
export function parameterReader<
  Q extends ObjectSchema,
  T extends ObjectSchema = typeof NoParameters,
  P = ValueOf<Q> & ValueOf<T>,
>(
  schemas: { readonly query: Q; readonly path?: T },
  check: (values: ValueOf<Q> & ValueOf<T>) => P | Rejection = (values) => values as P,
): ParameterReader<P> {
  const readQuery = pairReader(schemas.query)
  const readPath = schemas.path && pairReader(schemas.path)
  return {
    ...schemas,
    read({ query, pathParameters }) {
      const pairs = queryPairs(query)
      if (pairs === undefined)
        return rejectParameter('The query is not percent-encoded UTF-8. Percent-encode each name and value.')
      const values = readQuery(pairs)
      if (isRejection(values)) return values
      const ofPath = readPath?.(pathParameters)
      if (isRejection(ofPath)) return ofPath
      return check((ofPath === undefined ? values : { ...values, ...ofPath }) as ValueOf<Q> & ValueOf<T>)
    },
  }
}

export const NO_PARAMETERS: ParameterReader<object> = parameterReader({ query: NoParameters })

export function rejectParameter(message: string): Rejection {
  return reject('invalid_parameter', { message })
}

type Pairs = readonly (readonly [name: string, value: string])[]

/** Each name at most once, no unknown name, and each value as its schema demands. */
function pairReader(schema: ObjectSchema): (pairs: Pairs) => Record<string, unknown> | Rejection {
  const parameters = new Map(Object.entries(schema.properties).map(([name, one]) => [name, parameterOf(one)]))
  const { required = [] } = schema
  const names = [...parameters.keys()]
  const known = names.length === 0 ? 'takes no query parameters' : `takes only: ${names.join(', ')}`

  return (pairs) => {
    // Only names of parameters are looked up in it. An object without a prototype would be a slow hash table.
    const values: Record<string, unknown> = {}
    for (const [name, text] of pairs) {
      const parameter = parameters.get(name)
      if (parameter === undefined)
        return rejectParameter(`Unknown query parameter${describeName(name)}. This operation ${known}.`)
      if (values[name] !== undefined)
        return rejectParameter(`The parameter ${name} appears more than once. Send it once.`)
      const value = parameter.parse(text)
      if (!parameter.isValid(value)) return rejectParameter(`The parameter ${name} ${parameter.rule}.`)
      values[name] = value
    }
    const missing = required.find((name) => values[name] === undefined)
    if (missing !== undefined) return rejectParameter(`The parameter ${missing} is missing. Add it to the query.`)
    return values
  }
}

interface Parameter {
  readonly parse: (text: string) => unknown
  readonly isValid: (value: unknown) => boolean
  readonly rule: string
}

function parameterOf(schema: Schema): Parameter {
  const { type, enum: values, pattern } = schema as { type?: string; enum?: unknown; pattern?: string }
  // The only plain text is `q`, which has a check of its own with more messages (`query-text.ts`).
  const isPlainText = type === 'string' && values === undefined && pattern === undefined
  return {
    parse: type === 'integer' ? parseInteger : type === 'number' ? parseNumber : (text) => text,
    isValid: isPlainText ? () => true : checkOf(schema),
    rule: describeRule(schema),
  }
}

/** As JSON writes them: no `+`, no leading zeros, no blanks. Undefined for everything else. */
function parseInteger(text: string): number | undefined {
  return /^-?(0|[1-9][0-9]{0,8})$/.test(text) ? Number(text) : undefined
}

function parseNumber(text: string): number | undefined {
  return /^-?(0|[1-9][0-9]{0,8})(\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?$/.test(text) ? Number(text) : undefined
}
