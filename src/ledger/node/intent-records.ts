import { crc32 } from 'node:zlib'
import { assert } from '../../stdx/assert.ts'
import type { VoidIntent } from './ports.ts'

/**
 * The bytes of an intent file. Slots of 64 bytes: the first says what file this is, each further one is an intent; after the last one come zeros,
 * as far as the disk has been reserved. No slot crosses the border of a sector, and none is written twice.
 *
 *     crc32 u32 | adds u32 | what file this is
 *     crc32 u32 | add u32 | left u32 | slot u32 | incarnation f64 | seq f64 | request id 16 bytes | 16 zeros
 *
 * `add`: the intents of one call have one number, 1, 2, 3, … `left`: how many of the same call follow. So a call counts whole or not at all.
 */
export const SLOT_BYTES = 64

/** The first slot. `adds`: the calls that were on the disk before the file got its name; none of them can be torn. */
export function intentHeader(adds: number): Uint8Array {
  const header = Buffer.alloc(SLOT_BYTES)
  header.write(FILE_KIND, 8, 'latin1')
  header.writeUInt32BE(adds, 4)
  header.writeUInt32BE(checksum(header, 0), 0)
  return header
}

/** What a file holds. `damaged`: something that was once on the disk cannot be read any more. */
export type IntentRecords =
  | { readonly state: 'damaged' }
  | {
      readonly state: 'read'
      readonly intents: readonly VoidIntent[]
      readonly adds: number
      /** The first slot that is free. */
      readonly end: number
      /** `torn`: behind the end lies a piece of a call that never came to its end. */
      readonly tail: 'zeros' | 'torn'
    }

export function intentRecords(intents: readonly VoidIntent[], place: { add: number; slot: number }): Uint8Array {
  const bytes = new Uint8Array(intents.length * SLOT_BYTES)
  intents.forEach((intent, n) => {
    assert(REQUEST_ID.test(intent.requestId), `${intent.requestId} is a request id`)
    const record = new DataView(bytes.buffer, n * SLOT_BYTES, SLOT_BYTES)
    record.setUint32(4, place.add)
    record.setUint32(8, intents.length - n - 1)
    record.setUint32(12, place.slot + n)
    record.setFloat64(16, intent.incarnation)
    record.setFloat64(24, intent.seq)
    bytes.set(Buffer.from(intent.requestId, 'hex'), n * SLOT_BYTES + 32)
    record.setUint32(0, checksum(bytes, n))
  })
  return bytes
}

export function readIntentRecords(bytes: Uint8Array): IntentRecords {
  const addsWhole = readHeader(bytes)
  if (addsWhole === undefined) return { state: 'damaged' }
  const intents: VoidIntent[] = []
  let adds = 0
  let end = 1
  for (;;) {
    const call = callAt(bytes, end, adds + 1)
    if (call === undefined) break
    intents.push(...call)
    end += call.length
    adds += 1
  }
  if (adds < addsWhole) return { state: 'damaged' }
  // A call begins when the one before it is on the disk. So a record of a later call says that what cannot be read here was once whole.
  for (let slot = end; slot < slotsIn(bytes); slot++) {
    const record = recordAt(bytes, slot)
    if (record !== undefined && record.add !== adds + 1) return { state: 'damaged' }
  }
  const hasRest = bytes.subarray(end * SLOT_BYTES).some((byte) => byte !== 0)
  return { state: 'read', intents, adds, end, tail: hasRest ? 'torn' : 'zeros' }
}

const FILE_KIND = 'regista intents 1'
const REQUEST_ID = /^[0-9a-f]{32}$/

interface Found {
  readonly add: number
  readonly left: number
  readonly intent: VoidIntent
}

/** The intents of one call; undefined unless every one of them is there. */
function callAt(bytes: Uint8Array, slot: number, add: number): VoidIntent[] | undefined {
  const intents: VoidIntent[] = []
  for (let at = slot; ; at++) {
    const record = recordAt(bytes, at)
    if (record === undefined || record.add !== add) return undefined
    intents.push(record.intent)
    if (record.left === 0) return intents
  }
}

function recordAt(bytes: Uint8Array, slot: number): Found | undefined {
  if (slotsIn(bytes) <= slot) return undefined
  const record = new DataView(bytes.buffer, bytes.byteOffset + slot * SLOT_BYTES, SLOT_BYTES)
  if (record.getUint32(0) !== checksum(bytes, slot) || record.getUint32(12) !== slot) return undefined
  const id = bytes.subarray(slot * SLOT_BYTES + 32, slot * SLOT_BYTES + 48)
  const intent = {
    incarnation: record.getFloat64(16),
    seq: record.getFloat64(24),
    requestId: Buffer.from(id).toString('hex'),
  }
  return { add: record.getUint32(4), left: record.getUint32(8), intent }
}

function checksum(bytes: Uint8Array, slot: number): number {
  return crc32(bytes.subarray(slot * SLOT_BYTES + 4, (slot + 1) * SLOT_BYTES))
}

function slotsIn(bytes: Uint8Array): number {
  return Math.floor(bytes.length / SLOT_BYTES)
}

function readHeader(bytes: Uint8Array): number | undefined {
  if (bytes.length < SLOT_BYTES) return undefined
  const header = Buffer.from(bytes.subarray(0, SLOT_BYTES))
  const adds = header.readUInt32BE(4)
  return header.equals(intentHeader(adds)) ? adds : undefined
}
