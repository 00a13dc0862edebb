import { wordsOf } from '../../src/text/words.ts'

/** The words of many texts: which begin how, and which texts hold them all. The plain way, to know whether a query means one record or many. */
export class Vocabulary {
  readonly #words: readonly ReadonlySet<string>[]
  readonly #sorted: readonly string[]
  readonly #holders = new Map<string, number[]>()

  /** One list of texts for each record. */
  constructor(texts: readonly (readonly string[])[]) {
    this.#words = texts.map((ofOne) => new Set(ofOne.flatMap(foldedWords)))
    for (const [i, words] of this.#words.entries()) {
      for (const word of words) {
        const holders = this.#holders.get(word)
        if (holders === undefined) this.#holders.set(word, [i])
        else holders.push(i)
      }
    }
    this.#sorted = [...this.#holders.keys()].sort()
  }

  isBeginning(typed: string): boolean {
    return this.#startingWith(typed).next().done !== true
  }

  /** The records that hold all these words, the last one as a beginning, in the records' order. */
  holding(typed: readonly string[]): number[] {
    const last = typed.at(-1)
    if (last === undefined) return []
    const whole = typed.slice(0, -1)
    const lists = whole.map((word) => this.#holders.get(word) ?? [])
    const rarest = lists.sort((a, b) => a.length - b.length)[0]
    const candidates =
      rarest ?? [...new Set(this.#startingWith(last).flatMap((word) => this.#holders.get(word)!))].sort((a, b) => a - b)
    return candidates.filter((i) => {
      const words = this.#words[i]!
      return (
        whole.every((word) => words.has(word)) &&
        (rarest === undefined || [...words].some((word) => word.startsWith(last)))
      )
    })
  }

  *#startingWith(typed: string): Generator<string, undefined> {
    for (let i = firstFrom(this.#sorted, typed); this.#sorted[i]?.startsWith(typed); i++) yield this.#sorted[i]!
    return undefined
  }
}

/** The place of the first text of a sorted list that does not stand before this one. */
export function firstFrom(sorted: readonly string[], text: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < text) low = middle + 1
    else high = middle
  }
  return low
}

export function foldedWords(text: string): string[] {
  return wordsOf(text).map((word) => word.text)
}
