/** "Novák a syn", "Novak and syn" and "Novák & syn" are the same name; "&" is no word anyway. */
const CONNECTORS: ReadonlySet<string> = new Set(['a', 'and', 'und', 'et'])

/** Removes connectors between other words. At either end they have a meaning: "A plus", "vitamín A". */
export function removeConnectors(words: readonly string[]): readonly string[] {
  if (!words.some(isConnector)) return words
  return words.filter((word, i) => i === 0 || i === words.length - 1 || !isConnector(word))
}

export function isConnector(word: string): boolean {
  // Most words are longer than any connector and need no lookup.
  return word.length <= 3 && CONNECTORS.has(word)
}
