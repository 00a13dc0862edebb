/** The kind of a house number. */
export type NumberKind = 'any' | 'registration' | 'evidence'

interface NumberLabel {
  /** Folded words before the number. */
  readonly words: readonly string[]
  readonly kind: NumberKind
}

/**
 * "č.p. 12", "súp. č. 12", "č. ev. 12", "ev. č. 12" and other spellings. Longer ones first: they contain shorter ones.
 */
const LABELS: readonly NumberLabel[] = [
  { words: ['cislo', 'popisne'], kind: 'registration' },
  { words: ['supisne', 'cislo'], kind: 'registration' },
  { words: ['sup', 'cislo'], kind: 'registration' },
  { words: ['sup', 'c'], kind: 'registration' },
  { words: ['cislo', 'evidencni'], kind: 'evidence' },
  { words: ['evidencne', 'cislo'], kind: 'evidence' },
  { words: ['ev', 'cislo'], kind: 'evidence' },
  { words: ['c', 'ev'], kind: 'evidence' },
  { words: ['ev', 'c'], kind: 'evidence' },
  { words: ['c', 'p'], kind: 'registration' },
  { words: ['cp'], kind: 'registration' },
  { words: ['supc'], kind: 'registration' },
  { words: ['cev'], kind: 'evidence' },
  { words: ['evc'], kind: 'evidence' },
  { words: ['cislo'], kind: 'any' },
]

/** Finds the label at the end of these words, directly before a number. */
export function findNumberLabel(words: readonly string[]): NumberLabel | undefined {
  return LABELS.find(
    (label) =>
      label.words.length <= words.length &&
      label.words.every((word, i) => words[words.length - label.words.length + i] === word),
  )
}
