declare const byteString: unique symbol

/**
 * UTF-8 as a string with one character for each byte. V8 joins and sends such a string by copying its bytes, where it
 * would have to encode a text letter by letter. Send it as `latin1`.
 */
export type ByteString = string & { readonly [byteString]: true }

export function toByteString(text: string): ByteString {
  return (IS_ASCII.test(text) ? text : Buffer.from(text).toString('latin1')) as ByteString
}

/** The text as it stands between the quotes of a JSON string. */
export function toJsonBytes(text: string): ByteString {
  return NEEDS_NO_ESCAPES.test(text) ? (text as ByteString) : toByteString(JSON.stringify(text).slice(1, -1))
}

/** ASCII without quotes, backslashes and controls. */
const NEEDS_NO_ESCAPES = /^[ !#-[\]-~]*$/
const IS_ASCII = /^[\0-\x7f]*$/
