/** The schema with a sentence for its reader. */
export function describe<Schema extends object>(schema: Schema, description: string): Schema {
  return { ...schema, description }
}
