import { parseDay } from '../../records/date.ts'
import { inputErrorAt } from '../../stdx/input-error.ts'

/** The facts in the name of a file. */
export type RpoFileName =
  | { readonly kind: 'init'; readonly day: string; readonly part: number }
  | { readonly kind: 'daily'; readonly day: string }
  /** The manifest of an init, which is not needed. */
  | { readonly kind: 'list' }

const INIT = /^init_([0-9]{4}-[0-9]{2}-[0-9]{2})_([0-9]{3})\.json\.gz$/
const DAILY = /^actual_([0-9]{4}-[0-9]{2}-[0-9]{2})\.json\.gz$/
export const LIST = /_list\.txt$/

export function parseFileName(file: string): RpoFileName {
  const init = INIT.exec(file)
  if (init !== null) {
    const part = Number(init[2])
    if (part === 0) throw inputErrorAt({ file }, 'is part 000, but the parts of an init are counted from 001')
    return { kind: 'init', day: dayIn(file, init[1]!), part }
  }
  const daily = DAILY.exec(file)
  if (daily !== null) return { kind: 'daily', day: dayIn(file, daily[1]!) }
  if (LIST.test(file)) return { kind: 'list' }
  throw inputErrorAt(
    { file },
    'is not a file of the RPO by its name; init_YYYY-MM-DD_NNN.json.gz and actual_YYYY-MM-DD.json.gz were expected. ' +
      'Keep the names under which the register publishes its files',
  )
}

export function initPartName(day: string, part: number): string {
  return `init_${day}_${String(part).padStart(3, '0')}.json.gz`
}

function dayIn(file: string, text: string): string {
  const day = parseDay(text)
  if (day === undefined) throw inputErrorAt({ file }, `has ${text} in its name, which is not a day`)
  return day
}
