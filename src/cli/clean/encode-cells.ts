import { encodeWindows1250, fitWindows1250 } from '../../stdx/windows-1250.ts'

interface CsvFormat {
  readonly encoding: 'utf-8' | 'windows-1250'
  readonly delimiter: string
}

/** A spreadsheet runs a cell of CSV that begins so. A telephone number or a negative one does no harm. */
const FORMULA = /^(?:[=@\t\r]|[+-](?![\d /.,()-]*$))/

/** Cells behind a row. A spreadsheet would run one that begins as a formula does, so it gets an apostrophe. */
export function encodeCells(cells: readonly string[], { encoding, delimiter }: CsvFormat): Buffer {
  let text = ''
  for (const cell of cells) {
    const safe = FORMULA.test(cell) ? `'${cell}` : cell
    const isQuoted = safe.includes(delimiter) || /["\r\n]/.test(safe)
    text += delimiter + (isQuoted ? `"${safe.replaceAll('"', '""')}"` : safe)
  }
  return encoding === 'utf-8' ? Buffer.from(text) : encodeWindows1250(fitWindows1250(text))
}
