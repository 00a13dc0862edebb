import { chunkedU16 } from '../../stdx/chunked-array.ts'
import { type SectionArray, type SectionSource, section } from '../../stdx/section-file.ts'
import { type ReadText, type TextArrays, TextColumnBuilder, textAt } from '../../stdx/text-column.ts'
import { textArrays, textSections } from '../../stdx/text-sections.ts'
import { TermTable } from '../words/term-table.ts'

/** `Mánesova |2764|/10|, Královo Pole, 61200 Brno`: few different texts each, in a country with millions of seats. */
const PARTS = ['street', 'number', 'suffix', 'place'] as const
const PART_COUNT = PARTS.length
/** In place of the number of a part: the line is stored whole. The index of its text follows, in two halves. */
const WHOLE = 0xffff
/** Longer lines are stored whole, so that a reader has room for all others. */
const LINE_LENGTH_MAX = 255

const poolName = (part: (typeof PARTS)[number]): string => `address.${part}`

/** The columns of these lines. */
export const SEAT_LINE_COLUMNS: readonly string[] = ['address', 'address.whole', ...PARTS.map(poolName)]

/** A line while it is taken apart or put together, which ends before the next one. */
const joined: TextArrays = { bytes: Buffer.alloc(3 * LINE_LENGTH_MAX), starts: Uint32Array.of(0, 0) }

/**
 * The seats of companies, one line each. A line is four numbers of 16 bits, one for each part, so it takes 8 bytes in
 * place of 45. If a part has more texts than numbers, lines with the later ones are stored whole.
 */
export class SeatLinesBuilder {
  readonly #numbers = chunkedU16()
  readonly #pools: readonly TermTable[]
  readonly #whole = new TextColumnBuilder()
  /** The numbers of one line. */
  readonly #found = new Uint16Array(PART_COUNT)

  /** Tests have fewer texts. */
  constructor(partTextsMax = WHOLE) {
    this.#pools = PARTS.map(() => new TermTable(partTextsMax))
  }

  push(line: string): void {
    if (!this.#findParts(line)) {
      const index = this.#whole.length
      this.#whole.push(line)
      this.#found.set([WHOLE, index & 0xffff, index >>> 16, 0])
    }
    this.#pushFound()
  }

  /** False if the line must be stored whole. */
  #findParts(line: string): boolean {
    if (LINE_LENGTH_MAX < line.length) return false
    const starts = splitLine(joined.bytes, joined.bytes.write(line))
    for (let part = 0; part < PART_COUNT; part++) {
      // A full table returns -1, which is WHOLE in 16 bits.
      this.#found[part] = this.#pools[part]!.number(joined.bytes, starts[part]!, starts[part + 1]!)
    }
    return !this.#found.includes(WHOLE)
  }

  #pushFound(): void {
    for (let part = 0; part < PART_COUNT; part++) this.#numbers.push(this.#found[part]!)
  }

  /** Returns a function that adds lines from one to before another, as if they were pushed. */
  createRangeCopier(lines: SeatLines): (from: number, end: number) => void {
    const { numbers, pools } = lines
    /** By part, the number in the new pool of each text of the old one, or WHOLE while there is none. */
    const renumbered = pools.map(({ starts }) => new Uint16Array(starts.length - 1).fill(WHOLE))
    const renumber = (part: number, number: number): number => {
      const known = renumbered[part]![number]!
      if (known !== WHOLE) return known
      const { bytes, starts } = pools[part]!
      return (renumbered[part]![number] = this.#pools[part]!.number(bytes, starts[number]!, starts[number + 1]!))
    }
    return (from, end) => {
      for (let line = from; line < end; line++) {
        const at = line * PART_COUNT
        const wasWhole = numbers[at] === WHOLE
        if (!wasWhole)
          for (let part = 0; part < PART_COUNT; part++) this.#found[part] = renumber(part, numbers[at + part]!)
        // A line that was stored whole may find its parts now.
        if (wasWhole || this.#found.includes(WHOLE)) this.push(lines.textAt(line))
        else this.#pushFound()
      }
    }
  }

  sections(): Record<string, SectionSource> {
    const pools = PARTS.map((part, i) => {
      const { bytes, starts } = this.#pools[i]!.texts()
      return textSections(poolName(part), { bytes: [bytes], starts: [starts] })
    })
    return Object.assign(
      { address: this.#numbers.pieces() },
      textSections('address.whole', this.#whole.pieces()),
      ...pools,
    )
  }
}

const [SPACE, COMMA, SLASH, DIGIT_0, DIGIT_9] = [...Buffer.from(' ,/09')] as [number, number, number, number, number]

/**
 * Returns where the parts of a line begin, and its end: the house number, its slash, and the first comma. Other lines
 * are split anywhere: joined, the parts are the line. UTF-8 has these bytes only for the letters themselves.
 */
function splitLine(bytes: Uint8Array, end: number): readonly number[] {
  let place = 0
  let number = 0
  for (; place < end && bytes[place] !== COMMA; place++) if (bytes[place] === SPACE) number = place + 1
  const digit = bytes[number]!
  if (place <= number || digit < DIGIT_0 || DIGIT_9 < digit) number = place
  let suffix = number
  while (suffix < place && bytes[suffix] !== SLASH) suffix += 1
  return [0, number, suffix, place, end]
}

export class SeatLines {
  readonly numbers: Uint16Array
  readonly pools: readonly TextArrays[]
  readonly #whole: TextArrays
  readonly #read: ReadText

  constructor(sections: Map<string, SectionArray>, read: ReadText = textAt) {
    this.numbers = section(sections, 'address', Uint16Array)
    this.pools = PARTS.map((part) => textArrays(sections, poolName(part)))
    this.#whole = textArrays(sections, 'address.whole')
    this.#read = read
  }

  /** Puts the bytes together before they become a string, which costs half as much as four strings. */
  textAt(line: number): string {
    const { numbers, pools } = this
    const at = line * PART_COUNT
    if (numbers[at] === WHOLE) return this.#read(this.#whole, this.#wholeIndex(at))
    let length = 0
    for (let part = 0; part < PART_COUNT; part++) {
      const { bytes, starts } = pools[part]!
      const number = numbers[at + part]!
      const end = starts[number + 1]!
      for (let i = starts[number]!; i < end; i++) joined.bytes[length++] = bytes[i]!
    }
    joined.starts[1] = length
    return this.#read(joined, 0)
  }

  /** Whether there are so many lines, and each number has a text. */
  isSound(lines: number): boolean {
    const { numbers } = this
    if (numbers.length !== lines * PART_COUNT) return false
    const texts = this.pools.map(({ starts }) => starts.length - 1)
    const wholeTexts = this.#whole.starts.length - 1
    for (let at = 0; at < numbers.length; at += PART_COUNT) {
      if (numbers[at] === WHOLE) {
        if (wholeTexts <= this.#wholeIndex(at)) return false
        continue
      }
      for (let part = 0; part < PART_COUNT; part++) if (texts[part]! <= numbers[at + part]!) return false
    }
    return true
  }

  #wholeIndex(at: number): number {
    return this.numbers[at + 1]! + this.numbers[at + 2]! * 0x1_0000
  }
}
