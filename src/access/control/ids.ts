import { randomBytes } from 'node:crypto'

/** Operators type ids and read them in logs: the prefix names the kind, and no two letters look alike. */
export type IdKind = 'acc' | 'prj' | 'key'

/** `acc_3f7kq0zt9x` */
export function createId(kind: IdKind): string {
  return `${kind}_${Array.from(randomBytes(LETTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`
}

/** 32 characters, so that every byte gives each of them equally often. Without i, l, o and u. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** 50 bits. Two of a million ids are equal with a chance of 1 in 2000; the database then refuses the second. */
const LETTERS = 10
