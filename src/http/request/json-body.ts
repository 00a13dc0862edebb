import type { Static, TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Refused, refused } from '../errors.ts'
import { jsonProblem } from './json-problem.ts'

/** A JSON body by its schema. What is wrong is said by field, never repeated. */
export function bodyReader<S extends TObject>(
  schema: S,
): (body: Buffer, contentType: string | undefined) => Static<S> | Refused {
  const checked = Compile(schema)
  return (body, contentType) => {
    if (!isJsonType(contentType))
      return wrong('The media type is not application/json. Send Content-Type: application/json.')
    const text = decoded(body)
    const value = text === undefined ? undefined : parsed(text)
    if (text === undefined || value === undefined) return wrong('The body is not JSON in UTF-8. Send one JSON object.')
    const problem = jsonProblem(text)
    if (problem !== undefined) return refused('invalid_parameter', { message: PROBLEMS[problem] })
    if (checked.Check(value)) return value
    const message = problemOf(value, checked.Errors(value)[0]?.instancePath, Object.keys(schema.properties))
    return refused('invalid_parameter', { message })
  }
}

const PROBLEMS = {
  repeated_key: 'The body has a field more than once. Send each once.',
  too_deep: 'The body is far deeper than any that is taken here. Send it as the documentation says.',
} as const

function wrong(message: string): Refused {
  return refused('invalid_request', { message })
}

/** `application/json`, in any letters, with no parameter but `charset=utf-8`. */
function isJsonType(contentType = ''): boolean {
  return /^application\/json[ \t]*(;[ \t]*charset="?utf-8"?[ \t]*)?$/i.test(contentType)
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decoded(body: Buffer): string | undefined {
  try {
    return strict.decode(body)
  } catch {
    return undefined
  }
}

/** JSON has no undefined, so that says that it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function problemOf(value: unknown, path: string | undefined, names: readonly string[]): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'The body is not a JSON object. Send one.'
  if (Object.keys(value).some((name) => !names.includes(name)))
    return `The body has an unknown field. It takes only ${names.join(', ')}.`
  const field = names.find((name) => path === `/${name}` || path?.startsWith(`/${name}/`) === true) ?? names[0]
  return `The field ${field} of the body is missing or wrong. Send it as the documentation says.`
}
