import type { Static, TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Refused, refused } from '../errors.ts'
import { queryPairs } from './query-pairs.ts'

interface Parameter {
  readonly read: (text: string) => unknown
  readonly isSound: (value: unknown) => boolean
  readonly wants: string
}

/** Reads a query by its schema: each name once, none that the schema lacks, each value as the schema wants it. */
export function parameterReader<S extends TObject>(schema: S): (query: string) => Static<S> | Refused {
  const parameters = new Map(Object.entries(schema.properties).map(([name, one]) => [name, parameterOf(one)]))
  const required = (schema.required ?? []) as readonly string[]
  const names = [...parameters.keys()]
  const taken = names.length === 0 ? 'takes no query parameters. Leave them out' : `takes only ${names.join(', ')}`

  return (query) => {
    const pairs = queryPairs(query)
    if (pairs === undefined) return wrong('The query is not percent-encoded UTF-8. Encode it so.')
    const values: Record<string, unknown> = Object.create(null)
    for (const [name, text] of pairs) {
      const parameter = parameters.get(name)
      if (parameter === undefined) return wrong(`There is an unknown query parameter. This ${taken}.`)
      if (name in values) return wrong(`The parameter ${name} is there more than once. Send it once.`)
      const value = parameter.read(text)
      if (!parameter.isSound(value)) return wrong(`The parameter ${name} ${parameter.wants}.`)
      values[name] = value
    }
    const missing = required.find((name) => !(name in values))
    if (missing !== undefined) return wrong(`The parameter ${missing} is missing. Send it.`)
    return values as Static<S>
  }
}

export function wrong(message: string): Refused {
  return refused('invalid_parameter', { message })
}

interface Described {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
}

function parameterOf(schema: TSchema): Parameter {
  const { type, minimum, maximum, enum: words } = schema as Described
  const checked = Compile(schema)
  const isSound = (value: unknown) => checked.Check(value)
  switch (type) {
    case 'integer':
      return { read: integerOf, isSound, wants: `is a whole number from ${minimum} to ${maximum}` }
    case 'number':
      return { read: numberOf, isSound, wants: `is a number from ${minimum} to ${maximum}` }
    default:
      // A text has rules of its own, in characters and not in units of UTF-16: whoever asked for it looks at them.
      if (words === undefined) return { read: (text) => text, isSound: () => true, wants: 'is a text' }
      return { read: (text) => text, isSound, wants: `is one of ${words.join(', ')}` }
  }
}

/** As JSON writes them: no `+`, no zeros in front, no blanks. Undefined for everything else. */
function integerOf(text: string): number | undefined {
  return /^-?(0|[1-9][0-9]{0,8})$/.test(text) ? Number(text) : undefined
}

function numberOf(text: string): number | undefined {
  return /^-?(0|[1-9][0-9]{0,8})(\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?$/.test(text) ? Number(text) : undefined
}
