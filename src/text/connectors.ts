/** "&" is no word, so "Novák & syn" has two words; "Novák a syn" and "Novak and syn" are to be the same name. */
const CONNECTORS: ReadonlySet<string> = new Set(['a', 'and', 'und', 'et'])

/** Leaves out connecting words between others. At either end they are meant: "A plus", "vitamín A". */
export function removeConnectors(words: readonly string[]): readonly string[] {
  if (!words.some(isConnector)) return words
  return words.filter((word, i) => i === 0 || i === words.length - 1 || !isConnector(word))
}

export function isConnector(word: string): boolean {
  // Most words are longer than any of them, and need not be looked up.
  return word.length <= 3 && CONNECTORS.has(word)
}
