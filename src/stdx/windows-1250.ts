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

/** Letters that windows-1250 lacks lose their accents; what has no such letter becomes its code, `[U+0416]`. */
export function fitWindows1250(text: string): string {
  return text.replaceAll(/[^\0-\x7f]/gu, (letter) => {
    if (letter.length === 1 && BYTES[letter.charCodeAt(0)] !== 0) return letter
    const plain = letter.normalize('NFKD').replaceAll(/[^\0-\x7f]/gu, '')
    return plain === '' ? `[U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]` : plain
  })
}
