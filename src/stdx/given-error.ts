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

/** `name.csv, line 7, column PSC: …`, always one line: names come out of archives and headers, and may hold anything. */
export function givenError(place: Place, what: string): GivenError {
  const line = place.line === undefined ? '' : `, line ${place.line}`
  const column = place.column === undefined ? '' : `, column ${shown(place.column)}`
  return new GivenError(`${shown(place.file)}${line}${column}: ${printable(what)}`)
}

const SHOWN_MAX = 200

function shown(name: string): string {
  return printable(name.length <= SHOWN_MAX ? name : `${name.slice(0, SHOWN_MAX).toWellFormed()}…`)
}

/** Characters that move the cursor, colour the screen, turn the direction of writing or begin a line become question marks. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
}
