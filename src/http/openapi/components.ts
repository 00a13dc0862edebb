/** Collects the schemas with a title. Each use of one becomes a reference. */
export class Components {
  readonly schemas: Record<string, unknown> = {}

  refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((one) => this.refer(one))
    if (typeof schema !== 'object' || schema === null) return schema
    const { title, ...rest } = schema as { readonly title?: unknown }
    const plain = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, this.refer(value)]))
    if (typeof title !== 'string') return plain
    this.schemas[title] ??= plain
    return { $ref: `#/components/schemas/${title}` }
  }
}
