import { type InputError, inputErrorAt } from './input-error.ts'

export interface ColumnRules<Name extends string> {
  /** As messages name the file. */
  readonly file: string
  readonly required: readonly Name[]
  readonly optional?: readonly Name[]
  /** Names that a column had in other years: the old name and the one we use. */
  readonly renamed?: Readonly<Record<string, Name>>
  /** Only for lists of which a few columns are wanted and whose others are nobody's concern. */
  readonly others?: 'passed over'
  /** Takes each problem of the header, and the search goes on: a missing column is at -1. Without it the first one is thrown. */
  readonly fault?: (fault: InputError) => void
}

/** Where each column stands; an optional one that is not there is at -1. */
export type Columns<Name extends string> = Readonly<Record<Name, number>>

/**
 * Finds columns by the names in the first row, in whatever order they stand. The set of names must be one we know: a register that
 * adds or renames a column has changed its format, and guessing would fill the wrong fields.
 */
export function findColumns<Name extends string>(header: readonly string[], rules: ColumnRules<Name>): Columns<Name> {
  const optional = rules.optional ?? []
  const known = new Set<string>([...rules.required, ...optional])
  const places = new Map<string, number>()
  const place = (column: string) => ({ file: rules.file, line: 1, column })
  const names = header.map((name) => rules.renamed?.[name] ?? name)
  const fault = rules.fault ?? raise
  for (const name of rules.required) {
    if (names.includes(name)) continue
    fault(inputErrorAt(place(name), `is missing; the columns are ${header.join(', ').slice(0, 300)}`))
    places.set(name, -1)
  }
  for (const [i, name] of names.entries()) {
    const published = header[i]!
    if (!known.has(name)) {
      if (rules.others === 'passed over') continue
      fault(inputErrorAt(place(published), 'is not a column of this file as we know it; its format may have changed'))
    } else if (places.has(name)) fault(inputErrorAt(place(published), 'stands there twice'))
    else places.set(name, i)
  }
  for (const name of optional) if (!places.has(name)) places.set(name, -1)
  return Object.fromEntries(places) as Columns<Name>
}

function raise(fault: InputError): never {
  throw fault
}
