import type { ScopeSet } from '../scopes.ts'
import type { RingKey } from '../view/view.ts'
import { BLOCK_BYTES, type Holder } from './seal.ts'

/** The content of a browser session's token. Only the server can read it. */
export interface Session {
  /** The project's number. */
  readonly project: number
  /** A whole second. */
  readonly expiresAtMs: number
  readonly scopes: ScopeSet
  /** Seven random bytes that distinguish sessions. */
  readonly nonce: Uint8Array
}

export const NONCE_BYTES = 7

/** A new secret seals after this time. By then every server has read it: one with older data refuses credentials. */
const RING_SETTLING_MS = 60_000

/** `rgb_` and 64 hexadecimal digits, sealed with the newest secret that every server has read. */
export function sealSession(ring: readonly RingKey[], session: Session, holder: Holder & { nowMs: number }): string {
  const settled = ring.find(({ createdAtMs }) => createdAtMs + RING_SETTLING_MS <= holder.nowMs)
  return `rgb_${(settled ?? ring.at(-1)!).seal.close(writeBlock(session), holder).toHex()}`
}

export type OpenedSession =
  | { readonly outcome: 'broken' }
  | { readonly outcome: 'opened' | 'other_origin'; readonly session: Session }

export function openSession(
  ring: readonly RingKey[],
  token: string,
  holder: { readonly ip: string; readonly origin?: string },
): OpenedSession {
  const sealed = Buffer.from(token.slice(4), 'hex')
  for (const { seal } of ring) {
    const opened = seal.open(sealed, holder)
    if (opened.outcome !== 'broken') return { outcome: opened.outcome, session: readBlock(opened.block) }
  }
  return { outcome: 'broken' }
}

/** project 4 · expiry in seconds 4 · scopes 1 · nonce 7 */
function writeBlock({ project, expiresAtMs, scopes, nonce }: Session): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES)
  const view = new DataView(block.buffer)
  view.setUint32(0, project)
  view.setUint32(4, expiresAtMs / 1000)
  view.setUint8(8, scopes)
  block.set(nonce, 9)
  return block
}

function readBlock(block: Uint8Array): Session {
  const view = new DataView(block.buffer, block.byteOffset, BLOCK_BYTES)
  return {
    project: view.getUint32(0),
    expiresAtMs: view.getUint32(4) * 1000,
    scopes: view.getUint8(8) as ScopeSet,
    nonce: block.subarray(9),
  }
}
