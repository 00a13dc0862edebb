type Kind = 'schemas' | 'headers' | 'parameters' | 'responses'

/** The named parts of the document: generators make one type or constant of each. Each use becomes a reference. */
export class Components {
  readonly named: Readonly<Record<Kind, Record<string, unknown>>> = {
    schemas: {},
    headers: {},
    parameters: {},
    responses: {},
  }

  /** Each schema with a title becomes a component of that name. */
  refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((one) => this.refer(one))
    if (typeof schema !== 'object' || schema === null) return schema
    const { title, ...rest } = schema as { readonly title?: unknown }
    const plain = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, this.refer(value)]))
    return typeof title === 'string' ? this.add('schemas', title, plain) : plain
  }

  add(kind: Kind, name: string, component: object): { readonly $ref: string } {
    this.named[kind][name] ??= component
    return { $ref: `#/components/${kind}/${name}` }
  }

  /** Headers that have the same meaning in every response. */
  referHeaders(headers: Readonly<Record<string, object>>): object {
    return Object.fromEntries(
      Object.entries(headers).map(([name, header]) => [name, this.add('headers', name, header)]),
    )
  }
}
