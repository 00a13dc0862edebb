/**
 * Something given to us cannot be used: a file, a line in it, an argument, the answer of a server.
 * The message is for the person at the keyboard: what happened, what was expected, what to do. No stack trace is shown for it.
 */
export class GivenError extends Error {
  override readonly name = 'GivenError'
}

export interface Place {
  readonly file: string
  /** From 1; the line on which the row begins. */
  readonly line?: number | undefined
  readonly column?: string | undefined
}

/** `name.csv, line 7, column PSC: …` */
export function givenError(place: Place, what: string): GivenError {
  const line = place.line === undefined ? '' : `, line ${place.line}`
  const column = place.column === undefined ? '' : `, column ${place.column}`
  return new GivenError(`${place.file}${line}${column}: ${what}`)
}
