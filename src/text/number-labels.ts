/** The kind of a house number. */
export type NumberKind = 'any' | 'registration' | 'evidence'

interface NumberLabel {
  /** How many words it is. */
  readonly length: number
  readonly kind: NumberKind
}

/**
 * Labels of house numbers, folded. "č.d." is the number of a house of any kind. An orientation number needs no kind of
 * its own, because a number after a street is one first.
 */
const SPELLINGS: Readonly<Record<NumberKind, readonly string[]>> = {
  registration: [
    ...['c p', 'cp', 'c pop', 'c popisne', 'cislo popisne', 'popisne c', 'popisne cislo'],
    ...['s c', 'sup c', 'supc', 'sup cislo', 'c sup', 'c supisne', 'cislo supisne', 'supisne c', 'supisne cislo'],
  ],
  evidence: [
    ...['c e', 'e c', 'c ev', 'cev', 'ev c', 'evc', 'ev cislo', 'cislo ev', 'c evid', 'evid c', 'evid cislo'],
    ...['c evidencni', 'cislo evidencni', 'evidencni c', 'evidencni cislo'],
    ...['c evidencne', 'cislo evidencne', 'evidencne c', 'evidencne cislo'],
  ],
  any: [
    ...['cislo', 'c d', 'c domu', 'cislo domu', 'c domovni', 'cislo domovni', 'domovni c', 'domovni cislo'],
    ...['c o', 'o c', 'c or', 'or c', 'or cislo', 'c orient', 'orient c', 'orient cislo'],
    ...['c orientacni', 'cislo orientacni', 'orientacni c', 'orientacni cislo'],
    ...['c orientacne', 'cislo orientacne', 'orientacne c', 'orientacne cislo'],
  ],
}

const KINDS: ReadonlyMap<string, NumberKind> = new Map(
  (['registration', 'evidence', 'any'] as const).flatMap((kind) =>
    SPELLINGS[kind].map((spelling): [string, NumberKind] => [spelling, kind]),
  ),
)

/** Words that are labels without "číslo", or the beginning of a name: "ev 20" is Evropská 20 too. */
const LABEL_WORDS: ReadonlyMap<string, NumberKind> = new Map([
  ...['popisne', 'sup', 'supisne'].map((word) => [word, 'registration'] as const),
  ...['ce', 'ev', 'evid', 'evidencni', 'evidencne'].map((word) => [word, 'evidence'] as const),
  ...['co', 'orientacni', 'orientacne', 'domovni'].map((word) => [word, 'any'] as const),
])

/** Finds the label at the end of these words, directly before a number. The longer one: it contains the shorter. */
export function findNumberLabel(words: readonly string[]): NumberLabel | undefined {
  for (const length of [2, 1]) {
    const kind = words.length < length ? undefined : KINDS.get(words.slice(-length).join(' '))
    if (kind !== undefined) return { length, kind }
  }
  return undefined
}

/** The kind of number that a word directly before it may stand for. */
export function findLabelWord(word: string): NumberKind | undefined {
  return LABEL_WORDS.get(word)
}
