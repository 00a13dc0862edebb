import { type InputError, inputErrorAt, raise } from './input-error.ts'

export interface ColumnRules<Name extends string> {
  /** The file's name in messages. */
  readonly file: string
  readonly required: readonly Name[]
  readonly optional?: readonly Name[]
  /** Maps the name that a column had in other years to the one we use. */
  readonly renamed?: Readonly<Record<string, Name>>
  /** `ignored`: unknown columns are allowed, for lists of which we need a few columns. */
  readonly others?: 'ignored'
  /** Receives each problem of the header; a missing column is then at -1. Default: the first problem is thrown. */
  readonly report?: (problem: InputError) => void
}

/** The index of each column; -1 for an optional one that is missing. */
export type Columns<Name extends string> = Readonly<Record<Name, number>>

/**
 * Finds columns by the names in the first row, in any order. The names must be known: a register that adds or renames
 * a column has changed its format, and guessing would fill the wrong fields.
 */
export function findColumns<Name extends string>(header: readonly string[], rules: ColumnRules<Name>): Columns<Name> {
  const optional = rules.optional ?? []
  const known = new Set<string>([...rules.required, ...optional])
  const places = new Map<string, number>()
  const place = (column: string) => ({ file: rules.file, line: 1, column })
  const names = header.map((name) => rules.renamed?.[name] ?? name)
  const report = rules.report ?? raise
  for (const name of rules.required) {
    if (names.includes(name)) continue
    report(inputErrorAt(place(name), `is missing; the columns are ${header.join(', ').slice(0, 300)}`))
    places.set(name, -1)
  }
  for (const [i, name] of names.entries()) {
    const published = header[i]!
    if (!known.has(name)) {
      if (rules.others === 'ignored') continue
      report(inputErrorAt(place(published), 'is an unknown column; the file format may have changed'))
    } else if (places.has(name)) report(inputErrorAt(place(published), 'occurs twice'))
    else places.set(name, i)
  }
  for (const name of optional) if (!places.has(name)) places.set(name, -1)
  return Object.fromEntries(places) as Columns<Name>
}
