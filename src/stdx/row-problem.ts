/** Why a row cannot be used. It is returned, not thrown: bad rows are expected, and reading continues. */
export class RowProblem {
  readonly field: string
  readonly reason: string

  constructor(field: string, reason: string) {
    this.field = field
    this.reason = reason
  }
}

/** Quotes a value for a message and shortens a long one. */
export function quoteValue(value: string): string {
  return JSON.stringify(value.length <= 40 ? value : `${value.slice(0, 40)}…`)
}
