/** The part of the OpenAPI document that the page shows. */
export interface ReferenceDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: {
    readonly schemas: Named<Schema>
    readonly parameters: Named<Parameter>
    readonly responses: Named<DescribedResponse>
  }
}

type Named<T> = Readonly<Record<string, T>>

interface Reference {
  readonly $ref: string
}

/** The value in the document, or the one that a reference in its place leads to. */
export function resolvePart<T extends object>({ components }: ReferenceDocument, part: T | Reference): T {
  if (!('$ref' in part)) return part
  const [kind, name] = (part.$ref as string).split('/').slice(-2) as [keyof ReferenceDocument['components'], string]
  return components[kind][name] as T
}

export interface DescribedOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  /** Each names one kind of credential. */
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Named<DescribedResponse | Reference>
}

/** An operation with its path and method, and its references resolved. */
export interface PlacedOperation {
  readonly path: string
  readonly method: string
  readonly operation: DescribedOperation
  readonly parameters: readonly Parameter[]
  readonly responses: Named<DescribedResponse>
  readonly body: Schema | undefined
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

export interface DescribedResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>
}

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly minLength?: number
}
