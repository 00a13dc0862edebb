/** Counted in the text as it was sent. */
const Q_CHARACTERS_MIN = 2
const Q_CHARACTERS_MAX = 120
const Q_BYTES_MAX = 480

/**
 * The message for an unusable query text, or undefined. The text is counted before it is normalised: one character can
 * become eighteen, and normalising a text without limit can take seconds.
 */
export function problemOfQueryText(q: string): string | undefined {
  const characters = countCharacters(q)
  if (characters < Q_CHARACTERS_MIN) return `q has fewer than ${Q_CHARACTERS_MIN} characters. Send more.`
  if (Q_CHARACTERS_MAX < characters) return `q has more than ${Q_CHARACTERS_MAX} characters. Send fewer.`
  if (Q_BYTES_MAX < Buffer.byteLength(q)) return `q has more than ${Q_BYTES_MAX} bytes in UTF-8. Send fewer.`
  if (!q.isWellFormed() || hasForbidden(q))
    return 'q contains control characters or code points that are no characters. Remove them.'
  if (!LETTER_OR_DIGIT.test(q) && !LETTER_OR_DIGIT.test(q.normalize('NFKC')))
    return 'q contains neither a letter nor a digit. Send at least one.'
  return undefined
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Code points. */
function countCharacters(text: string): number {
  let count = text.length
  for (let i = 0; i + 1 < text.length; i++) {
    if (isHighSurrogate(text.charCodeAt(i)) && isLowSurrogate(text.charCodeAt(i + 1))) count -= 1
  }
  return count
}

function isHighSurrogate(code: number): boolean {
  return 0xd800 <= code && code <= 0xdbff
}

function isLowSurrogate(code: number): boolean {
  return 0xdc00 <= code && code <= 0xdfff
}

/** C0 and C1 controls, DEL, and the 66 noncharacters of Unicode. */
function hasForbidden(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i)!
    if (code < 0x20 || (0x7f <= code && code <= 0x9f)) return true
    if ((0xfdd0 <= code && code <= 0xfdef) || 0xfffe <= (code & 0xffff)) return true
    if (0xffff < code) i += 1
  }
  return false
}
