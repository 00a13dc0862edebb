import { assert } from '../../stdx/assert.ts'
import { parseJson } from '../../stdx/json-fields.ts'
import { type Rejection, reject } from '../errors.ts'
import type { ObjectSchema, ValueOf } from '../schemas/schema.ts'
import { describeName, describeRule } from './describe-rule.ts'
import { jsonProblem } from './json-problem.ts'
import { checkOf, type ValueCheck } from './value-check.ts'

/** Reads a JSON body by its schema. Messages name the field and never repeat its value. */
export function bodyReader<S extends ObjectSchema>(
  schema: S,
): (body: Buffer, contentType: string | undefined) => ValueOf<S> | Rejection {
  assert(schema.additionalProperties === false, 'a body that allows other fields, which is not checked')
  const checks = new Map(Object.entries(schema.properties).map(([name, one]) => [name, checkOf(one)]))
  return (body, contentType) => {
    if (!isJsonType(contentType))
      return rejectBody('The media type is not application/json. Send Content-Type: application/json.')
    const text = decode(body)
    const value = text === undefined ? undefined : parseJson(text)
    if (text === undefined || value === undefined)
      return rejectBody('The body is not JSON in UTF-8. Send one JSON object.')
    const problem = jsonProblem(text)
    const message = problem === undefined ? findProblem(value, schema, checks) : PROBLEMS[problem]
    return message === undefined ? (value as ValueOf<S>) : reject('invalid_parameter', { message })
  }
}

const PROBLEMS = {
  repeated_key: 'The body has a field more than once. Send each field once.',
  too_deep: 'The body is nested too deeply. Send it as described at /docs.',
} as const

function rejectBody(message: string): Rejection {
  return reject('invalid_request', { message })
}

/** `application/json` in any case, with no parameter but `charset=utf-8`. */
function isJsonType(contentType = ''): boolean {
  return /^application\/json[ \t]*(;[ \t]*charset="?utf-8"?[ \t]*)?$/i.test(contentType)
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(body: Buffer): string | undefined {
  try {
    return strict.decode(body)
  } catch {
    return undefined
  }
}

/** Undefined: the value fits the schema. */
function findProblem(
  value: unknown,
  { properties, required = [] }: ObjectSchema,
  checks: ReadonlyMap<string, ValueCheck>,
): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'The body is not a JSON object. Send one.'
  const fields = Object.entries(value)
  const unknown = fields.find(([name]) => !checks.has(name))
  if (unknown !== undefined)
    return `Unknown field${describeName(unknown[0])} in the body. It takes only: ${[...checks.keys()].join(', ')}.`
  const missing = required.find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) return `The field ${missing} of the body is missing. Add it.`
  const given = new Map(fields)
  const wrong = [...checks].find(([name, isValid]) => given.has(name) && !isValid(given.get(name)))?.[0]
  return wrong && `The field ${wrong} of the body ${describeRule(properties[wrong]!)}.`
}
