import { type InputError, inputErrorAt } from './input-error.ts'
import { TAR_BLOCK_BYTES } from './tar-header.ts'

export interface TarFormat {
  /** The file's name in messages. */
  readonly file: string
  /** A larger member is rejected at its header. */
  readonly memberBytesMax: number
}

export interface TarHandler {
  /** Receives a regular file. The content is valid until this returns. */
  member(name: string, content: Buffer): void
  /** Called between blocks of members, so that a slow consumer can apply backpressure. */
  afterBlock(): Promise<void>
}

const REGULAR = new Set(['0', '\0', '7'])
const PAX_UNREADABLE = 'a pax header cannot be read'

/**
 * Reads a tar as a stream and passes on whole members: much faster for a million small ones than packages that open a
 * stream for each. Supports ustar, GNU long names and pax (names and sizes). Folders and links are skipped. Only zeroes
 * may follow the end.
 */
export async function readTar(
  chunks: AsyncIterable<Uint8Array>,
  format: TarFormat,
  handler: TarHandler,
): Promise<void> {
  const members = new TarMembers(format, handler)
  for await (const chunk of chunks) {
    members.push(chunk)
    await handler.afterBlock()
  }
  members.end()
}

/** Whether the bytes begin with a member's header, to tell a tar from another file. */
export function isTarStart(bytes: Buffer): boolean {
  return TAR_BLOCK_BYTES <= bytes.length && bytes[0] !== 0 && isChecksumRight(bytes, 0)
}

class TarMembers {
  readonly #format: TarFormat
  readonly #handler: TarHandler
  /** Unused bytes. They are joined when `#needed` bytes are there, so a large member is copied once. */
  #parts: Buffer[] = []
  #have = 0
  #needed = TAR_BLOCK_BYTES
  #ended = false
  /** From a GNU or pax header, for the next member. */
  #nextName: string | undefined
  #nextSize: number | undefined
  #lastName = ''

  constructor(format: TarFormat, handler: TarHandler) {
    this.#format = format
    this.#handler = handler
  }

  push(chunk: Uint8Array): void {
    const fresh = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    if (this.#ended) {
      this.#rejectTrailingData(fresh)
      return
    }
    this.#parts.push(fresh)
    this.#have += fresh.length
    if (this.#have < this.#needed) return
    const block = this.#parts.length === 1 ? fresh : Buffer.concat(this.#parts)
    const used = this.#members(block)
    const rest = Buffer.from(block.subarray(used))
    this.#parts = rest.length === 0 ? [] : [rest]
    this.#have = rest.length
  }

  end(): void {
    if (this.#ended) return
    const where = this.#lastName === '' ? '' : ` after ${this.#lastName}`
    throw this.#error(`the archive has no end${where}: it was cut off. Fetch it again`)
  }

  /** Passes on the complete members of a block and returns how many bytes they took. */
  #members(block: Buffer): number {
    let at = 0
    for (;;) {
      this.#needed = TAR_BLOCK_BYTES
      if (block.length < at + TAR_BLOCK_BYTES) return at
      if (block[at] === 0 && isZero(block, at)) {
        this.#ended = true
        this.#rejectTrailingData(block.subarray(at))
        return block.length
      }
      if (!isChecksumRight(block, at)) {
        const where = this.#lastName === '' ? 'is not a tar archive' : `is damaged after ${this.#lastName}`
        throw this.#error(`${where}: the header of a member does not match its checksum`)
      }
      const size = this.#nextSize ?? readSize(block, at)
      if (!(0 <= size && size <= this.#format.memberBytesMax)) {
        throw this.#error(
          `${readName(block, at)} claims ${size} bytes; at most ${this.#format.memberBytesMax} are expected`,
        )
      }
      const padded = TAR_BLOCK_BYTES + Math.ceil(size / TAR_BLOCK_BYTES) * TAR_BLOCK_BYTES
      if (block.length < at + padded) {
        this.#needed = padded
        return at
      }
      this.#member(block, at, block.subarray(at + TAR_BLOCK_BYTES, at + TAR_BLOCK_BYTES + size))
      at += padded
    }
  }

  #member(block: Buffer, at: number, content: Buffer): void {
    const type = String.fromCharCode(block[at + 156]!)
    if (type === 'L') {
      this.#nextName = readUntilZero(content, 0, content.length)
      return
    }
    if (type === 'x') {
      this.#takePax(content)
      return
    }
    if (type === 'g' || type === 'K') return
    const name = this.#nextName ?? readName(block, at)
    this.#nextName = undefined
    this.#nextSize = undefined
    this.#lastName = name
    if (REGULAR.has(type)) this.#handler.member(name, content)
  }

  /** Lines of `length key=value\n`, the length counting itself. */
  #takePax(content: Buffer): void {
    let at = 0
    while (at < content.length) {
      const space = content.indexOf(' ', at)
      const length = space < 0 ? Number.NaN : parseDigits(content.toString('latin1', at, space))
      // A length that does not cover itself would loop for ever.
      if (!(space + 1 < at + length && at + length <= content.length)) throw this.#error(PAX_UNREADABLE)
      const line = content.toString('utf8', space + 1, at + length - 1)
      if (line.startsWith('path=')) this.#nextName = line.slice(5)
      if (line.startsWith('size=')) this.#nextSize = this.#paxSize(line.slice(5))
      at += length
    }
  }

  #paxSize(text: string): number {
    const size = parseDigits(text)
    if (Number.isNaN(size)) throw this.#error(PAX_UNREADABLE)
    return size
  }

  /** Otherwise the second of two joined archives would be lost silently. */
  #rejectTrailingData(bytes: Buffer): void {
    if (bytes.every((byte) => byte === 0)) return
    const where = this.#lastName === '' ? '' : `, which comes after ${this.#lastName}`
    throw this.#error(
      `other data follows the end of the archive${where}: it is damaged, or several were joined. Fetch it again`,
    )
  }

  #error(what: string): InputError {
    return inputErrorAt({ file: this.#format.file }, what)
  }
}

/** Decimal digits only: `Number` would also accept `1e-300`, `0x10` and the empty text. */
function parseDigits(text: string): number {
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
}

function isZero(block: Buffer, at: number): boolean {
  for (let i = at; i < at + TAR_BLOCK_BYTES; i++) if (block[i] !== 0) return false
  return true
}

/** The checksum is the sum of the header's bytes, counting its own field as spaces. */
function isChecksumRight(block: Buffer, at: number): boolean {
  let sum = 8 * 32
  for (let i = at; i < at + 148; i++) sum += block[i]!
  for (let i = at + 156; i < at + TAR_BLOCK_BYTES; i++) sum += block[i]!
  return sum === readOctal(block, at + 148, 8)
}

function readSize(block: Buffer, at: number): number {
  const first = block[at + 124]!
  if (first < 0x80) return readOctal(block, at + 124, 12)
  // GNU tar writes a larger size as a big-endian number. Its last six bytes exceed any limit of ours.
  return first === 0x80 ? block.readUIntBE(at + 130, 6) : Number.NaN
}

function readOctal(block: Buffer, at: number, length: number): number {
  let value = 0
  for (let i = at; i < at + length; i++) {
    const byte = block[i]!
    if (0x30 <= byte && byte <= 0x37) value = value * 8 + byte - 0x30
    else if (byte !== 0x20 && byte !== 0) return Number.NaN
  }
  return value
}

function readName(block: Buffer, at: number): string {
  const name = readUntilZero(block, at, at + 100)
  const isUstar = block.toString('latin1', at + 257, at + 263) === 'ustar\0'
  const prefix = isUstar ? readUntilZero(block, at + 345, at + 500) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

function readUntilZero(bytes: Buffer, from: number, to: number): string {
  let end = from
  while (end < to && bytes[end] !== 0) end++
  return bytes.toString('utf8', from, end)
}
