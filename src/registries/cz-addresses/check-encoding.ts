import type { Columns } from '../../stdx/columns.ts'
import { type InputError, inputErrorAt } from '../../stdx/input-error.ts'
import { quoteValue } from '../../stdx/row-problem.ts'
import type { PointColumn } from './points-zip.ts'

const NAMES = [
  'Název obce',
  'Název MOMC',
  'Název obvodu Prahy',
  'Název části obce',
  'Název ulice',
] as const satisfies readonly PointColumn[]

/**
 * What another encoding turns into when it is read as windows-1250, and no Czech name holds. Of ISO-8859-2, the
 * likeliest, Š Ť Ž ť become © « ® »; its š and ž become letters that a foreign name may have, so they are not looked
 * for. The rest comes from UTF-8: of á é í ó ú ý the first half is Ă.
 */
const MISREAD = /[\u0080-\u009f©«®»±¹¾™ˇ˝Ă]/

/**
 * Every byte is some letter in windows-1250, so a wrong encoding spoils every name without any error from the decoder.
 */
export function checkEncoding(
  fields: readonly string[],
  at: Columns<PointColumn>,
  place: { readonly file: string; readonly line: number },
  fault: (fault: InputError) => void,
): void {
  for (const column of NAMES) {
    const name = fields[at[column]] ?? ''
    if (!MISREAD.test(name)) continue
    fault(
      inputErrorAt(
        { ...place, column },
        `is ${quoteValue(name)}: the file is in another encoding than windows-1250, which ČÚZK publishes. Fetch it again and do not save it anew`,
      ),
    )
    return
  }
}
