import { constants, crc32, deflateRawSync } from 'node:zlib'
import { InputError } from './input-error.ts'

const DEFLATED = 8
const VERSION = 20
/** 1980-01-01 00:00, the first time that a zip can say. */
const DATE = 0x21
/** Sizes and checksum stand behind the content. */
const SIZES_FOLLOW = 8
/** More needs zip64, which not every reader knows. */
const MEMBERS_MAX = 0xffff
const BYTES_MAX = 0xffffffff
const BLOCK_BYTES = 1 << 18

/**
 * Writes a zip member after member, each in pieces of any size. Equal content gives equal bytes: no clock, no time
 * zone. A piece is packed alone, so no stream waits for another turn.
 */
export class ZipWriter {
  readonly #write: (bytes: Buffer) => void
  readonly #directory: Buffer[] = []
  #name = Buffer.alloc(0)
  #pieces: Buffer[] = []
  #waiting = 0
  #bytes = 0
  #packed = 0
  #checksum = 0
  #memberAt = 0
  #at = 0

  constructor(write: (bytes: Buffer) => void) {
    this.#write = (bytes) => {
      this.#at += bytes.length
      write(bytes)
    }
  }

  begin(name: string): void {
    this.#name = Buffer.from(name)
    ;[this.#bytes, this.#packed, this.#checksum, this.#memberAt] = [0, 0, 0, this.#at]
    this.#write(Buffer.concat([signature(3, 4), this.#header(SIZES_FOLLOW), this.#name]))
  }

  write(content: Buffer): void {
    this.#pieces.push(content)
    this.#waiting += content.length
    if (BLOCK_BYTES <= this.#waiting) this.#pack(constants.Z_SYNC_FLUSH)
  }

  end(): void {
    this.#pack(constants.Z_FINISH)
    this.#write(Buffer.concat([signature(7, 8), this.#header(SIZES_FOLLOW).subarray(10, 22)]))
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(this.#memberAt, 10)
    this.#directory.push(
      Buffer.concat([signature(1, 2), Buffer.of(VERSION, 0), this.#header(SIZES_FOLLOW), tail, this.#name]),
    )
  }

  finish(): void {
    const directory = Buffer.concat(this.#directory)
    const end = Buffer.alloc(18)
    end.writeUInt16LE(this.#directory.length, 4)
    end.writeUInt16LE(this.#directory.length, 6)
    end.writeUInt32LE(directory.length, 8)
    end.writeUInt32LE(this.#at, 12)
    this.#write(directory)
    this.#write(Buffer.concat([signature(5, 6), end]))
  }

  #pack(finishFlush: number): void {
    const content = Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#waiting = 0
    const packed = deflateRawSync(content, { level: 3, finishFlush })
    this.#bytes += content.length
    this.#packed += packed.length
    this.#checksum = crc32(content, this.#checksum)
    if (
      BYTES_MAX < Math.max(this.#bytes, this.#at + packed.length + (1 << 20)) ||
      MEMBERS_MAX <= this.#directory.length
    )
      throw new InputError('the output is too large for a zip file: it has at most 4 GiB.')
    this.#write(packed)
  }

  #header(flags: number): Buffer {
    const header = Buffer.alloc(26)
    header.writeUInt16LE(VERSION, 0)
    header.writeUInt16LE(flags, 2)
    header.writeUInt16LE(DEFLATED, 4)
    header.writeUInt16LE(DATE, 8)
    header.writeUInt32LE(this.#checksum, 10)
    header.writeUInt32LE(this.#packed, 14)
    header.writeUInt32LE(this.#bytes, 18)
    header.writeUInt16LE(this.#name.length, 22)
    return header
  }
}

function signature(first: number, second: number): Buffer {
  return Buffer.of(0x50, 0x4b, first, second)
}
