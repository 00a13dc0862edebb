import { hash } from 'node:crypto'
import { assert } from '../../stdx/assert.ts'
import { type Batch, type BatchKey, GRANTS_MAX, type Line } from './rows.ts'

/**
 * The lines of a batch, packed: of each the 16 bytes of its request id, then three whole numbers in groups of seven bits, the lowest first, the
 * highest bit of a byte saying that more follow: the counter of its grant (the incarnation stands in the key), its subject, its units.
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

/** Undefined: these are no lines that were ever packed. */
export function unpackLines(incarnation: number, bytes: Uint8Array): Line[] | undefined {
  const lines: Line[] = []
  let at = 0
  const number = (): number => {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = bytes[at++]
      if (byte === undefined) return Number.NaN
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 0x80
    }
  }
  while (at < bytes.length) {
    const requestId = bytes.subarray(at, at + ID_BYTES).toHex()
    at += ID_BYTES
    const grant = incarnation * GRANTS_MAX + number()
    const line = { requestId, grant, subject: number(), units: number() }
    if (![line.grant, line.subject, line.units].every(Number.isSafeInteger)) return undefined
    lines.push(line)
  }
  return lines
}

const ID_BYTES = 16

/** A grant counter has at most 5 bytes, the others at most 8. */
const LINE_BYTES_MAX = ID_BYTES + 5 + 8 + 8

/** The first 16 bytes of SHA-256 over the hash before it, its key, its time and its lines. */
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

/** What the first batch of a life is chained to. */
export function firstHash(booksId: string, incarnation: number): Uint8Array {
  return shortHash(new TextEncoder().encode(`${booksId} ${incarnation}`))
}

const HASH_BYTES = 16

function shortHash(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(hash('sha256', bytes, 'buffer').subarray(0, HASH_BYTES))
}
