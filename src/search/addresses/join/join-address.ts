import type { AddressIndex, NameTable } from '../../../engine/addresses/addresses.ts'
import { TERM, WordSearch } from '../../../engine/engine.ts'
import type { AddressText, AddressToken } from '../../../text/address-text.ts'
import { postalCodeWord } from '../../../text/address-words.ts'
import type { LeftOut } from '../../rule.ts'
import type { AddressReading, WantedNumber } from '../address-reading.ts'
import { INFLECTED, TYPING_ERROR } from './align-name.ts'
import { type NamedSpan, NameFinder, TOKENS_MAX } from './find-names.ts'
import { isLocated } from './located.ts'
import { COST, type LeftOver, ReadText, replaceNames, type Span } from './read-text.ts'

/** A street or place that all names of a text lead to. */
export interface Joined {
  readonly cost: number
  readonly document: number
  readonly number: WantedNumber | null
  /** The street or place itself, though a number was typed: no house has it, or a word before it is not explained. */
  readonly isPlace: boolean
  /** The postal code that its houses must have. */
  readonly code: string | null
  /** The part that was typed, folded. */
  readonly part: string | null
  readonly leavesOut: readonly LeftOut[]
}

/** Two typing errors cost more. */
const EXPLAINED_MAX = 3.6

/** How many spans of each kind are joined. */
const SPANS_MAX = 32
/** How many names of one span. */
const NAMES_OF_SPAN_MAX = 8
/** How many streets and places of a name are looked at. */
const DOCUMENTS_MAX = 400
/** Only outcomes that cost so much more than the best one are kept. */
const SLACK = 2.5
const OUTCOMES_MAX = 64
const PAIR_WORK = 40
const MATCH_WORK = 15
/** The digits of a postal code that all offices of an area have in common. */
const AREA_DIGITS = 3

/** Which words may have an error, while words are left over. */
const WITH_KNOWN_WORDS = ['none', 'all words'] as const
const WITH_UNKNOWN_WORD = ['unknown words', 'all words', 'two in a word'] as const
/** Two to three milliseconds. */
const BUDGET = 90_000
/** What finding names leaves to joining them. */
const KEPT_BACK = BUDGET / 3

export class AddressJoin {
  readonly #index: AddressIndex
  readonly #table: NameTable
  readonly #finder: NameFinder
  /** Of its own, so that what was tried before leaves it something. */
  readonly budget: WordSearch
  /** The names of okresy, folded. */
  readonly #counties = new Map<string, string>()

  #last: { readonly text: AddressText; readonly joined: readonly Joined[]; readonly knowsTown: boolean } | undefined
  #knowsTown = false

  constructor(index: AddressIndex) {
    this.#index = index
    this.#table = index.names
    this.budget = new WordSearch(index.names.words)
    this.#finder = new NameFinder(index.names, this.budget)
  }

  beginQuery(): void {
    this.budget.beginQuery(BUDGET)
  }

  /** Whether a town of the register is typed where a town is expected. No typing error leads to another one then. */
  knowsTown(text: AddressText): boolean {
    return isLocated(text) && this.join(text) !== undefined && this.#last!.knowsTown
  }

  /** The street or place as a reading of the text. */
  readingOf({ document, number }: Joined): AddressReading {
    const names = [document, this.#table.towns[document]!].map((one) => this.#table.nameOf[one]!)
    const words = [...new Set(names)].flatMap((name) => this.#table.wordsOf(name))
    return { words, typed: [], number, hasInitial: false, cost: 0, depth: 'all', counties: null }
  }

  /** The best first. A query may ask twice. */
  join(text: AddressText): readonly Joined[] {
    if (this.#last?.text !== text) {
      this.#knowsTown = false
      const joined = this.#joinText(text)
      this.#last = { text, joined, knowsTown: this.#knowsTown }
    }
    return this.#last.joined
  }

  #joinText({ tokens, postalCode }: AddressText): Joined[] {
    const read = tokens.slice(0, TOKENS_MAX)
    const joined = this.#joinTokens(read, postalCode)
    const official = replaceNames(read, this.#index.columns.country)
    if (official === undefined) return joined
    const others = this.#joinTokens(official.slice(0, TOKENS_MAX), postalCode)
    const all = [...joined, ...others.map((one) => ({ ...one, cost: one.cost + COST.otherName }))]
    return all.sort((a, b) => a.cost - b.cost || a.document - b.document)
  }

  /** Names with typing errors are tried if the others do not explain the text. */
  #joinTokens(tokens: readonly AddressToken[], postalCode: string | null): Joined[] {
    const text = new ReadText(tokens, postalCode, this.#index)
    let joined: Joined[] = []
    const found = new Map<number, NamedSpan>()
    for (const errors of this.#finder.hasUnknownWord(tokens) ? WITH_UNKNOWN_WORD : WITH_KNOWN_WORDS) {
      this.budget.keepBack(KEPT_BACK)
      const spans = this.#finder.find(tokens, errors, found)
      this.budget.useKeptBack()
      joined = this.#combine(text, spans)
      if (joined[0]?.leavesOut.includes('words_left_out') === false) break
    }
    return joined
  }

  #combine(text: ReadText, spans: readonly NamedSpan[]): Joined[] {
    const streets: Span[] = []
    const places: Span[] = []
    const counts = new Map<number, number>()
    for (const span of spans) {
      const count = counts.get(maskOf(span)) ?? 0
      const isGuess = TYPING_ERROR <= span.cost && text.isShort(span)
      if (count === NAMES_OF_SPAN_MAX) continue
      counts.set(maskOf(span), count + 1)
      const documents = this.#documentsOf(span.name)
      if (documents.streets.length !== 0)
        streets.push({ ...span, mask: maskOf(span), documents: documents.streets, isGuess })
      if (documents.places.length !== 0 && !isGuess)
        places.push({ ...span, mask: maskOf(span), documents: documents.places, isGuess })
    }
    const known = withoutTypingErrorsOfKnown(preferOneForm(places)).slice(0, SPANS_MAX)
    for (const { mask, cost, documents } of known) {
      if (
        cost < COST.noTown &&
        text.isLocated(mask) &&
        documents.some((one) => this.#index.kindOf(one) === 'municipality')
      )
        text.towns |= mask
    }
    this.#knowsTown ||= text.towns !== 0
    const outcomes = new Outcomes()
    for (const street of [null, ...streets.slice(0, SPANS_MAX)]) {
      for (const place of [null, ...known]) {
        const cost = (street?.cost ?? 0) + (place?.cost ?? 0)
        if ((street === null && place === null) || overlaps(street, place) || outcomes.isTooDear(cost)) continue
        if (place === null && street?.isGuess === true) continue
        const left = text.leftOver(street, place, null)
        const others =
          place === null || left.uncovered === 0 ? [] : known.filter((other) => (other.mask & left.uncovered) !== 0)
        if (others.length === 0 && outcomes.isTooDear(cost + left.cost)) continue
        if (!this.budget.spend(PAIR_WORK)) break
        const matches = this.#match(street, place, text)
        if (matches.length === 0) continue
        this.#judge({ street, place, other: null, matches }, left, text, outcomes)
        for (const other of others) {
          if (overlaps(street, other) || overlaps(place, other) || outcomes.isTooDear(cost + other.cost)) continue
          if (!this.budget.spend(PAIR_WORK)) break
          this.#judge({ street, place, other, matches }, text.leftOver(street, place, other), text, outcomes)
        }
      }
    }
    return outcomes.sorted()
  }

  #documentsOf(name: number): { readonly streets: number[]; readonly places: number[] } {
    const { starts, documents } = this.#table
    const streets: number[] = []
    const places: number[] = []
    for (let at = starts[name]!; at < starts[name + 1]!; at++) {
      const document = documents[at]!
      if (this.#index.kindOf(document) === 'street') streets.push(document)
      else places.push(document)
    }
    return { streets, places }
  }

  /** The streets of the place, or of the postal code; without a street, the place itself. */
  #match(street: Span | null, place: Span | null, text: ReadText): Match[] {
    if (street === null)
      return place!.documents.slice(0, DOCUMENTS_MAX).map((document) => ({ document, place: document }))
    const { documents, towns, nameOf } = this.#table
    if (place !== null) {
      const found: Match[] = []
      for (const one of place.documents.slice(0, DOCUMENTS_MAX)) {
        if (!this.budget.spend(MATCH_WORK)) break
        const { from, to } = this.#table.inTown(street.name, towns[one]!)
        for (let at = from; at < to; at++) {
          const document = documents[at]!
          if (this.#index.kindOf(document) === 'street') found.push({ document, place: one })
        }
      }
      return found
    }
    if (0 <= text.codeTerm) {
      const { postings } = this.#index.words
      const from = postings.starts[text.codeTerm]!
      const codes = postings.documents.subarray(from, postings.starts[text.codeTerm + 1])
      this.budget.spend(codes.length / 4)
      return [...codes]
        .filter((document) => nameOf[document] === street.name && this.#index.kindOf(document) === 'street')
        .map((document) => ({ document, place: -1 }))
    }
    return street.documents.length <= DOCUMENTS_MAX ? street.documents.map((document) => ({ document, place: -1 })) : []
  }

  #judge({ street, place, other, matches }: Reading, left: LeftOver, text: ReadText, outcomes: Outcomes): void {
    const base = (street?.cost ?? 0) + (place?.cost ?? 0) + (other?.cost ?? 0) + left.cost
    if (outcomes.isTooDear(base)) return
    for (const match of matches) {
      if (!this.budget.spend(MATCH_WORK)) return
      const { document } = match
      const more = this.#costOfPlaces(match, other, text)
      if (more === undefined) continue
      let cost = base + more
      let code: string | null = null
      if (text.code !== null) {
        if (this.#hasTerm(document, text.codeTerm)) code = text.code
        else cost += this.#isNearCode(document, text.code) ? COST.nearCode : COST.wrongCode
      }
      if (place === null) cost += COST.noTown
      const parts = [match.place, ...(other === null ? [] : other.documents)].filter(
        (one) =>
          0 <= one && this.#index.kindOf(one) === 'part' && this.#table.towns[one] === this.#table.towns[document],
      )
      const leavesOut: LeftOut[] = []
      if (text.hasFlat) leavesOut.push('flat_left_out')
      if (text.code !== null && code === null) leavesOut.push('postal_code_left_out')
      if (left.words !== 0 || text.hasFirm) leavesOut.push('words_left_out')
      const part = street === null || parts.length === 0 ? null : this.#finder.textOf(this.#table.nameOf[parts[0]!]!)
      outcomes.add({ cost, document, number: left.number, isPlace: !left.isHouse, code, part, leavesOut })
    }
  }

  /** Undefined: the other place contradicts. */
  #costOfPlaces({ document, place }: Match, other: Span | null, text: ReadText): number | undefined {
    if (other === null) return 0
    const { towns } = this.#table
    const town = towns[document]!
    if (other.documents.some((one) => towns[one] === town && one !== place)) return 0
    if (other.documents.includes(place)) return COST.noise
    for (const one of other.documents.slice(0, DOCUMENTS_MAX)) {
      if (this.#index.kindOf(one) !== 'municipality' || !this.budget.spend(2)) continue
      if (0 <= text.codeTerm) {
        if (this.#hasTerm(one, text.codeTerm) && this.#hasTerm(document, text.codeTerm)) return COST.noise
      } else if (this.#shareCode(one, document)) return COST.sharedCode
    }
    const county = this.#index.countyOf(document)
    if (county === null) return undefined
    const folded = this.#counties.getOrInsertComputed(county, () => foldWords(county))
    return folded === this.#finder.textOf(other.name) ? COST.postOffice : undefined
  }

  #hasTerm(document: number, term: number): boolean {
    if (term < 0) return false
    const { forward, forwardStarts } = this.#index.words
    for (let at = forwardStarts[document]!; at < forwardStarts[document + 1]!; at++)
      if ((forward[at]! & TERM) === term) return true
    return false
  }

  #shareCode(one: number, other: number): boolean {
    return this.#codesOf(other).some((term) => this.#hasTerm(one, term))
  }

  /** The terms of its postal codes. */
  #codesOf(document: number): number[] {
    const { forward, forwardStarts, trie } = this.#index.words
    const range = { low: 0, high: 0 }
    trie.findPrefix(postalCodeWord(''), range)
    const found: number[] = []
    for (let at = forwardStarts[document]!; at < forwardStarts[document + 1]!; at++) {
      const term = forward[at]! & TERM
      if (range.low <= term && term < range.high) found.push(term)
    }
    return found
  }

  #isNearCode(document: number, code: string): boolean {
    const { trie } = this.#index.words
    const area = code.slice(0, AREA_DIGITS)
    return this.#codesOf(document).some((term) => trie.termText(term).slice(1).startsWith(area))
  }
}

/** Whether no word is left over, and one is mistyped at most. */
export function explainsAll({ cost, leavesOut }: Joined): boolean {
  return cost < EXPLAINED_MAX && !leavesOut.includes('words_left_out')
}

interface Match {
  readonly document: number
  /** The place that was typed; -1 if none was. */
  readonly place: number
}

interface Reading {
  readonly street: Span | null
  readonly place: Span | null
  readonly other: Span | null
  readonly matches: readonly Match[]
}

function maskOf({ from, to }: NamedSpan): number {
  return (1 << to) - (1 << from)
}

function overlaps(a: Span | null, b: Span | null): boolean {
  return a !== null && b !== null && (a.mask & b.mask) !== 0
}

/** "v Plzni" is Plzeň before Plznov, which has fewer houses, whatever stands beside it. */
function preferOneForm(places: readonly Span[]): Span[] {
  const inflected = new Set<number>()
  return places.map((place) => {
    if (place.cost !== INFLECTED) return place
    const isFirst = !inflected.has(place.mask)
    inflected.add(place.mask)
    return isFirst ? place : { ...place, cost: place.cost + COST.otherForm }
  })
}

/** A town that the register knows is no typing error of another. */
function withoutTypingErrorsOfKnown(places: readonly Span[]): Span[] {
  return places.filter(
    (one) =>
      one.cost < TYPING_ERROR ||
      !places.some((other) => other.cost < 1 && other.from <= one.from && one.to <= other.to),
  )
}

function foldWords(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
}

/** The cheapest outcome of each street and place. */
class Outcomes {
  readonly #best = new Map<number, Joined>()
  #least = Number.POSITIVE_INFINITY

  isTooDear(cost: number): boolean {
    return this.#least + SLACK < cost
  }

  add(outcome: Joined): void {
    if (this.isTooDear(outcome.cost)) return
    const known = this.#best.get(outcome.document)
    if (known !== undefined && known.cost <= outcome.cost) return
    this.#best.set(outcome.document, outcome)
    this.#least = Math.min(this.#least, outcome.cost)
  }

  sorted(): Joined[] {
    return [...this.#best.values()].sort((a, b) => a.cost - b.cost || a.document - b.document).slice(0, OUTCOMES_MAX)
  }
}
