import { assert } from './assert.ts'

/** The byte of each UTF-16 unit in windows-1250; 0 if it has none (and for U+0000, which is never written). */
const BYTES = new Uint8Array(65_536)
const decoder = new TextDecoder('windows-1250')
for (let byte = 1; byte < 256; byte++) BYTES[decoder.decode(Uint8Array.of(byte)).charCodeAt(0)] = byte

/** Node decodes windows-1250 but does not encode it. */
export function encodeWindows1250(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(text.length)
  for (let i = 0; i < text.length; i++) {
    const byte = BYTES[text.charCodeAt(i)]!
    assert(byte !== 0, `windows-1250 has no letter ${JSON.stringify(text[i])}`)
    bytes[i] = byte
  }
  return bytes
}
