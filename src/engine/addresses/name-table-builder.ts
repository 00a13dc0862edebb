import type { SectionSource } from '../../stdx/section-file.ts'
import { splitWords } from '../../text/words.ts'
import { WordIndexBuilder } from '../words/word-index-builder.ts'
import type { EntityKind } from './address-entities.ts'
import { NAME_WORDS_MAX, NAMES } from './name-table.ts'

/** Words of a name behind which a town is mostly left unnamed: "Jablonec nad Nisou", "Frenštát pod Radhoštěm". */
const BEFORE_SURROUNDINGS: ReadonlySet<string> = new Set('nad pod u pri na v ve'.split(' '))

/** Makes the sections of a `NameTable`. Streets and places are added in rank order. */
export class NameTableBuilder {
  readonly #words = new WordIndexBuilder()
  readonly #numbers = new Map<string, number>()
  readonly #dotted: number[] = []
  readonly #cuts: number[] = []
  readonly #documents: number[][] = []
  readonly #nameOf: number[] = []

  add(text: string, kind: EntityKind): void {
    const name = readName(text, kind)
    const key = `${name.dotted} ${name.cuts} ${name.words.join(' ')}`
    const number = this.#numbers.getOrInsertComputed(key, () => {
      const { words } = name
      this.#words.add({ names: words.length < 2 ? [words] : [words, [words.join('')]], more: [] })
      this.#dotted.push(name.dotted)
      this.#cuts.push(name.cuts)
      return this.#documents.push([]) - 1
    })
    this.#documents[number]!.push(this.#nameOf.length)
    this.#nameOf.push(number)
  }

  /** `towns` has the municipality of each. */
  sections(towns: Uint32Array): Record<string, SectionSource> {
    const starts = new Uint32Array(this.#documents.length + 1)
    for (const [name, list] of this.#documents.entries()) {
      list.sort((a, b) => towns[a]! - towns[b]! || a - b)
      starts[name + 1] = starts[name]! + list.length
    }
    const sections: Record<string, SectionSource> = {
      ...this.#words.sections(),
      dotted: Uint8Array.from(this.#dotted),
      cuts: Uint8Array.from(this.#cuts),
      documents: Uint32Array.from(this.#documents.flat()),
      starts,
      nameOf: Uint32Array.from(this.#nameOf),
      towns,
    }
    return Object.fromEntries(Object.entries(sections).map(([name, source]) => [NAMES + name, source]))
  }
}

interface Name {
  readonly words: readonly string[]
  readonly dotted: number
  readonly cuts: number
}

function readName(text: string, kind: EntityKind): Name {
  const found = splitWords(text).slice(0, NAME_WORDS_MAX)
  let [dotted, cuts] = [0, 0]
  for (const [i, { end }] of found.entries()) {
    if (text[end] === '.') dotted |= 1 << i
    const next = found[i + 1]
    if (kind !== 'street' && next !== undefined && (text[end] === '-' || BEFORE_SURROUNDINGS.has(next.text)))
      cuts |= 1 << i
  }
  return { words: found.map((word) => word.text), dotted, cuts }
}
