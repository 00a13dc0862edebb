import { FieldError, TEXT_LENGTH_MAX } from '../stdx/json-fields.ts'
import { toOneLine } from '../stdx/to-one-line.ts'

/**
 * The value of a column as one line, null if it is blank: for registers that publish tables what `textField` is for
 * those that publish JSON.
 */
export function textValue(published: string, column: string): string | null {
  if (TEXT_LENGTH_MAX < published.length) {
    throw new FieldError(column, `has ${published.length} characters; at most ${TEXT_LENGTH_MAX} were expected`)
  }
  const line = toOneLine(published)
  return line === '' ? null : line
}
