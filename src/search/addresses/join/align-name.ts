import { abbreviates, isStreetKind, isTitle, STREET_WORDS } from '../../../text/address-abbreviations.ts'
import { editDistance, isOneEdit } from '../../../text/edit-distance.ts'
import { mayBeInflected } from '../../../text/inflection.ts'

/** A word as it was typed. */
export interface TypedWord {
  readonly text: string
  readonly hasDot: boolean
  /** It may be the beginning of a word: nothing stands behind it. */
  readonly isUnfinished: boolean
  /** It stands behind a preposition. */
  readonly isInflected: boolean
}

/** A name of the register. */
export interface KnownName {
  readonly words: readonly string[]
  /** The words with a dot, and those behind which the rest may be left out, as bits. */
  readonly dotted: number
  readonly cuts: number
}

/** A run of typed words, and how much it differs from a name. */
export interface Alignment {
  readonly from: number
  readonly to: number
  readonly cost: number
}

/** What each difference between the typed words and a name costs. As written costs nothing. */
const COST = {
  streetWord: 0.1,
  abbreviation: 0.2,
  glued: 0.2,
  dotted: 0.3,
  beginning: 0.5,
  split: 0.5,
  initialLeftOut: 0.5,
  restLeftOut: 0.5,
  initial: 0.6,
  titleLeftOut: 0.7,
  otherOrder: 0.7,
  inflected: 0.8,
  /** A typed word that the name leaves to others. */
  wordBefore: 1,
  wordLeftOut: 1.5,
  typingError: 2,
  shortTypingError: 2.8,
  twoTypingErrors: 3.2,
} as const

/** From this cost on, a name is taken for a typing error of another. */
export const TYPING_ERROR = COST.typingError
export const INFLECTED = COST.inflected
export const WORD_LEFT_OUT = COST.wordLeftOut
/** What costs more is not meant. */
export const COST_MAX = 3.5

const LETTERS_MIN = 3
/** A word of so many letters may have a typing error, and two. */
const ONE_ERROR = 4
export const TWO_ERRORS = 8
const NEVER = Number.POSITIVE_INFINITY
const ROMAN = /^[ivx]+$/
const TYPED_MAX = 32
const WIDTH = 10

/** Filled by each call: the cost of each pair of places, and where the run of typed words began. */
const costs = new Float64Array((TYPED_MAX + 1) * WIDTH)
const starts = new Uint8Array((TYPED_MAX + 1) * WIDTH)

/**
 * Finds the run of typed words within [low, high) that is the name at the least cost, and the longest of equal ones.
 * Each word of one side stands for one or two of the other, or for none. Undefined if there is no such run.
 */
export function alignName(
  typed: readonly TypedWord[],
  low: number,
  high: number,
  name: KnownName,
): Alignment | undefined {
  const { words, cuts } = name
  const all = words.length
  const count = high - low
  costs.fill(NEVER, 0, (count + 1) * WIDTH)
  for (let i = 0; i < count; i++) {
    costs[i * WIDTH] = i * COST.wordBefore
    starts[i * WIDTH] = i
  }
  for (let i = 0; i <= count; i++) {
    for (let j = 0; j <= all; j++) {
      const at = i * WIDTH + j
      const cost = costs[at]!
      if (COST_MAX < cost - starts[at]! * COST.wordBefore) continue
      const word = i < count ? typed[low + i] : undefined
      const own = words[j]
      if (own !== undefined) reach(at, at + 1, cost + costWithoutOwn(name, j))
      // "Jablonec" of "Jablonec nad Nisou", and "Ústí nad" while it is typed.
      const isRest = own !== undefined && 0 < j && 0 < i
      if (isRest && ((cuts & (1 << (j - 1))) !== 0 || (word === undefined && typed[low + i - 1]!.isUnfinished)))
        reach(at, i * WIDTH + all, cost + COST.restLeftOut)
      if (word === undefined) continue
      if (0 < j) reach(at, at + WIDTH, cost + costWithoutTyped(word))
      if (own === undefined) continue
      reach(at, at + WIDTH + 1, cost + compareWords(word, own, (name.dotted & (1 << j)) !== 0))
      const next = i + 1 < count ? typed[low + i + 1] : undefined
      if (next !== undefined && own.length === word.text.length + next.text.length && own === word.text + next.text)
        reach(at, at + 2 * WIDTH + 1, cost + COST.split)
      if (j + 1 < all && word.text.length === own.length + words[j + 1]!.length && word.text === own + words[j + 1]!)
        reach(at, at + WIDTH + 2, cost + COST.glued)
    }
  }
  let best: Alignment | undefined
  let bestCost = NEVER
  for (let i = 1; i <= count; i++) {
    const from = starts[i * WIDTH + all]!
    const cost = roundCost(costs[i * WIDTH + all]! - from * COST.wordBefore)
    // A typed word that another run leaves over costs more.
    if (COST_MAX < cost || from === i || bestCost <= cost - (i - from) * COST.wordBefore) continue
    best = { from: low + from, to: low + i, cost }
    bestCost = cost - (i - from) * COST.wordBefore
  }
  return best
}

/** All costs are tenths: 2.8 - 2 is 0.8, the cost of one inflected word. */
function roundCost(cost: number): number {
  return Math.round(cost * 10) / 10
}

function reach(from: number, to: number, cost: number): void {
  if (costs[to]! <= cost) return
  costs[to] = cost
  starts[to] = starts[from]!
}

function costWithoutTyped({ text, hasDot }: TypedWord): number {
  if (STREET_WORDS.has(text)) return COST.streetWord
  if (text.length === 1 && hasDot) return COST.initialLeftOut
  return isTitle(text) ? COST.titleLeftOut : NEVER
}

function costWithoutOwn({ words, dotted }: KnownName, j: number): number {
  const own = words[j]!
  if (STREET_WORDS.has(own)) return COST.streetWord
  if (isDigit(own) || ROMAN.test(own)) return NEVER
  if ((dotted & (1 << j)) !== 0 || own.length === 1) return COST.initialLeftOut
  if (isTitle(own)) return COST.titleLeftOut
  // A street is called by its last word.
  return j < words.length - 1 || (0 < j && isStreetKind(own)) ? COST.wordLeftOut : NEVER
}

/** How much a typed word differs from one of a name. */
export function compareWords(typed: TypedWord, own: string, isDotted: boolean): number {
  const { text } = typed
  if (text === own) return 0
  if (isDigit(text) || isDigit(own)) return NEVER
  if (isDotted && text.startsWith(own)) return COST.dotted
  if (text.charCodeAt(0) === own.charCodeAt(0) && own.startsWith(text)) {
    if (typed.hasDot) return COST.dotted
    if (text.length === 1) return COST.initial
    if (typed.isUnfinished || LETTERS_MIN <= text.length)
      return abbreviates(text, own) ? COST.abbreviation : COST.beginning
  }
  if (abbreviates(text, own)) return COST.abbreviation
  if (typed.isInflected && mayBeInflected(text, own)) return COST.inflected
  return compareLetters(text, own)
}

export function compareLetters(text: string, own: string): number {
  const difference = Math.abs(text.length - own.length)
  const letters = Math.min(text.length, own.length)
  if (2 < difference || letters < ONE_ERROR - 1) return NEVER
  if (isOneEdit(text, own)) {
    if (ROMAN.test(text) && ROMAN.test(own)) return NEVER
    return letters + difference < ONE_ERROR ? COST.shortTypingError : COST.typingError
  }
  if (letters < TWO_ERRORS || text.charCodeAt(0) !== own.charCodeAt(0)) return NEVER
  return editDistance(text, own, 2) === 2 ? COST.twoTypingErrors : NEVER
}

/** "Štúra Ľudovíta": the run of typed words with this one that are those of the name in another order. */
export function alignReordered(
  typed: readonly TypedWord[],
  [low, at, high]: readonly [number, number, number],
  { words }: KnownName,
): Alignment | undefined {
  const all = words.length
  if (all < 2) return undefined
  for (let from = Math.max(low, at - all + 1); from <= at && from + all <= high; from++) {
    const left = [...words]
    for (let i = from; i < from + all; i++) {
      const place = left.indexOf(typed[i]!.text)
      if (place < 0) break
      left.splice(place, 1)
    }
    if (left.length === 0) return { from, to: from + all, cost: COST.otherOrder }
  }
  return undefined
}

/** The cost of a name whose words, or those that were typed, are written in one. */
export const GLUED = COST.glued

function isDigit(text: string): boolean {
  const code = text.charCodeAt(0)
  return 48 <= code && code <= 57
}
