import type { Schema } from '../schemas/schema.ts'

interface Rule {
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
}

/** What a schema demands of a value, to follow the name of a parameter or field in a message. */
export function describeRule(schema: Schema): string {
  const { type } = schema as { readonly type?: string | readonly string[] }
  if (schema.anyOf !== undefined || type === 'object') return 'does not have the described form'
  if (Array.isArray(type)) return `${describeRule({ ...schema, type: type[0] })}, or null`
  const { enum: values, pattern, minimum, maximum, minItems, maxItems, items } = schema as Rule
  if (type === 'integer') return `must be an integer from ${minimum} to ${maximum}`
  if (type === 'number') return `must be a number from ${minimum} to ${maximum}`
  if (type === 'array')
    return `must be an array of ${minItems} to ${maxItems} different strings; each ${describeRule(items!)}`
  if (values !== undefined) return `must be one of: ${values.join(', ')}`
  return pattern === undefined ? 'must be a string' : `must match ${pattern}`
}

/** The name of an unknown parameter or field for a message. Anything that could be a secret or a query is left out. */
export function describeName(name: string): string {
  return /^[A-Za-z][A-Za-z_]{0,23}$/.test(name) ? ` "${name}"` : ''
}
