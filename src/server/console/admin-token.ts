import { createHash, timingSafeEqual } from 'node:crypto'
import { InputError } from '../../stdx/input-error.ts'

/** 32 random hexadecimal digits cannot be guessed, so wrong tokens need no rate limit. */
const TOKEN_LENGTH_MIN = 32

/** Printable characters of ASCII without the space: every client can send them in a header. */
const TOKEN = /^[\x21-\x7e]+$/

/** The token that the operator has set for the console. */
export class AdminToken {
  readonly #hash: Buffer

  /** Throws InputError if the token is too short or cannot be sent. The message does not repeat the token. */
  constructor(text: string) {
    if (text.length < TOKEN_LENGTH_MIN || !TOKEN.test(text)) {
      throw new InputError(
        `REGISTA_ADMIN_TOKEN must have at least ${TOKEN_LENGTH_MIN} printable ASCII characters and no space. Create one with \`openssl rand -hex 32\`.`,
      )
    }
    this.#hash = sha256(text)
  }

  /** Takes the same time for every wrong token. */
  equals(sent: string): boolean {
    return timingSafeEqual(this.#hash, sha256(sent))
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
