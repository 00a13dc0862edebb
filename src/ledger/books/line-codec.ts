import { hash } from 'node:crypto'
import { assert } from '../../stdx/assert.ts'
import { type Batch, type BatchKey, GRANTS_MAX, type Line } from './rows.ts'

/**
 * Packs the lines of a batch. Each line has the 16 bytes of its request id, then three varints (seven bits a byte,
 * lowest first, the highest bit says that more follow): the counter of its grant, its subject, its units. The
 * incarnation stands in the batch's key.
 */
export function packLines(incarnation: number, lines: readonly Line[]): Uint8Array {
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
  for (const { requestId, grant, subject, units } of lines) {
    const counter = grant - incarnation * GRANTS_MAX
    assert(0 <= counter && counter < GRANTS_MAX, 'a node writes debits of its own grants')
    assert(0 < units && 0 <= subject, 'a line has units and a subject')
    assert(bytes.subarray(at, at + ID_BYTES).setFromHex(requestId).written === ID_BYTES, 'a request id has 32 digits')
    at += ID_BYTES
    number(counter)
    number(subject)
    number(units)
  }
  return bytes.slice(0, at)
}

/** Undefined: the bytes are not packed lines. */
export function unpackLines(incarnation: number, bytes: Uint8Array): Line[] | undefined {
  const scanned = new ScannedLines()
  if (!scanned.scan(incarnation, bytes)) return undefined
  return Array.from({ length: scanned.count }, (_, i) => scanned.line(i))
}

/**
 * The lines of a batch as columns of numbers. One object reads many batches: an audit reads millions of lines, and an
 * object for each would cost too much.
 */
export class ScannedLines {
  count = 0
  readonly grants: number[] = []
  readonly subjects: number[] = []
  readonly units: number[] = []
  /** The position of each line's request id in the bytes. */
  readonly ids: number[] = []
  #bytes: Uint8Array = new Uint8Array(0)
  #at = 0

  /** False: the bytes are not packed lines, and the batch counts as empty. */
  scan(incarnation: number, bytes: Uint8Array): boolean {
    this.#bytes = bytes
    this.#at = 0
    this.count = 0
    let count = 0
    for (; this.#at < bytes.length; count++) {
      this.ids[count] = this.#at
      this.#at += ID_BYTES
      const grant = incarnation * GRANTS_MAX + this.#number()
      const subject = this.#number()
      const units = this.#number()
      if (!Number.isSafeInteger(grant) || !Number.isSafeInteger(subject) || !Number.isSafeInteger(units)) return false
      this.grants[count] = grant
      this.subjects[count] = subject
      this.units[count] = units
    }
    this.count = count
    return true
  }

  requestId(i: number): string {
    const at = this.ids[i]!
    return this.#bytes.subarray(at, at + ID_BYTES).toHex()
  }

  line(i: number): Line {
    return { requestId: this.requestId(i), grant: this.grants[i]!, subject: this.subjects[i]!, units: this.units[i]! }
  }

  #number(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) return Number.NaN
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 0x80
    }
  }
}

const ID_BYTES = 16

/** A grant counter has at most 5 bytes, the others at most 8. */
const LINE_BYTES_MAX = ID_BYTES + 5 + 8 + 8

/** The first 16 bytes of SHA-256 over the previous hash, the batch's key, its time and its lines. */
export function batchHash(
  before: Uint8Array,
  { incarnation, seq, atMs }: BatchKey & Pick<Batch, 'atMs'>,
  lines: Uint8Array,
) {
  const bytes = new Uint8Array(HASH_BYTES + 3 * 8 + lines.length)
  const view = new DataView(bytes.buffer)
  bytes.set(before)
  view.setFloat64(HASH_BYTES, incarnation)
  view.setFloat64(HASH_BYTES + 8, seq)
  view.setFloat64(HASH_BYTES + 16, atMs)
  bytes.set(lines, HASH_BYTES + 24)
  return shortHash(bytes)
}

/** The hash to which the first batch of an incarnation is chained. */
export function firstHash(booksId: string, incarnation: number): Uint8Array {
  return shortHash(new TextEncoder().encode(`${booksId} ${incarnation}`))
}

const HASH_BYTES = 16

function shortHash(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(hash('sha256', bytes, 'buffer').subarray(0, HASH_BYTES))
}
