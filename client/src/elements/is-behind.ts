/** Whether a text is that of the house with more behind it. A digit, a letter or a slash makes another number of it. */
export function isBehind(house: string, text: string): boolean {
  return text.startsWith(house) && !/^[\p{L}\p{N}/]/u.test(text.slice(house.length))
}
