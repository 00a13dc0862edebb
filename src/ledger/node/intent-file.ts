import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { InputError } from '../../stdx/input-error.ts'
import type { VoidIntent } from './ports.ts'

/**
 * Reads `node/intents`, the file in which versions before `notes.db` kept their notes: slots of 64 bytes, the first of them a header, zeros behind the last.
 *
 *     crc32 u32 | call u32 | left u32 | slot u32 | incarnation f64 | seq f64 | request id 16 bytes | 16 zeros
 */
export function readIntentFile(path: string): VoidIntent[] {
  const bytes = readFileSync(path)
  const isWhole = SLOT_BYTES <= bytes.length && bytes.toString('latin1', 8, 8 + KIND.length) === KIND
  if (!isWhole || !hasChecksum(bytes.subarray(0, SLOT_BYTES))) throw damaged(path)
  const found: VoidIntent[] = []
  let isAtEnd = false
  for (let at = SLOT_BYTES; at < bytes.length; at += SLOT_BYTES) {
    const slot = bytes.subarray(at, at + SLOT_BYTES)
    if (slot.every((byte) => byte === 0)) {
      isAtEnd = true
      continue
    }
    if (isAtEnd || !hasChecksum(slot) || slot.readUInt32BE(12) !== at / SLOT_BYTES) throw damaged(path)
    const requestId = slot.toString('hex', 32, 48)
    found.push({ incarnation: slot.readDoubleBE(16), seq: slot.readDoubleBE(24), requestId })
  }
  return found
}

const SLOT_BYTES = 64
const KIND = 'regista intents 1'

function hasChecksum(slot: Buffer): boolean {
  return slot.length === SLOT_BYTES && slot.readUInt32BE(0) === crc32(slot.subarray(4))
}

function damaged(path: string): InputError {
  return new InputError(
    `${path} is damaged, or was being written when the machine stopped. It lists requests that were answered with a failure while it was not known whether ` +
      'their charge had been written; without it such charges would stand. Put it back from a copy of the same time, or move it away to start without it.',
  )
}
