/** Joins consecutive single letters to one word: "M. T. dental", "M.T. dental" and "MT dental" are one name. */
export function joinInitials(words: readonly string[]): readonly string[] {
  if (!words.some((word, i) => isInitial(word) && i + 1 < words.length && isInitial(words[i + 1]!))) return words
  const joined: string[] = []
  let isOpen = false
  for (const word of words) {
    const isOne = isInitial(word)
    if (isOne && isOpen) joined.push(joined.pop() + word)
    else joined.push(word)
    isOpen = isOne
  }
  return joined
}

export function isInitial(word: string): boolean {
  return word.length === 1 && ('9' < word || word < '0')
}
