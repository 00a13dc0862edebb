const NEWLINE = 10
const QUOTE = 34

export interface RowEnd {
  /** The position of the row's line end, or the block's length if the row does not end in it. */
  readonly newline: number
  readonly lines: number
  readonly openQuote: boolean
  /** How many line ends precede the start of the row's last quoted field. */
  readonly linesBeforeQuote: number
}

/**
 * Finds row ends by the rules of `splitCsvRow`: a quote opens a field only at the field's start (`5" pipe`), and after
 * a closing quote only the next byte can reopen it (`""`). The search stops after `linesMax` lines inside quotes. A
 * block without quotes is searched four times faster.
 */
export function createRowEndFinder(block: Buffer, delimiter: string, linesMax: number): (from: number) => RowEnd {
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
