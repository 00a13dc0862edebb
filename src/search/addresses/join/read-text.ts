import type { AddressIndex } from '../../../engine/addresses/addresses.ts'
import type { AddressToken } from '../../../text/address-text.ts'
import { postalCodeWord } from '../../../text/address-words.ts'
import { PREPOSITIONS } from '../../../text/inflection.ts'
import { TOWN_NAMES } from '../../../text/town-names.ts'
import type { WantedNumber } from '../address-reading.ts'
import { isParted, type NamedSpan } from './find-names.ts'

/** What each thing costs that the names do not explain. */
export const COST = {
  noise: 0.1,
  postOffice: 0.2,
  otherName: 0.3,
  sharedCode: 0.4,
  noTown: 0.5,
  otherPart: 1,
  letter: 0.7,
  otherPlace: 0.6,
  shortWord: 1,
  nearCode: 1.5,
  otherForm: 1.5,
  numberLeftOut: 1.5,
  wrongCode: 2,
  word: 3,
  /** A town that the register knows is not left out. */
  town: 30,
} as const

const ROMAN = /^[ivx]+$/
const SHORT_LETTERS = 3

export interface Span extends NamedSpan {
  /** The tokens of the span, as bits. */
  readonly mask: number
  /** A mistyped word of three letters, which means too little alone. */
  readonly isGuess: boolean
  readonly documents: readonly number[]
}

export interface LeftOver {
  readonly cost: number
  readonly number: WantedNumber | null
  /** A house may have the number: each word before it is explained. */
  readonly isHouse: boolean
  /** How many words nothing explains. */
  readonly words: number
  /** Tokens that another place may explain, as bits. */
  readonly uncovered: number
}

/** The numbers and the postal code of a text, and what a reading leaves over. */
export class ReadText {
  readonly code: string | null
  /** -1: the register has no such code. */
  readonly codeTerm: number
  /** The words that are the name of a town, as bits. */
  towns = 0
  readonly hasFlat: boolean
  readonly hasFirm: boolean
  /** The tokens behind a number, a comma or a preposition, as bits. */
  readonly #behind: number
  readonly #tokens: readonly AddressToken[]
  readonly #numbers: readonly number[]

  constructor(tokens: readonly AddressToken[], code: string | null, index: AddressIndex) {
    this.#tokens = tokens
    this.#numbers = [...tokens.keys()].filter((i) => tokens[i]!.kind === 'number' && mayBeHouse(tokens[i]!))
    const first = tokens.findIndex((token, i) => i !== 0 && (isParted(token) || beginsPlace(tokens[i - 1]!)))
    this.#behind = first < 0 ? 0 : -1 << first
    this.hasFlat = tokens.some(({ role }) => role === 'flat')
    this.hasFirm = tokens.some(({ role }) => role === 'firm')
    this.code = code
    this.codeTerm = code === null ? -1 : index.words.trie.termOf(postalCodeWord(code))
  }

  isShort({ from, to }: NamedSpan): boolean {
    return to - from === 1 && this.#tokens[from]!.text.length <= SHORT_LETTERS
  }

  isLocated(mask: number): boolean {
    return (this.#behind & mask) === mask
  }

  leftOver(street: Span | null, place: Span | null, other: Span | null): LeftOver {
    const tokens = this.#tokens
    const covered = (street?.mask ?? 0) | (place?.mask ?? 0) | (other?.mask ?? 0)
    const house = this.#findHouse(street, covered)
    let [cost, words, uncovered, isHouse] = [0, 0, 0, house !== undefined]
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!
      if (i === house || (covered & (1 << i)) !== 0 || token.role === 'code') continue
      if (token.kind === 'number') {
        const isBehindPlace = place?.to === i || other?.to === i
        if (mayBeHouse(token)) cost += isBehindPlace ? COST.postOffice : COST.numberLeftOut
        continue
      }
      uncovered |= 1 << i
      if (token.role !== null) cost += COST.noise
      else if (0 < i && ROMAN.test(token.text)) cost += COST.postOffice
      else if (PREPOSITIONS.has(token.text)) cost += COST.noise
      else if (token.text.length <= 2)
        cost += i === tokens.length - 1 ? COST.noise : token.text.length === 1 ? COST.letter : COST.shortWord
      else {
        cost += (this.towns & (1 << i)) === 0 ? COST.word : COST.town
        words += 1
        if (house !== undefined && i < house && !this.#isPartedBetween(i, house)) isHouse = false
      }
    }
    if (!isHouse && house !== undefined) cost += COST.numberLeftOut
    // "Stojice 81, Přelouč" is a house of Stojice.
    if (street === null && house !== undefined && place !== null && !this.#isBehind(place, other, house))
      cost += other !== null && this.#isBehind(other, null, house) ? COST.otherPlace : COST.noise
    if (street === null && place !== null && other !== null && this.#isNear(place, other)) cost += COST.otherPlace
    return { cost, words, uncovered, isHouse, number: house === undefined ? null : toWanted(tokens[house]!) }
  }

  /** Whether the number belongs to the place: "Stojice č. p. 81", "Klášter u Nepomuku 7". */
  #isBehind({ to }: Span, other: Span | null, house: number): boolean {
    let hasPreposition = false
    for (let i = to; i < house; i++) {
      const { role, text } = this.#tokens[i]!
      if (role === 'label') continue
      if (PREPOSITIONS.has(text)) hasPreposition = true
      else if (!hasPreposition || other === null || (other.mask & (1 << i)) === 0) return false
    }
    return to <= house
  }

  /** "Klášter u Nepomuku": the other place is meant. */
  #isNear(place: Span, other: Span): boolean {
    const before = this.#tokens[place.from - 1]
    return before !== undefined && PREPOSITIONS.has(before.text) && other.to === place.from - 1
  }

  #isPartedBetween(from: number, to: number): boolean {
    for (let i = from + 1; i <= to; i++) if (isParted(this.#tokens[i]!)) return true
    return false
  }

  /** The first number behind the street, else the first one. */
  #findHouse(street: Span | null, covered: number): number | undefined {
    let first: number | undefined
    for (const i of this.#numbers) {
      if ((covered & (1 << i)) !== 0) continue
      if (street !== null && street.to <= i) return i
      first ??= i
    }
    return first
  }
}

function beginsPlace({ kind, text }: AddressToken): boolean {
  return kind === 'number' || PREPOSITIONS.has(text)
}

function mayBeHouse({ role }: AddressToken): boolean {
  return role === null || role === 'label'
}

function toWanted(token: AddressToken): WantedNumber | null {
  if (token.kind !== 'number') return null
  const { digits, suffix, second, label } = token
  return {
    number: Number(digits),
    suffix,
    second: second === null ? null : { number: Number(second.digits), suffix: second.suffix },
    kind: label ?? 'any',
  }
}

/** The tokens with the official names of towns, for their codes and their names in other languages. */
export function replaceNames(tokens: readonly AddressToken[], country: 'sk' | 'cz'): AddressToken[] | undefined {
  let isReplaced = false
  const found = tokens.flatMap((token): AddressToken[] => {
    const { text, hasDot } = token
    const meant = token.kind !== 'word' || (text.length === 2 && hasDot) ? undefined : TOWN_NAMES[country].all.get(text)
    if (meant === undefined) return [token]
    isReplaced = true
    return meant.map(
      (word, at) =>
        ({
          ...token,
          kind: 'word',
          text: word,
          typed: null,
          label: null,
          before: at === 0 ? token.before : ' ',
        }) as const,
    )
  })
  return isReplaced ? found : undefined
}
