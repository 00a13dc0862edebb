/** Writes the number of a cell as a spreadsheet of these countries shows it. `raw` is the number as it is stored. */
export type NumberFormat = (raw: string) => string

/** The formats that a workbook names by number only. 14 and 22 follow the country. */
const BUILT_IN: ReadonlyMap<number, string> = new Map(
  (
    '1 0|2 0.00|3 #,##0|4 #,##0.00|9 0%|10 0.00%|14 d.m.yyyy|15 d-mmm-yy|16 d-mmm|17 mmm-yy|18 h:mm AM/PM|' +
    '19 h:mm:ss AM/PM|20 h:mm|21 h:mm:ss|22 d.m.yyyy h:mm|37 #,##0|38 #,##0|39 #,##0.00|40 #,##0.00|45 mm:ss|' +
    '46 [h]:mm:ss|47 mm:ss'
  )
    .split('|')
    .map((one) => [Number.parseInt(one, 10), one.slice(one.indexOf(' ') + 1)]),
)

export interface FormatOptions {
  /** Days are counted from 1904, as on old Macs. */
  readonly isFrom1904: boolean
}

export function builtInFormat(id: number): string {
  return BUILT_IN.get(id) ?? 'General'
}

/** Quoted and escaped text, the space of a character, currencies and conditions in brackets, or one sign. */
const ITEM = /"([^"]*)"?|\\(.)|[_*](.)|\[\$([^\]-]*)[^\]]*\]|\[(h+|m+|s+)\]|\[[^\]]*\]|AM\/PM|A\/P|([ymdhs])\6*|./gis

interface Item {
  /** What is shown as it is. */
  readonly text?: string
  /** A sign of the format. */
  readonly sign: string
}

export function readNumberFormat(code: string, options: FormatOptions): NumberFormat {
  const sections: Item[][] = [[]]
  for (const [whole, quoted, escaped, space, currency, elapsed] of code.matchAll(ITEM)) {
    const text =
      quoted ?? escaped ?? currency ?? (space !== undefined || (whole[0] === '[' && !elapsed) ? '' : undefined)
    if (whole === ';') sections.push([])
    else sections.at(-1)!.push(text === undefined ? { sign: whole.toLowerCase() } : { text, sign: '' })
  }
  const formats = sections.map((items) => readSection(items, options))
  return (raw) => {
    const value = raw.trim() === '' ? Number.NaN : Number(raw)
    if (Number.isNaN(value)) return raw
    if (value < 0 && formats[1] !== undefined) return formats[1](-value, raw.replace('-', ''))
    return (value === 0 && formats.length === 3 ? formats[2]! : formats[0]!)(value, raw)
  }
}

type Section = (value: number, raw: string) => string

function readSection(items: readonly Item[], options: FormatOptions): Section {
  const signs = items.map(({ sign }) => sign).join('')
  if (/^[^g]*[ymdhs]/.test(signs)) return (value, raw) => formatDate(items, value, options) ?? formatGeneral(value, raw)
  if (items.length !== 0 && !/[0#?@]|general/.test(signs)) return () => showText(items)
  // A fraction and an exponent are no numbers of a list.
  if (!/[0#?]/.test(signs) || /e[+-]|[?#0]\/|general/.test(signs)) return formatGeneral
  return (value, raw) => formatDigits(items, value) ?? formatGeneral(value, raw)
}

/** All digits of a whole number, else those that are certain. */
function formatGeneral(value: number, raw: string): string {
  if (/^-?(0|[1-9]\d*)$/.test(raw)) return raw
  return String(Number(value.toPrecision(15))).replace('.', ',')
}

/** "000 00", "#,##0.00": digits fill the places from behind, and the first place takes all that are left. */
function formatDigits(items: readonly Item[], value: number): string | undefined {
  const point = items.findIndex(({ sign }) => sign === '.')
  const [first, last] = [items.findIndex(isPlace), items.findLastIndex(isPlace)]
  const whole = items.slice(Math.min(first, point < 0 ? first : point), point < 0 ? last + 1 : point)
  const decimals = point < 0 ? [] : items.slice(point, last + 1).filter(isPlace)
  const scaled = Number((items.some(({ sign }) => sign === '%') ? value * 100 : value).toPrecision(15))
  if (20 < decimals.length || 1e15 <= Math.abs(scaled)) return undefined
  let [digits, fraction = ''] = Math.abs(scaled).toFixed(decimals.length).split('.') as [string, string?]
  while (fraction.endsWith('0') && decimals[fraction.length - 1]!.sign !== '0') fraction = fraction.slice(0, -1)
  digits = digits.replace(/^0+/, '').padStart(whole.filter(({ sign }) => sign === '0').length, '0')
  const isGrouped = whole.some(({ sign }) => sign === ',')
  const before = isGrouped ? digits.replace(/\B(?=(\d{3})+$)/g, ' ') : fillPlaces(whole, digits)
  const front = showText(items.slice(0, point < 0 ? first : Math.min(first, point)))
  return `${scaled < 0 ? '-' : ''}${front}${before}${fraction === '' ? '' : `,${fraction}`}${showText(items.slice(last + 1))}`
}

function showText(items: readonly Item[]): string {
  return items.map(({ text, sign }) => text ?? sign).join('')
}

function isPlace({ sign }: Item): boolean {
  return sign === '0' || sign === '#' || sign === '?'
}

function fillPlaces(places: readonly Item[], digits: string): string {
  let [shown, left] = ['', digits]
  for (const item of places.toReversed()) {
    if (!isPlace(item)) shown = (item.text ?? item.sign) + shown
    else {
      shown = left.slice(-1) + shown
      left = left.slice(0, -1)
    }
  }
  return left + shown
}

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  ['short', 'long'].map((style) =>
    new Intl.DateTimeFormat('sk', { month: style as 'short', timeZone: 'UTC' }).format(Date.UTC(2000, month)),
  ),
)
const DAY_MS = 86_400_000
const DAYS_MAX = 2_958_466

/** A day and time as its signs write it; undefined for a number that is no day. */
function formatDate(items: readonly Item[], value: number, { isFrom1904 }: FormatOptions): string | undefined {
  if (value < 0 || DAYS_MAX <= value) return undefined
  // Spreadsheets have a 29 February 1900.
  const first = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, value < 60 ? 31 : 30)
  const date = new Date(first + Math.round((value * DAY_MS) / 1000) * 1000)
  const isHalf = items.some(({ sign }) => sign === 'am/pm' || sign === 'a/p')
  const hours = isHalf ? date.getUTCHours() % 12 || 12 : date.getUTCHours()
  const times = items.map(({ sign }) => /[ymdhs]/.test(sign) && sign)
  const show = ({ text, sign }: Item, i: number): string => {
    if (text !== undefined) return text
    const pad = (number: number): string => String(number).padStart(Math.min(2, sign.length), '0')
    const isTime =
      /h/.test(times.slice(0, i).findLast(Boolean) || '') || /s/.test(times.slice(i + 1).find(Boolean) || '')
    if (sign === 'am/pm' || sign === 'a/p') return date.getUTCHours() < 12 ? 'AM' : 'PM'
    if (sign.startsWith('['))
      return String(Math.floor(value * (sign[1] === 'h' ? 24 : sign[1] === 'm' ? 1440 : 86_400)))
    if (sign[0] === 'y') return String(date.getUTCFullYear()).slice(sign.length < 3 ? -2 : 0)
    if (sign[0] === 'm' && isTime) return pad(date.getUTCMinutes())
    if (sign[0] === 'm')
      return 2 < sign.length ? MONTHS[date.getUTCMonth()]![sign.length === 3 ? 0 : 1]! : pad(date.getUTCMonth() + 1)
    if (sign[0] === 'd') return 2 < sign.length ? '' : pad(date.getUTCDate())
    if (sign[0] === 'h') return pad(hours)
    return sign[0] === 's' ? pad(date.getUTCSeconds()) : sign
  }
  return items.map(show).join('').trim()
}
