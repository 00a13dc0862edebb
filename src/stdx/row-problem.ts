import { CsvRowError } from './csv.ts'
import { FieldError } from './json-fields.ts'

/** Why a row cannot be used. It is returned, not thrown: bad rows are expected, and reading continues. */
export class RowProblem {
  readonly field: string
  readonly reason: string

  constructor(field: string, reason: string) {
    this.field = field
    this.reason = reason
  }
}

/** What `read` makes of a row, or why the row cannot be used. */
export function readOrProblem<T>(read: () => T): T | RowProblem {
  try {
    return read()
  } catch (error) {
    if (error instanceof FieldError) return new RowProblem(error.field, error.reason)
    if (error instanceof CsvRowError) return new RowProblem('row', error.reason)
    throw error
  }
}

/** Quotes a value for a message and shortens a long one. */
export function quoteValue(value: string): string {
  return JSON.stringify(value.length <= 40 ? value : `${value.slice(0, 40)}…`)
}
