import { createCipheriv, createDecipheriv, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { assert } from '../../stdx/assert.ts'

/**
 * Encrypts and authenticates 16 bytes for one IP address and one origin. The result contains neither of them:
 *
 *     AES-128 of the block (16) · tag 1 over it and the address (8) · tag 2 over it, the address and the origin (8)
 *
 * Two tags, because the two failures have different responses: a forged token or one from another address is unknown
 * (401), one with another origin is refused (403). AES permutes one block, which contains random bytes, so no two are
 * equal and no mode of operation is needed.
 */
export interface Seal {
  close(block: Uint8Array, holder: Holder): Uint8Array
  open(sealed: Uint8Array, holder: Partial<Holder> & Pick<Holder, 'ip'>): Opened
}

export interface Holder {
  /** In its canonical form. */
  readonly ip: string
  readonly origin: string
}

/** `broken`: not sealed with this secret for this address. */
export type Opened =
  | { readonly outcome: 'broken' }
  | { readonly outcome: 'opened' | 'other_origin'; readonly block: Uint8Array }

export const BLOCK_BYTES = 16
const SEALED_BYTES = 32
const TAG_BYTES = 8

export function makeSeal(secret: Uint8Array): Seal {
  // Each use has its own key, derived from the secret and the name of the use.
  const keyFor = (use: string) => createHmac('sha256', secret).update(`regista browser session: ${use}`).digest()
  const blockKey = createSecretKey(keyFor('block').subarray(0, 16))
  const ipKey = createSecretKey(keyFor('ip'))
  const originKey = createSecretKey(keyFor('origin'))

  const ipTag = (closed: Uint8Array, ip: string) =>
    createHmac('sha256', ipKey).update(closed).update(ip).digest().subarray(0, TAG_BYTES)
  // Neither an address nor an origin contains a zero byte.
  const originTag = (closed: Uint8Array, { ip, origin }: Holder) =>
    createHmac('sha256', originKey).update(closed).update(`${ip}\0${origin}`).digest().subarray(0, TAG_BYTES)

  return {
    close(block, holder) {
      assert(block.length === BLOCK_BYTES, 'the input is one block')
      const closed = createCipheriv('aes-128-ecb', blockKey, null).setAutoPadding(false).update(block)
      return Buffer.concat([closed, ipTag(closed, holder.ip), originTag(closed, holder)])
    },
    open(sealed, { ip, origin }) {
      assert(sealed.length === SEALED_BYTES, 'a seal has one length')
      const closed = sealed.subarray(0, BLOCK_BYTES)
      const tags = sealed.subarray(BLOCK_BYTES)
      if (!timingSafeEqual(ipTag(closed, ip), tags.subarray(0, TAG_BYTES))) return { outcome: 'broken' }
      const block = createDecipheriv('aes-128-ecb', blockKey, null).setAutoPadding(false).update(closed)
      if (origin === undefined || !timingSafeEqual(originTag(closed, { ip, origin }), tags.subarray(TAG_BYTES)))
        return { outcome: 'other_origin', block }
      return { outcome: 'opened', block }
    },
  }
}
