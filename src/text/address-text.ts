import { NUMBER, ROLE, type RoleName, type TokenRole } from './address-patterns.ts'
import { foldLetters } from './fold-letters.ts'
import { splitWords, type TextWord } from './words.ts'

/** The kind of a house number. */
export type NumberKind = 'any' | 'registration' | 'evidence'

interface Typed {
  /** As it was typed. */
  readonly raw: string
  /** Folded. */
  readonly text: string
  /** Its position in its field, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** The number of the field that it stands in. */
  readonly field: number
  /** Commas, brackets, dashes, line breaks and fields part a text into segments. */
  readonly segment: number
  /** The characters between the token before and this one. */
  readonly before: string
  readonly hasDot: boolean
  readonly role: TokenRole | null
}

export interface WordToken extends Typed {
  readonly kind: 'word'
  /** It stands before a number and may be its label, or the beginning of a name: "ev. 20". */
  readonly label: NumberKind | null
}

export interface NumberToken extends Typed {
  readonly kind: 'number'
  readonly digits: string
  /** Letters after it, or after a slash: "10e", "12/A"; the end of a range: "1-3". */
  readonly suffix: string
  /** After a slash: "1143/79B". */
  readonly second: NumberHalf | null
  /** The kind that a label before it says, if the label is certain: then it has the role `label`. */
  readonly label: NumberKind | null
}

export interface NumberHalf {
  readonly digits: string
  readonly suffix: string
}

/** An address as words and numbers. */
export type AddressToken = WordToken | NumberToken

/** Fields of an address, or one text with all of it. */
export interface AddressText {
  readonly tokens: readonly AddressToken[]
  /** Five digits, in one number or two. The last one, because a firm or a house may look like one. */
  readonly postalCode: string | null
}

/** No address is longer, and the time for roles is no longer in proportion to a longer text. It is cut off. */
const LENGTH_MAX = 500

/** While the address is read, its tokens get their roles. */
type Open<Token> = { -readonly [Key in keyof Token]: Token[Key] }
type Word = Open<WordToken>
type Tokens = (Word | Open<NumberToken>)[]

/**
 * Reads an address once for all that need it: the search, the comparison and the release agree about every part.
 *
 * @param glued Whether "purkynova24" and "e100" are one word, as few names have one, or a word and its number.
 */
export function readAddressText(
  fields: readonly (string | undefined)[],
  glued: 'whole' | 'apart' = 'whole',
): AddressText {
  const tokens: Tokens = []
  // Roles are read from this text: each token behind a space, or behind a bar if it begins a segment.
  let line = ''
  let hasNumber = false
  let segment = -1
  for (let field = 0; field < fields.length; field++) {
    const whole = fields[field]?.slice(0, LENGTH_MAX)
    if (!whole) continue
    const pieces = splitWords(whole)
    for (let i = 0, last = 0; i < pieces.length; ) {
      const piece = pieces[i]!
      const { start } = piece
      const number: ReadNumber | null = isDigit(piece.text, 0) ? readNumber(whole, start) : null
      const label: number = number === null ? lengthOfLabel(piece.text, glued) : 0
      const end: number = number?.end ?? (label === 0 ? piece.end : start + label)
      const words = end === piece.end ? [piece.text] : takeWords(pieces, i, end)
      const text = words.length === 1 ? words[0]! : words.join('/')
      i += words.length
      const before = whole.slice(last, start)
      const beginsSegment = last === 0 || (before !== ' ' && PARTS_SEGMENTS.test(before))
      if (beginsSegment) segment += 1
      const raw = whole.slice(start, end)
      const hasDot = whole[end] === '.'
      const word: Word = {
        kind: 'word',
        raw,
        text,
        start,
        end,
        field,
        segment,
        before,
        hasDot,
        role: null,
        label: null,
      }
      if (!number) tokens.push(word)
      else {
        hasNumber = true
        const { digits, suffix, second } = number
        tokens.push({ ...word, kind: 'number', digits, suffix, second })
      }
      line += (beginsSegment ? '|' : ' ') + (glued === 'apart' && text === 'e' ? 'cev' : text)
      // "č 5" is no word c.
      if (hasDot || (text === 'c' && /[^cC]/.test(raw))) line += '.'
      last = end
    }
  }
  giveRoles(tokens, line)
  return { tokens, postalCode: hasNumber ? findPostalCode(tokens, line) : null }
}

const PARTS_SEGMENTS = /[,;|()\n–-]/

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return 48 <= code && code <= 57
}

/** What may be glued to a number: a label, because no name is written as "cp5" is, or any word. */
const GLUED = /^(?:(cp|c?ev|evc|supc|psc|(?:sk|cz)(?=\d{5}$))|\p{L}{3,}|e)(?=\d+[a-z]?$)/u

/** The letters before the number that is glued to them; 0 if there is none. */
function lengthOfLabel(text: string, glued: 'whole' | 'apart'): number {
  if (!isDigit(text, text.length - 1) && !isDigit(text, text.length - 2)) return 0
  const found = GLUED.exec(text)
  return (glued === 'apart' ? found?.[0] : found?.[1])?.length ?? 0
}

/** The words up to there. What follows in one of them becomes a word of its own: "17listopadu", "cp5". */
function takeWords(pieces: TextWord[], from: number, end: number): string[] {
  let to = from
  while (to < pieces.length && pieces[to]!.start < end) to += 1
  const words = pieces.slice(from, to).map(({ text }) => text)
  const last = pieces[to - 1]!
  const cut = last.end <= end ? last.text.length : end - last.start
  words[words.length - 1] = last.text.slice(0, cut)
  if (cut < last.text.length) pieces.splice(to, 0, { text: last.text.slice(cut), start: end, end: last.end })
  return words
}

interface ReadNumber extends NumberHalf {
  readonly second: NumberHalf | null
  readonly end: number
}

function readNumber(whole: string, start: number): ReadNumber | null {
  NUMBER.lastIndex = start
  const found = NUMBER.exec(whole)
  return found && { ...readHalf(found, 1), second: found[5] ? readHalf(found, 5) : null, end: NUMBER.lastIndex }
}

function readHalf(found: RegExpExecArray, at: number): NumberHalf {
  return { digits: found[at]!, suffix: foldLetters(found[at + 1] ?? found[at + 2] ?? '') }
}

const KINDS: Readonly<Record<string, NumberKind>> = { p: 'registration', s: 'registration', e: 'evidence' }

function giveRoles(tokens: Tokens, line: string): void {
  for (let found = ROLE.exec(line); found; found = ROLE.exec(line)) {
    const { 0: words, index, groups } = found
    const role = Object.keys(groups!).find((name) => groups![name]) as RoleName
    let at = countTokens(line.slice(0, index))
    const end = at + countTokens(words)
    if (role === 'label' || role === 'soft') {
      const [letter = ''] = /[a-z]/.exec(words.replace(/cislo|\bc/g, '')) ?? []
      tokens[role === 'label' ? end : at]!.label = KINDS[letter] ?? 'any'
    }
    if (role === 'firm') at = findFirm(tokens, at)
    if (role !== 'soft') for (; at < end; at++) tokens[at]!.role = role === 'sign' ? 'label' : role
  }
}

function countTokens(line: string): number {
  return line.split(/[ |]/).length - 1
}

/** A firm stands in front up to its legal form, or in a segment of its own behind a number: "Alfa 24, s. r. o." */
function findFirm(tokens: Tokens, form: number): number {
  const { field, segment } = tokens[Math.max(0, form - 1)]!
  const own = tokens.filter((token) => token.field === field)
  const isBehind = own.some((token) => token.kind === 'number' && token.segment < segment)
  return tokens.indexOf(own.find((token) => !isBehind || token.segment === segment)!)
}

const CODES = [/^.*[ |](\d{5})\.?(?=[ |]|$)/, /^.*[ |](\d{3}) (\d\d)\.?(?=[ |]|$)/]

/** Five digits, else "040 01". */
function findPostalCode(tokens: Tokens, line: string): string | null {
  for (const code of CODES) {
    const [upTo, first, second = ''] = code.exec(line) ?? []
    if (!upTo) continue
    const to = countTokens(upTo)
    for (const token of tokens.slice(second === '' ? to - 1 : to - 2, to)) token.role = 'code'
    return first + second
  }
  return null
}
