/** Whether the text is one to fifteen decimal digits: a whole number that a double holds exactly. */
export function isDigits(text: string): boolean {
  if (text.length === 0 || 15 < text.length) return false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 48 || 57 < code) return false
  }
  return true
}
