export function wrapWords(text: string, lengthMax: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart()
    if (longer.length <= lengthMax) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
