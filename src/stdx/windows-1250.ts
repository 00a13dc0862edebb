const HIGH_BYTES = 128
const BYTE_OF = new Map(
  Array.from(
    new TextDecoder('windows-1250').decode(Uint8Array.from({ length: HIGH_BYTES }, (_, i) => HIGH_BYTES + i)),
  ).map((character, i) => [character, HIGH_BYTES + i] as const),
)

/** The way back that Node lacks: it decodes windows-1250 and encodes only UTF-8. What the code page does not have becomes `?`. */
export function encodeWindows1250(text: string): Buffer {
  return Buffer.from(
    Array.from(text, (character) => {
      const code = character.codePointAt(0)!
      return code < HIGH_BYTES ? code : (BYTE_OF.get(character) ?? 0x3f)
    }),
  )
}
