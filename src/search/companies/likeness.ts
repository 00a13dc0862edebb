import {
  hasHead,
  hasTail,
  isNumber,
  NEVER,
  SPELLING,
  spell,
  spellPair,
  type TypedSpan,
  type WordsOfDocument,
} from '../../engine/alike/alike.ts'
import { PREPOSITIONS } from '../../text/inflection.ts'

/** What it costs that a company has a typed word not, or another way to say it. */
const COST = {
  number: 20,
  short: 14,
  word: 22,
  frequent: 6,
  noise: 1,
  meaning: 2,
  joined: 2,
  seat: 3,
  place: 1,
} as const
/** A longer word says more, and one that many names have says less. */
const LETTERS_MAX = 12
/** A word of the name that was not typed, up to so many; and its first word. */
const MORE_MAX = 6
const OTHER_BEGINNING = 2
const ENDED = 8
const SHORT = 2
/** A word tells a company from others if it has so many letters; a mistyped one of three may be anything. */
const [NAME_LETTERS_MIN, TYPO_LETTERS_MIN] = [3, 4]
/** Words that name nobody: "www.alza.sk", "DIČ 2020…". */
const NOISE: ReadonlySet<string> = new Set(
  'www http https info email tel ico dic dph dodavatel odberatel sk cz com eu firma'.split(' '),
)

/** A word of a company, with what it costs to read each span as it. */
export interface ComparedWord {
  readonly text: string
  readonly costs: Uint16Array
  /** The spans that begin with it, or end with it: one bit each. */
  readonly heads: number
  readonly tails: number
}

export interface WordsOfCompany extends WordsOfDocument<ComparedWord> {
  readonly isLiving: boolean
}

export interface Likeness {
  readonly cost: number
  /** The typed words that it lacks, by index. */
  readonly missing: readonly number[]
  /** Words of its names that were typed, as it has them, and that tell it from others. */
  readonly named: readonly string[]
  /** One of them was typed as it is, or nearly so. */
  readonly isSure: boolean
}

/** As many as there are bits. */
const SPANS_MAX = 30
const NONE: readonly number[] = []

/** Compares companies with a text: the least that it costs to read each typed word as something of the company. */
export class TextLikeness {
  readonly #words: readonly string[]
  readonly #spans: readonly TypedSpan[]
  /** By typed word, what it costs to lack it. */
  readonly missingCosts: readonly number[]
  /** By position in the text, the least cost of the words before it, and the span that ends there; -1: one is left. */
  readonly #best: Int32Array
  readonly #spanTo: Int32Array
  /** By span, how the company has it. */
  readonly #first: Int32Array
  readonly #count: Int32Array
  readonly #cost: Int32Array
  readonly #named: string[]

  constructor(words: readonly string[], spans: readonly TypedSpan[]) {
    this.#words = words
    this.#spans = spans.slice(0, SPANS_MAX)
    this.missingCosts = words.map((_, i) => {
      const span = spans.find(({ from, isSingle }) => isSingle && from === i)
      return missingCost(words, i, span?.frequency ?? 0)
    })
    this.#best = new Int32Array(words.length + 1)
    this.#spanTo = new Int32Array(words.length + 1)
    this.#first = new Int32Array(spans.length)
    this.#count = new Int32Array(spans.length)
    this.#cost = new Int32Array(spans.length)
    this.#named = spans.map(() => '')
  }

  describe(text: string): ComparedWord {
    const costs = new Uint16Array(this.#spans.length)
    let [heads, tails] = [0, 0]
    for (let s = 0; s < costs.length; s++) {
      const span = this.#spans[s]!
      costs[s] = span.meant === null ? spell(span, text) : NEVER
      if (!span.mayBeTwo) continue
      if (hasHead(span, text)) heads |= 1 << s
      if (hasTail(span, text)) tails |= 1 << s
    }
    return { text, costs, heads, tails }
  }

  compare(company: WordsOfCompany): Likeness {
    const [best, spanTo] = [this.#best, this.#spanTo]
    best.fill(NEVER * NEVER)
    best[0] = 0
    let s = 0
    for (let i = 0; i < this.#words.length; i++) {
      this.#reach(i + 1, best[i]! + this.missingCosts[i]!, -1)
      for (; s < this.#spans.length && this.#spans[s]!.from === i; s++) {
        const cost = this.#match(s, company)
        if (cost < NEVER) this.#reach(this.#spans[s]!.to, best[i]! + cost, s)
      }
    }
    let missing = NONE
    const named: string[] = []
    let [covered, beginning, isSure] = [0, OTHER_BEGINNING, false]
    for (let i = this.#words.length; 0 < i; ) {
      const span = spanTo[i]!
      if (span < 0) {
        i -= 1
        if (!isNoise(this.#words, i)) missing = [...missing, i]
        continue
      }
      i = this.#spans[span]!.from
      covered += this.#count[span]!
      if (this.#first[span] === 0) beginning = 0
      if (this.#named[span] === '') continue
      named.push(this.#named[span]!)
      if (this.#cost[span]! < SPELLING.inflected) isSure = true
    }
    const more = Math.max(0, Math.min(MORE_MAX, company.own.length - covered))
    const cost = best[this.#words.length]! + more + beginning + (company.isLiving ? 0 : ENDED)
    return { cost, missing, named, isSure }
  }

  #reach(to: number, cost: number, span: number): void {
    if (this.#best[to]! <= cost) return
    this.#best[to] = cost
    this.#spanTo[to] = span
  }

  /** What the span costs, at the least. */
  #match(s: number, { own, others, place }: WordsOfCompany): number {
    const span = this.#spans[s]!
    if (span.meant !== null) return this.#matchMeant(s, span.meant, { own, others, place })
    const joined = span.isSingle ? 0 : COST.joined
    let best = NEVER
    const take = (cost: number, first: number, count: number, named: string): void => {
      if (best <= cost) return
      best = cost
      this.#first[s] = first
      this.#count[s] = count
      this.#cost[s] = cost
      this.#named[s] =
        span.text.length < (cost < SPELLING.typo ? NAME_LETTERS_MIN : TYPO_LETTERS_MIN) || isNumber(span.text)
          ? ''
          : named
    }
    for (let w = 0; w < own.length; w++) if (own[w]!.costs[s]! < best) take(own[w]!.costs[s]!, w, 1, own[w]!.text)
    for (const { costs, text } of others) if (costs[s]! < best) take(costs[s]!, -1, 0, text)
    for (const { costs } of place) if (costs[s]! + COST.place < best) take(costs[s]! + COST.place, -1, 0, '')
    if (best <= SPELLING.begun) return best + joined
    for (let w = 0; w + 1 < own.length; w++) {
      if ((own[w]!.heads & (1 << s)) === 0 && (own[w + 1]!.tails & (1 << s)) === 0) continue
      const [first, second] = [own[w]!.text, own[w + 1]!.text]
      take(spellPair(span, first, second) + COST.joined, w, 2, first.length < second.length ? second : first)
    }
    if (span.initials === 0 || best <= SPELLING.initials) return best + joined
    for (let w = 0; w + span.initials <= own.length; w++)
      if (areInitials(span.text, own, w)) take(SPELLING.initials, w, span.initials, '')
    for (let w = 0; w + span.initials <= place.length; w++)
      if (areInitials(span.text, place, w)) take(SPELLING.initials, -1, 0, '')
    return best + joined
  }

  #matchMeant(s: number, meant: readonly string[], { own, others, place }: Omit<WordsOfCompany, 'isLiving'>): number {
    const has = (words: readonly ComparedWord[], word: string): boolean => words.some(({ text }) => text === word)
    const isNamed = meant.every((word) => has(own, word) || has(others, word))
    if (!isNamed && !meant.every((word) => has(own, word) || has(others, word) || has(place, word))) return NEVER
    this.#first[s] = own.findIndex(({ text }) => text === meant[0])
    this.#count[s] = meant.filter((word) => has(own, word)).length
    this.#named[s] = isNamed ? meant[0]! : ''
    this.#cost[s] = COST.meaning
    return COST.meaning
  }
}

function areInitials(text: string, words: readonly ComparedWord[], from: number): boolean {
  for (let i = 0; i < text.length; i++) if (words[from + i]!.text[0] !== text[i]) return false
  return true
}

/** A preposition in front of a town says nothing. */
function isNoise(words: readonly string[], i: number): boolean {
  return NOISE.has(words[i]!) || (i + 1 < words.length && PREPOSITIONS.has(words[i]!))
}

function missingCost(words: readonly string[], i: number, frequency: number): number {
  const word = words[i]!
  if (isNoise(words, i)) return COST.noise
  if (isNumber(word)) return COST.number
  return word.length <= SHORT
    ? COST.short
    : Math.max(COST.frequent, COST.word + Math.min(LETTERS_MAX, word.length) - frequency)
}

/** The cost of a typed word that the seat has. */
export const SEAT_COST: number = COST.seat
