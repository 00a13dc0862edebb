import { type Token, tokenize } from './tokens.ts'

/** The parts in which an address may be given. With `line`, any of the others may be in it. */
export interface GivenAddress {
  readonly line?: string
  readonly street?: string
  readonly number?: string
  readonly part?: string
  readonly town?: string
  readonly postcode?: string
}

export const ADDRESS_FIELDS = ['line', 'street', 'number', 'part', 'town', 'postcode'] as const

export const FIELD = { line: 0, street: 1, number: 2, part: 3, town: 4, postcode: 5 } as const

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
   domu psc slovensko slovenska slovak slovakia slovenskej republika republic republiky sr sk svk cesko ceska czech czechia
   ceske cr cz cze cesky okres okr kraj obec mesto mc mestska mestskej cast casti posta d`.split(/\s+/),
)
const FLAT: ReadonlySet<string> = new Set(
  `byt bytu bj apartman apt dvere dveri vchod kancelaria kancelar miestnost poschodie poschodi posch patro patre podlazie podlazi
   np prizemie prizemi suteren blok`.split(/\s+/),
)
const FORM =
  /(?:^|[\s,])(?:s\.? ?r\.? ?o\.?|spol\. s ?r\.? ?o\.?|a\.? ?s\.?|k\.? ?s\.?|v\.? ?o\.? ?s\.?|o\.? ?z\.?|z\.? ?s\.?)(?=[\s,;]|$)/iu

export function readAddress(given: GivenAddress): ReadAddress {
  const firms = [given.line, given.street].map((text) => (text === undefined ? undefined : FORM.exec(text)))
  const fields = ADDRESS_FIELDS.map((field, i) => blankForm(given[field], firms[i]))
  const tokens = tokenize(fields)
  const idle = new Set<number>()
  const added = new Set<number>()
  const postcode = findPostcode(tokens)
  for (const [i, token] of tokens.entries()) {
    if (IDLE.has(token.text)) idle.add(i)
    else if (FLAT.has(token.text)) addFlat(tokens, i, added)
  }
  for (const [field, firm] of firms.entries()) {
    if (firm == null) continue
    // A firm stands in front, so it ends with its form.
    let length = 0
    for (const [i, token] of tokens.entries()) {
      if (token.field !== field) continue
      length += token.before.length + token.raw.length
      if (length <= firm.index + 1) added.add(i)
    }
  }
  return { tokens, postcode, idle, added }
}

function blankForm(text: string | undefined, firm: RegExpExecArray | null | undefined): string | undefined {
  if (firm == null || text === undefined) return text
  return `${text.slice(0, firm.index)},${' '.repeat(firm[0].length)}${text.slice(firm.index + firm[0].length)}`
}

/** "byt 12", "byt č. B4", "3. poschodie" */
function addFlat(tokens: readonly Token[], at: number, added: Set<number>): void {
  added.add(at)
  const before = tokens[at - 1]
  if (before?.hasDot && /^\d/.test(before.text) && before.field === tokens[at]!.field) {
    added.add(at - 1)
    return
  }
  for (let i = at + 1; i < tokens.length && i <= at + 3; i++) {
    const { text, field, segment } = tokens[i]!
    if (field !== tokens[at]!.field || segment !== tokens[at]!.segment) return
    if (!/^\d|^.$/.test(text)) return
    added.add(i)
    if (/^\d/.test(text)) return
  }
}

/** Five digits, "040 01", and "4001" in a column of postal codes, from which spreadsheets drop the zero. */
function findPostcode(tokens: readonly Token[]): PostcodeText | null {
  for (let i = tokens.length - 1; 0 <= i; i--) {
    const { text, field, before } = tokens[i]!
    if (!/^\d+$/.test(text)) continue
    const previous = tokens[i - 1]
    const least = field === FIELD.postcode ? 2 : 3
    const isPair =
      /^\d\d$/.test(text) && previous?.field === field && /^\s*$/.test(before) && /^\d{2,3}$/.test(previous.text)
    if (isPair && least <= previous.text.length) {
      const digits = (previous.text + text).padStart(5, '0')
      return { digits, isUsual: previous.text.length === 3, from: i - 1, to: i + 1 }
    }
    if (text.length === 5) return { digits: text, isUsual: true, from: i, to: i + 1 }
    if (field === FIELD.postcode && text.length === 4) return { digits: `0${text}`, isUsual: false, from: i, to: i + 1 }
    if (field === FIELD.postcode) return { digits: text, isUsual: false, from: i, to: i + 1 }
  }
  return null
}
