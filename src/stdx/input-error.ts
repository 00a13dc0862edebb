/**
 * An input cannot be used: a file, a line in it, an argument, the response of a server. The message is for the
 * operator: what happened, what was expected, what to do. It is shown without a stack trace.
 */
export class InputError extends Error {
  override readonly name = 'InputError'
}

/** Nothing is wrong: a step of the installation is still to do. */
export class NotYetError extends InputError {}

/** There is no such file. */
export class MissingError extends InputError {}

/** All attempts failed, and later ones may succeed. */
export class TryLaterError extends InputError {}

/** For those who pass no function for the faults that they accept. */
export function raise(fault: InputError): never {
  throw fault
}

export interface FilePosition {
  readonly file: string
  /** The line on which the row begins, from 1. */
  readonly line?: number | undefined
  readonly column?: string | undefined
}

/**
 * `name.csv, line 7, column PSC: …`, always one line: names come from archives and headers and may contain anything.
 */
export function inputErrorAt(position: FilePosition, what: string): InputError {
  const line = position.line === undefined ? '' : `, line ${position.line}`
  const column = position.column === undefined ? '' : `, column ${formatName(position.column)}`
  return new InputError(`${formatName(position.file)}${line}${column}: ${replaceUnprintable(what)}`)
}

const NAME_MAX = 200

function formatName(name: string): string {
  return replaceUnprintable(name.length <= NAME_MAX ? name : `${name.slice(0, NAME_MAX).toWellFormed()}…`)
}

/** Replaces characters that move the cursor, colour the screen, reverse the text or begin a line by question marks. */
export function replaceUnprintable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
}
