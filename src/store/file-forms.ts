import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { InputError } from '../stdx/input-error.ts'
import { writeAll } from '../stdx/write-all.ts'

/*
 * How a file of a release travels in fewer bytes: whole and compressed, or as the pages that differ from those of an
 * earlier file. Servers try what is there and compare the hash of the result, so nothing of this is trusted.
 */

/** Databases change by pages of this size. */
const PAGE_BYTES = 4096
/** A patch is a compressed list of pages. Each has its number before it, as 32 bits. */
const ENTRY_BYTES = 4 + PAGE_BYTES
/** With more of its pages changed, a file is sent whole. */
const CHANGED_MAX = 0.25
const CHUNK_BYTES = 256 * PAGE_BYTES
const LEVEL = 3
/** What a packed file may make a server keep in memory: 8 MB. */
const WINDOW_LOG_MAX = 23

/** Writes a packed file, and returns its length. */
export async function packFile(from: string, to: string, signal: AbortSignal): Promise<number> {
  return await pack(createReadStream(from, { highWaterMark: CHUNK_BYTES }), to, signal)
}

/** Writes the file again. Throws an InputError if it is none, or has not this length. */
export async function unpackFile(from: string, to: string, bytes: number, signal?: AbortSignal): Promise<void> {
  await using file = await open(to, 'w')
  let at = 0
  await unpack(from, signal, async (chunks) => {
    for await (const chunk of chunks) {
      if (bytes < at + chunk.length) throw new InputError(`it has more than ${bytes} bytes`)
      writeAll(file.fd, chunk, at)
      at += chunk.length
    }
  })
  if (at !== bytes) throw new InputError(`it has ${at} bytes; ${bytes} were expected`)
  await file.sync()
}

/** Writes the pages of a file that another one lacks, and returns the length. Undefined: they are too many. */
export async function makePatch(
  old: string,
  { from, to, signal }: { readonly from: string; readonly to: string; readonly signal: AbortSignal },
): Promise<number | undefined> {
  await using before = await open(old)
  await using after = await open(from)
  const { size } = await after.stat()
  const changedMax = Math.ceil(size / PAGE_BYTES) * CHANGED_MAX
  const changed: number[] = []
  const here = Buffer.alloc(CHUNK_BYTES)
  const there = Buffer.alloc(CHUNK_BYTES)
  for (let at = 0; at < size && changed.length <= changedMax; at += CHUNK_BYTES) {
    signal.throwIfAborted()
    const length = await readAt(after, here, at)
    await readAt(before, there, at)
    for (let page = 0; page < length; page += PAGE_BYTES)
      if (here.compare(there, page, page + PAGE_BYTES, page, page + PAGE_BYTES) !== 0)
        changed.push((at + page) / PAGE_BYTES)
  }
  if (changedMax < changed.length) return undefined
  async function* entries(): AsyncGenerator<Buffer> {
    for (const page of changed) {
      const entry = Buffer.alloc(ENTRY_BYTES)
      entry.writeUInt32LE(page)
      await readAt(after, entry.subarray(4), page * PAGE_BYTES)
      yield entry
    }
  }
  return await pack(Readable.from(entries()), to, signal)
}

/** Makes a copy of the old file the new one, which has `bytes`. Throws an InputError if a page lies outside of it. */
export async function applyPatch(patch: string, copy: string, bytes: number, signal?: AbortSignal): Promise<void> {
  await using file = await open(copy, 'r+')
  const pages = Math.ceil(bytes / PAGE_BYTES)
  let last = -1
  await unpack(patch, signal, async (chunks) => {
    for await (const entry of cut(chunks, ENTRY_BYTES)) {
      const page = entry.readUInt32LE()
      if (page <= last || pages <= page) throw new InputError(`page ${page} is none of ${pages}, or is out of order`)
      last = page
      writeAll(file.fd, entry.subarray(4), page * PAGE_BYTES)
    }
  })
  await file.truncate(bytes)
  await file.sync()
}

/** Fills the buffer from this place of a file, with zeros behind its end. Returns how much the file has. */
async function readAt(file: FileHandle, buffer: Buffer, at: number): Promise<number> {
  let length = 0
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, at + length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  buffer.fill(0, length)
  return length
}

async function pack(content: Readable, to: string, signal: AbortSignal): Promise<number> {
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
  await pipeline(content, zstd, createWriteStream(to), { signal })
  return (await stat(to)).size
}

/** Any error of the decompression is one of the file. */
async function unpack(
  path: string,
  signal: AbortSignal | undefined,
  use: (chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const zstd = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG_MAX } })
  try {
    await pipeline(createReadStream(path), zstd, use, { ...(signal && { signal }) })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code !== undefined && /^Z(STD)?_/.test(code) ? new InputError(`it cannot be unpacked (${code})`) : error
  }
}

/** Cuts a stream into pieces of one length. Throws an InputError if the last one is shorter. */
async function* cut(chunks: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of chunks) {
    let at = 0
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (; length <= all.length - at; at += length) yield all.subarray(at, at + length)
    rest = Buffer.from(all.subarray(at))
  }
  if (rest.length !== 0) throw new InputError('it ends within a page')
}
