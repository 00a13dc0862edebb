const NEWLINE = 10
const QUOTE = 34

export interface RowEnd {
  /** Where the row's last line ends, or the length of the block if it does not end here. */
  readonly newline: number
  readonly lines: number
  readonly openQuote: boolean
  /** How many of the row's lines end before its last quoted field begins. */
  readonly linesBeforeQuote: number
}

/**
 * Finds row ends, by the same rules as `splitCsvRow`: a quote opens a field only at its start (`5" pipe`), and after a closing quote only the
 * very next one opens it again (`""`). A row still inside quotes after `linesMax` lines is followed no further. A block without
 * quotes is searched four times faster.
 */
export function rowEnds(block: Buffer, delimiter: string, linesMax: number): (from: number) => RowEnd {
  if (!block.includes(QUOTE)) {
    return (from) => {
      const newline = block.indexOf(NEWLINE, from)
      return {
        newline: newline < 0 ? block.length : newline,
        lines: newline < 0 ? 0 : 1,
        openQuote: false,
        linesBeforeQuote: 0,
      }
    }
  }
  const delimiterByte = delimiter.charCodeAt(0)
  return (from) => {
    let lines = 0
    let inside = false
    let closedAt = -2
    let linesBeforeQuote = 0
    let at = from
    for (; at < block.length; at++) {
      const byte = block[at]
      if (byte === QUOTE) {
        if (inside) {
          inside = false
          closedAt = at
        } else if (closedAt === at - 1) {
          inside = true
        } else if (at === from || block[at - 1] === delimiterByte) {
          inside = true
          linesBeforeQuote = lines
        }
      } else if (byte === NEWLINE) {
        lines += 1
        if (!inside || linesMax <= lines) break
      }
    }
    return { newline: at, lines, openQuote: inside, linesBeforeQuote }
  }
}
