import { isDigits, type Token, tokenize } from './tokens.ts'

export const FIELD = { address: 0, street: 1, number: 2, part: 3, town: 4, postcode: 5 } as const

/** The parts in which an address may be given. `address` is one line with any of them. */
export type GivenAddress = Readonly<Partial<Record<keyof typeof FIELD, string>>>

/** What was given, split once for all candidates. */
export interface ReadAddress {
  readonly tokens: readonly Token[]
  readonly postcode: PostcodeText | null
  /** Labels, countries, "ulica": where they are in no name of a record they mean nothing. */
  readonly idle: ReadonlySet<number>
  /** The tokens of flat, floor and door, and of a firm up to its legal form. */
  readonly added: ReadonlySet<number>
}

interface PostcodeText {
  readonly digits: string
  readonly isUsual: boolean
  readonly from: number
  readonly to: number
}

const IDLE: ReadonlySet<string> = new Set(
  `ul ulica ulice ulici c cislo cp cd ce co sup supisne pop popisne ev evid evidencne evidencni or orient orientacne orientacni
   domu psc slovensko slovakia republika republic republiky sr sk svk cesko czechia
   cr cz cze okres okr kraj obec mesto mc cast casti posta d`.split(/\s+/),
)
/** "Košice - mestská časť Juh" is "Košice-Juh". */
const CITY_PART = /\s*[-–,]?\s*mestsk[áa] [čc]as[ťt]\s+/iu
const FLAT: ReadonlySet<string> = new Set(
  `byt bytu bj apartman apt dvere dveri vchod kancelaria kancelar miestnost poschodie poschodi posch patro patre podlazie podlazi
   np prizemie prizemi suteren blok`.split(/\s+/),
)
const FORMS: ReadonlySet<string> = new Set(['sro', 'as', 'spolsro', 'ks', 'vos', 'oz', 'zs'])

export function readAddress(given: GivenAddress): ReadAddress {
  const fields = (Object.keys(FIELD) as (keyof GivenAddress)[]).map((field) => given[field]?.replace(CITY_PART, '-'))
  // "okr." is no short Okružná.
  const tokens = tokenize(fields).map((token) => (IDLE.has(token.text) ? { ...token, hasDot: false } : token))
  const idle = new Set<number>()
  const added = new Set<number>()
  for (const [i, { text, field }] of tokens.entries()) {
    if (IDLE.has(text)) idle.add(i)
    // "Slovenská" alone is a street.
    if (/^(republi|casti?$)/.test(text) && /^(slovensk|slovak|cesk|czech|mestsk)/.test(tokens[i - 1]?.text ?? ''))
      idle.add(i - 1)
    if (FLAT.has(text)) addFlat(tokens, i, added)
    const end = field <= FIELD.street ? findFormEnd(tokens, i) : 0
    // A firm stands in front, so it ends with its form.
    for (let j = 0; j < end; j++) if (tokens[j]!.field === field) added.add(j)
  }
  return { tokens, postcode: findPostcode(tokens), idle, added }
}

/** Where a legal form ends that begins with this token: "s. r. o.", "a.s.", "sro". 0: none begins here. */
function findFormEnd(tokens: readonly Token[], from: number): number {
  let letters = ''
  for (let i = from; i < tokens.length && letters.length < 7; i++) {
    const { text, field, hasDot } = tokens[i]!
    if (field !== tokens[from]!.field || (i !== from && !/^\.? ?$/.test(tokens[i]!.before))) return 0
    letters += text
    if (FORMS.has(letters) && (hasDot || letters === 'sro')) return i + 1
  }
  return 0
}

/** "byt 12", "byt č. B4", "3. poschodie" */
function addFlat(tokens: readonly Token[], at: number, added: Set<number>): void {
  added.add(at)
  const before = tokens[at - 1]
  if (before?.hasDot && isDigits(before.text) && before.field === tokens[at]!.field) return void added.add(at - 1)
  for (let i = at + 1; i < tokens.length && i <= at + 3; i++) {
    const { text, segment } = tokens[i]!
    if (segment !== tokens[at]!.segment || (!isDigits(text) && text.length !== 1)) return
    added.add(i)
    if (isDigits(text)) return
  }
}

/** Five digits, "040 01", and "4001" in a column of postal codes, from which spreadsheets drop the zero. */
function findPostcode(tokens: readonly Token[]): PostcodeText | null {
  for (let i = tokens.length - 1; 0 <= i; i--) {
    const { text, field, before } = tokens[i]!
    const previous = tokens[i - 1]
    const isPair = /^\d\d$/.test(text) && previous?.field === field && /^\s*$/.test(before)
    const isColumn = field === FIELD.postcode
    if (isPair && (isColumn ? /^\d{2,3}$/ : /^\d{3}$/).test(previous.text))
      return toPostcode(previous.text + text, i - 1, i + 1)
    if (/^\d{5}$/.test(text) || (isColumn && isDigits(text))) return toPostcode(text, i, i + 1)
  }
  return null
}

function toPostcode(text: string, from: number, to: number): PostcodeText {
  return { digits: text.length === 4 ? `0${text}` : text, isUsual: text.length === 5, from, to }
}
