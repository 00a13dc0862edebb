import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../testing/source-tree.ts'

/** A schema of the description of the API, as far as its answers use JSON Schema. */
export interface Schema {
  readonly $ref?: string
  readonly const?: string | number
  readonly enum?: readonly (string | null)[]
  readonly 'x-extensible-enum'?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly description?: string
}

export interface ApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export function readApiDocument(): ApiDocument {
  return JSON.parse(readFileSync(join(ROOT, 'src/http/openapi/openapi.json'), 'utf8')) as ApiDocument
}

/** For languages in which every object needs a class with a name. */
export interface DescribedClass {
  readonly name: string
  readonly description: string
  readonly fields: readonly DescribedField[]
}

export interface DescribedField {
  readonly name: string
  readonly description: string
  readonly isOptional: boolean
  readonly isNullable: boolean
  readonly isList: boolean
  /** A class, or what the field or the items of its list are. */
  readonly type: { readonly class: string } | { readonly scalar: Scalar; readonly words?: readonly string[] }
}

export type Scalar = 'string' | 'integer' | 'number' | 'object'

/** What a server sends with a key: all answers but those that only pages get. An inner class precedes the outer one. */
export function describedClasses({ components: { schemas } }: ApiDocument): DescribedClass[] {
  const classes = new Map<string, DescribedClass>()

  const add = (name: string, schema: Schema): void => {
    if (classes.has(name)) return
    const fields = Object.entries(schema.properties ?? {}).map(([field, one]) =>
      describeField(name, schema, field, one),
    )
    classes.set(name, { name, description: schema.description ?? '', fields })
  }

  const describeField = (owner: string, { required = [] }: Schema, name: string, field: Schema): DescribedField => {
    const target = resolve(field)
    const isList = target.items !== undefined
    const item = target.items ?? field
    const kind = resolve(item)
    const inner = kind.anyOf?.find(({ type }) => type !== 'null') ?? kind
    const types = [inner.type].flat()
    return {
      name,
      description: field.description ?? target.description ?? '',
      isOptional: !required.includes(name),
      isNullable: kind.anyOf !== undefined || types.includes('null'),
      isList,
      type: typeOf(item, inner, `${owner}${pascal(isList ? name.replace(/s$/, '') : name)}`),
    }
  }

  const typeOf = ({ $ref }: Schema, inner: Schema, nameOfInner: string): DescribedField['type'] => {
    if (inner.properties !== undefined && 0 < Object.keys(inner.properties).length) {
      const name = $ref?.split('/').at(-1) ?? nameOfInner
      add(name, inner)
      return { class: name }
    }
    const type = [inner.type].flat().find((one) => one !== 'null') as Scalar
    const scalar = Number.isInteger(inner.const) ? 'integer' : type
    const words = inner.enum?.filter((word) => word !== null)
    return { scalar, ...(words && { words }) }
  }

  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1)!]!

  for (const [name, schema] of Object.entries(schemas))
    if (name.endsWith('Answer') && !name.startsWith('BrowserSession')) add(name, schema)
  return [...classes.values()]
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
