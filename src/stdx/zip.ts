import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { crc32, createInflateRaw, inflateRaw } from 'node:zlib'
import * as yauzl from 'yauzl'
import { type InputError, inputErrorAt } from './input-error.ts'

export interface ZipFormat {
  /** The file's name in messages. */
  readonly file: string
  /** A larger member is rejected before it is unpacked. */
  readonly memberBytesMax: number
}

export interface ZipMember {
  readonly name: string
  /** Its unpacked size. */
  readonly bytes: number
  /** From the start of this member to the next, including the header. */
  readonly bytesOnDisk: number
}

export interface ZipContent {
  readonly member: ZipMember
  readonly content: Buffer
}

/** More than any register has: a directory that claims more would exhaust memory. */
const MEMBERS_MAX = 200_000
/** Unpacked ahead of the reader on another core: enough for a hundred villages or for Prague. */
const AHEAD_BYTES_MAX = 8 << 20
const CHUNK_BYTES = 1 << 16
const LOCAL_HEADER_BYTES = 30
const LOCAL_HEADER_SIGNATURE = 0x04034b50
const EMPTY_ZIP_SIGNATURE = 0x06054b50
const STORED = 0
const DEFLATED = 8

const inflate = promisify(inflateRaw) as (packed: Buffer, options: object) => Promise<Buffer>

/** Opens a zip and reads its directory. Close it with `await using`. */
export async function openZip(path: string, format: ZipFormat): Promise<Zip> {
  const handle = await open(path, 'r')
  try {
    return new Zip(handle, format, await readDirectory(handle, format))
  } catch (error) {
    await handle.close()
    throw error
  }
}

/**
 * The members of a zip, each unpacked as a whole. yauzl reads the directory. We read the members ourselves, because a
 * stream for each of 6 000 small members costs more than unpacking it. Size and CRC-32 of each member are checked.
 */
export class Zip {
  readonly members: readonly ZipMember[]
  readonly #handle: FileHandle
  readonly #format: ZipFormat
  readonly #entries: ReadonlyMap<ZipMember, yauzl.Entry>

  constructor(handle: FileHandle, format: ZipFormat, entries: ReadonlyMap<ZipMember, yauzl.Entry>) {
    this.#handle = handle
    this.#format = format
    this.#entries = entries
    this.members = [...entries.keys()]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close()
  }

  /** Reads members in the given order and unpacks the next ones ahead. */
  async *contents(members: readonly ZipMember[]): AsyncGenerator<ZipContent> {
    const ahead: Promise<Buffer>[] = []
    let next = 0
    let bytesAhead = 0
    try {
      for (const member of members) {
        for (; next < members.length; next++) {
          const { bytes } = members[next]!
          if (ahead.length !== 0 && AHEAD_BYTES_MAX < bytesAhead + bytes) break
          const content = this.read(members[next]!)
          // It is awaited later. Until then its failure must not count as unhandled.
          content.catch(() => {})
          ahead.push(content)
          bytesAhead += bytes
        }
        const content = await ahead.shift()!
        bytesAhead -= member.bytes
        yield { member, content }
      }
    } finally {
      await Promise.allSettled(ahead)
    }
  }

  async read(member: ZipMember): Promise<Buffer> {
    const entry = this.#expect(member)
    const packed = await this.#packed(member, entry)
    const content = entry.compressionMethod === STORED ? packed : await this.#inflate(member, packed)
    this.#check(member, entry, content.length, crc32(content))
    return content
  }

  /** A member in pieces, one that is too large for memory. Its size and CRC-32 are checked at its end. */
  async *chunks(member: ZipMember): AsyncGenerator<Buffer> {
    const entry = this.#expect(member)
    const start = entry.relativeOffsetOfLocalHeader
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(LOCAL_HEADER_BYTES), { position: start })
    const from = this.#findData(member, buffer.subarray(0, bytesRead))
    if (member.bytesOnDisk < from + entry.compressedSize) throw this.#damaged(member, 'overlaps the next member')
    const end = start + from + entry.compressedSize - 1
    let [bytes, checksum] = [0, 0]
    if (start + from <= end) {
      const packed = this.#handle.createReadStream({ start: start + from, end, autoClose: false })
      const content =
        entry.compressionMethod === STORED
          ? packed
          : pipeline(packed, createInflateRaw({ chunkSize: CHUNK_BYTES }), () => {})
      try {
        for await (const chunk of content as AsyncIterable<Buffer>) {
          bytes += chunk.length
          checksum = crc32(chunk, checksum)
          if (member.bytes < bytes) break
          yield chunk
        }
      } catch (error) {
        throw this.#damaged(member, `does not unpack (${(error as Error).message})`)
      }
    }
    this.#check(member, entry, bytes, checksum)
  }

  #expect(member: ZipMember): yauzl.Entry {
    const entry = this.#entries.get(member)!
    if (this.#format.memberBytesMax < member.bytes) {
      throw this.#error(member, `unpacks to ${member.bytes} bytes; at most ${this.#format.memberBytesMax} are expected`)
    }
    if (entry.isEncrypted()) throw this.#error(member, 'is encrypted; only unencrypted members are supported')
    const method = entry.compressionMethod
    if (method !== STORED && method !== DEFLATED)
      throw this.#error(member, `is compressed by method ${method}; only deflate is supported. Compress it again`)
    return entry
  }

  #check(member: ZipMember, entry: yauzl.Entry, bytes: number, checksum: number): void {
    if (bytes !== member.bytes) throw this.#damaged(member, `has ${bytes} bytes, the directory says ${member.bytes}`)
    if (checksum !== entry.crc32) throw this.#damaged(member, 'does not match its checksum')
  }

  /** Where the content begins behind the local header. */
  #findData(member: ZipMember, header: Buffer): number {
    if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_HEADER_SIGNATURE)
      throw this.#damaged(member, 'does not begin where the directory says')
    return LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  }

  async #packed(member: ZipMember, entry: yauzl.Entry): Promise<Buffer> {
    const headerBytesMax = LOCAL_HEADER_BYTES + 2 * 0xffff
    const length = Math.min(member.bytesOnDisk, headerBytesMax + entry.compressedSize)
    const { buffer, bytesRead } = await this.#handle.read(
      Buffer.allocUnsafeSlow(length),
      0,
      length,
      entry.relativeOffsetOfLocalHeader,
    )
    const from = this.#findData(member, buffer.subarray(0, bytesRead))
    if (bytesRead < from + entry.compressedSize) throw this.#damaged(member, 'overlaps the next member')
    return buffer.subarray(from, from + entry.compressedSize)
  }

  async #inflate(member: ZipMember, packed: Buffer): Promise<Buffer> {
    const chunkSize = Math.max(64, Math.min(member.bytes + 1, 1 << 20))
    try {
      return await inflate(packed, { chunkSize, maxOutputLength: Math.max(1, member.bytes) })
    } catch (error) {
      throw this.#damaged(member, `does not unpack (${(error as Error).message})`)
    }
  }

  #damaged(member: ZipMember, what: string): InputError {
    return this.#error(member, `${what}: the zip is damaged. Fetch it again`)
  }

  #error(member: ZipMember, what: string): InputError {
    return inputErrorAt({ file: `${this.#format.file}/${member.name}` }, what)
  }
}

async function readDirectory(handle: FileHandle, format: ZipFormat): Promise<Map<ZipMember, yauzl.Entry>> {
  const { size } = await handle.stat()
  await rejectOtherFormats(handle, format)
  const entries: yauzl.Entry[] = []
  try {
    const reader = new WindowReader(handle)
    const zip = await yauzl.fromRandomAccessReaderPromise(reader, size, { autoClose: false })
    if (MEMBERS_MAX < zip.entryCount)
      throw new Error(`${zip.entryCount} members are more than the limit of ${MEMBERS_MAX}`)
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch (error) {
    throw inputErrorAt(
      { file: format.file },
      `the zip has no readable directory; the download may be cut off (${(error as Error).message}). Fetch it again`,
    )
  }
  const members = listMembers(entries, size)
  const names = new Set<string>()
  for (const { name } of members.keys()) {
    if (names.has(name)) throw inputErrorAt({ file: format.file }, `holds ${name} twice`)
    names.add(name)
  }
  return members
}

async function rejectOtherFormats(handle: FileHandle, format: ZipFormat): Promise<void> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
  const signature = bytesRead === 4 ? buffer.readUInt32LE(0) : 0
  if (signature === LOCAL_HEADER_SIGNATURE || signature === EMPTY_ZIP_SIGNATURE) return
  throw inputErrorAt({ file: format.file }, 'is not a zip file')
}

/** Lists the members in file order. `bytesOnDisk` ends at the next one: overlapping members could be a zip bomb. */
function listMembers(entries: readonly yauzl.Entry[], size: number): Map<ZipMember, yauzl.Entry> {
  const inOrder = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  const members = new Map<ZipMember, yauzl.Entry>()
  for (const [i, entry] of inOrder.entries()) {
    const end = inOrder[i + 1]?.relativeOffsetOfLocalHeader ?? size
    const bytesOnDisk = Math.max(0, end - entry.relativeOffsetOfLocalHeader)
    members.set({ name: entry.fileName, bytes: entry.uncompressedSize, bytesOnDisk }, entry)
  }
  return members
}

/** yauzl reads each directory entry in two small reads; this serves them from a window of the file. */
class WindowReader extends yauzl.RandomAccessReader {
  static readonly #BYTES = 1 << 20
  readonly #handle: FileHandle
  #window = Buffer.alloc(0)
  #windowAt = 0

  constructor(handle: FileHandle) {
    super()
    this.#handle = handle
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#fill(position, length).then(
      () => {
        const from = position - this.#windowAt
        if (this.#window.length < from + length) return callback(new Error('the file ends too early'))
        this.#window.copy(buffer, offset, from, from + length)
        callback(null)
      },
      (error: Error) => callback(error),
    )
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null)
  }

  async #fill(position: number, length: number): Promise<void> {
    if (this.#windowAt <= position && position + length <= this.#windowAt + this.#window.length) return
    const bytes = Math.max(length, WindowReader.#BYTES)
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(bytes), 0, bytes, position)
    this.#window = buffer.subarray(0, bytesRead)
    this.#windowAt = position
  }
}
