/** As one word of a shell. */
export function quoteForShell(text: string): string {
  return /^[\w./:@%=,+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
