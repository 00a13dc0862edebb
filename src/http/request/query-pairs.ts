/**
 * Decodes the pairs of a query strictly. Undefined: it is not percent-encoded UTF-8, where URLSearchParams would insert
 * replacement characters. `+` is a space. An empty pair (`a=1&&b=2`) is a pair without a name.
 */
export function queryPairs(query: string): (readonly [name: string, value: string])[] | undefined {
  if (query === '') return []
  const pairs: (readonly [string, string])[] = []
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1))
    if (name === undefined || value === undefined) return undefined
    pairs.push([name, value])
  }
  return pairs
}

/** Unlike decodeURIComponent it throws nothing: an exception would cost more than all the rest. */
function decode(text: string): string | undefined {
  if (PLAIN.test(text)) return text
  const bytes = Buffer.allocUnsafe(text.length)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === PERCENT) {
      const byte = hexDigit(text.charCodeAt(at + 1)) * 16 + hexDigit(text.charCodeAt(at + 2))
      if (!(0 <= byte)) return undefined
      bytes[length++] = byte
      at += 2
    } else if (0x7e < code) return undefined
    else bytes[length++] = code === PLUS ? SPACE : code
  }
  return decodeUtf8(bytes.subarray(0, length))
}

const PLAIN = /^[A-Za-z0-9._~-]*$/
const PERCENT = 0x25
const PLUS = 0x2b
const SPACE = 0x20

/** NaN: not a digit. */
function hexDigit(code: number): number {
  if (0x30 <= code && code <= 0x39) return code - 0x30
  const small = code | 0x20
  return 0x61 <= small && small <= 0x66 ? small - 0x57 : Number.NaN
}

// A byte order mark counts as a character.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}
