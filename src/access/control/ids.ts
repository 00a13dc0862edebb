import { randomBytes } from 'node:crypto'

/** What an operator types and reads in logs: says what it names, and has no letters that are taken for one another. */
export type IdKind = 'acc' | 'prj' | 'key'

/** `acc_3f7kq0zt9x` */
export function newId(kind: IdKind): string {
  return `${kind}_${Array.from(randomBytes(LETTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`
}

/** 32 signs, which divide a byte evenly. Without i, l, o and u. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** 50 bits: of a million ids, two are alike with a chance of 1 in 2000; then the database refuses the second. */
const LETTERS = 10
