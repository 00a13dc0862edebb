/** Why a single row cannot be used: returned, not thrown, because bad rows are expected and the next row goes on. */
export class RowProblem {
  readonly field: string
  readonly reason: string

  constructor(field: string, reason: string) {
    this.field = field
    this.reason = reason
  }
}

/** A value as a message shows it: quoted, and cut where it is long. */
export function quoteValue(value: string): string {
  return JSON.stringify(value.length <= 40 ? value : `${value.slice(0, 40)}…`)
}
