/**
 * Something given to us cannot be used: a file, a line in it, an argument, the answer of a server.
 * The message is for the person at the keyboard: what happened, what was expected, what to do. No stack trace is shown for it.
 */
export class InputError extends Error {
  override readonly name = 'InputError'
}

export interface FilePosition {
  readonly file: string
  /** From 1; the line on which the row begins. */
  readonly line?: number | undefined
  readonly column?: string | undefined
}

/** `name.csv, line 7, column PSC: …`, always one line: names come out of archives and headers, and may hold anything. */
export function inputErrorAt(place: FilePosition, what: string): InputError {
  const line = place.line === undefined ? '' : `, line ${place.line}`
  const column = place.column === undefined ? '' : `, column ${shown(place.column)}`
  return new InputError(`${shown(place.file)}${line}${column}: ${replaceUnprintable(what)}`)
}

const SHOWN_MAX = 200

function shown(name: string): string {
  return replaceUnprintable(name.length <= SHOWN_MAX ? name : `${name.slice(0, SHOWN_MAX).toWellFormed()}…`)
}

/** Characters that move the cursor, colour the screen, turn the direction of writing or begin a line become question marks. */
export function replaceUnprintable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
}
