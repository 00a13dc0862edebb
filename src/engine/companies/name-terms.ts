import { isSpecialWord, parseNameWords } from '../../text/company-name.ts'
import { WordScanner } from '../../text/word-scanner.ts'
import { TermTable } from '../words/term-table.ts'

/** The result of the rules for one sequence of ordinary and special words. */
interface NamePlan {
  /** For each word in the index its place in the name, or a term as `~term`. */
  readonly words: readonly number[]
  readonly form: number
  readonly formTerms: readonly number[]
}

const UNKNOWN = 0
const ORDINARY = 1
const SPECIAL = 2

/** Replaces an ordinary word, with its position. No folded word contains it. */
const PLACEHOLDER = '#'

/**
 * The words of company names as term numbers: `companyName` without strings. Its rules treat all words but special ones
 * alike, so they run once for each sequence of ordinary and special words ("· · s r o") and their result is kept as a
 * plan.
 */
export class NameTerms {
  /** The last name: the terms of its words in their order, its legal form, and the terms of `formWords`. */
  terms = new Uint32Array(1 << 6)
  length = 0
  form = -1
  formTerms: readonly number[] = []
  readonly #table: TermTable
  readonly #scanner = new WordScanner()
  readonly #sequences = new TermTable()
  readonly #plans: NamePlan[] = []
  /** The kind of each term, once it is known. */
  #kinds = new Uint8Array(1 << 10)
  #wordTerms = new Uint32Array(1 << 6)
  /** 0 for an ordinary word, otherwise its term + 1. */
  #sequence = new Uint32Array(1 << 6)
  #sequenceBytes = new Uint8Array(this.#sequence.buffer)

  constructor(table: TermTable) {
    this.#table = table
  }

  read(text: Uint8Array, from: number, to: number): void {
    const count = this.#scanner.scan(text, from, to)
    if (this.terms.length < count) this.#makeRoom(2 * count)
    const { bytes, ends } = this.#scanner
    for (let i = 0; i < count; i++) {
      const term = this.#table.number(bytes, i === 0 ? 0 : ends[i - 1]!, ends[i]!)
      const isSpecial = this.#isSpecial(term)
      this.#wordTerms[i] = term
      this.#sequence[i] = isSpecial ? term + 1 : 0
    }
    this.#follow(this.#planOf(count))
  }

  #follow(plan: NamePlan): void {
    this.form = plan.form
    this.formTerms = plan.formTerms
    this.length = plan.words.length
    for (let i = 0; i < plan.words.length; i++) {
      const word = plan.words[i]!
      this.terms[i] = word < 0 ? ~word : this.#wordTerms[word]!
    }
  }

  #planOf(count: number): NamePlan {
    const number = this.#sequences.number(this.#sequenceBytes, 0, 4 * count)
    return (this.#plans[number] ??= this.#makePlan(count))
  }

  #makePlan(count: number): NamePlan {
    const placeholders = Array.from({ length: count }, (_, place) =>
      this.#sequence[place] === 0 ? PLACEHOLDER + place : this.#table.textOf(this.#sequence[place]! - 1),
    )
    const { words, form, formWords } = parseNameWords(placeholders)
    return {
      words: words.map((word) =>
        word.startsWith(PLACEHOLDER) ? Number(word.slice(PLACEHOLDER.length)) : ~this.#table.internText(word),
      ),
      form,
      formTerms: formWords.map((word) => this.#table.internText(word)),
    }
  }

  #isSpecial(term: number): boolean {
    if (this.#kinds.length <= term) {
      const larger = new Uint8Array(2 * term)
      larger.set(this.#kinds)
      this.#kinds = larger
    }
    if (this.#kinds[term] === UNKNOWN) this.#kinds[term] = isSpecialWord(this.#table.textOf(term)) ? SPECIAL : ORDINARY
    return this.#kinds[term] === SPECIAL
  }

  #makeRoom(words: number): void {
    this.terms = new Uint32Array(words)
    this.#wordTerms = new Uint32Array(words)
    this.#sequence = new Uint32Array(words)
    this.#sequenceBytes = new Uint8Array(this.#sequence.buffer)
  }
}
