import { hash } from 'node:crypto'
import { assert } from '../../stdx/assert.ts'

/** One debit. Its subject says whose it is. */
export interface Line {
  /** 32 hexadecimal digits. */
  readonly requestId: string
  readonly subject: number
  readonly units: number
}

/** The end of an incarnation's journal, to which the next batch is chained. */
export interface ChainEnd {
  readonly seq: number
  readonly hash: Uint8Array
  readonly period: string
  readonly atMs: number
}

const ID_BYTES = 16
/** The two numbers have at most 8 bytes each. */
const LINE_BYTES_MAX = ID_BYTES + 8 + 8

/**
 * Packs the lines of a batch: the 16 bytes of the request id, then two varints (seven bits a byte, lowest first, the
 * highest bit says that more follow): subject and units.
 */
export function packLines(lines: readonly Line[]): Uint8Array {
  const bytes = new Uint8Array(lines.length * LINE_BYTES_MAX)
  let at = 0
  const number = (value: number): void => {
    let rest = value
    while (0x80 <= rest) {
      bytes[at++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    bytes[at++] = rest
  }
  for (const { requestId, subject, units } of lines) {
    assert(0 < units && 0 < subject, 'a line has units and a subject')
    assert(bytes.subarray(at, at + ID_BYTES).setFromHex(requestId).written === ID_BYTES, 'a request id has 32 digits')
    at += ID_BYTES
    number(subject)
    number(units)
  }
  return bytes.slice(0, at)
}

/** Calls `each` for every line, without an object for it: an audit reads millions. False: these are no packed lines. */
export function scanLines(bytes: Uint8Array, each: (subject: number, units: number, idAt: number) => void): boolean {
  let at = 0
  const number = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 0x80) {
      const byte = bytes[at++]
      if (byte === undefined) return Number.NaN
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const idAt = at
    at += ID_BYTES
    const subject = number()
    const units = number()
    if (!(Number.isSafeInteger(subject) && Number.isSafeInteger(units) && 0 < units)) return false
    each(subject, units, idAt)
  }
  return true
}

/** Undefined: the bytes are not packed lines. */
export function unpackLines(bytes: Uint8Array): Line[] | undefined {
  const lines: Line[] = []
  const isWhole = scanLines(bytes, (subject, units, idAt) => {
    lines.push({ requestId: bytes.subarray(idAt, idAt + ID_BYTES).toHex(), subject, units })
  })
  return isWhole ? lines : undefined
}

const HASH_BYTES = 16

/**
 * The first 16 bytes of SHA-256 over the end of the chain, the batch's key and its lines. Month and time of a batch are
 * set by the statement that writes it, so the next batch's hash covers them.
 */
export function batchHash(before: ChainEnd, incarnation: number, lines: Uint8Array): Uint8Array {
  const period = Buffer.from(before.period, 'latin1')
  const bytes = new Uint8Array(HASH_BYTES + 3 * 8 + period.length + lines.length)
  const view = new DataView(bytes.buffer)
  bytes.set(before.hash)
  view.setFloat64(HASH_BYTES, incarnation)
  view.setFloat64(HASH_BYTES + 8, before.seq + 1)
  view.setFloat64(HASH_BYTES + 16, before.atMs)
  bytes.set(period, HASH_BYTES + 24)
  bytes.set(lines, HASH_BYTES + 24 + period.length)
  return shortHash(bytes)
}

/** The beginning of an incarnation's chain. */
export function chainStart(incarnation: number): ChainEnd {
  const hash = shortHash(new TextEncoder().encode(`incarnation ${incarnation}`))
  return { seq: 0, hash, period: '', atMs: 0 }
}

function shortHash(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(hash('sha256', bytes, 'buffer').subarray(0, HASH_BYTES))
}
