import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { assert } from '../../stdx/assert.ts'
import { InputError } from '../../stdx/input-error.ts'
import { readAll } from '../../stdx/read-all.ts'
import { writeAll } from '../../stdx/write-all.ts'
import type { PackedBatch } from '../books/rows.ts'

/*
 * The format of an archive file: a sequence of blocks. A block holds consecutive batches of one incarnation: a header
 * of four numbers (incarnation, first seq, count of batches, bytes that follow), then the batches, compressed
 * together. A batch is its time, the length of its lines, its hash and its lines. Numbers are 64-bit floating-point,
 * as in the hash of a batch.
 */
const HEADER_BYTES = 4 * 8
const BATCH_BYTES = 2 * 8 + 16
const BLOCK_BATCHES = 256
/** Bytes of lines in a block before compression. A single batch may have more. */
const BLOCK_BYTES = 1 << 20
/** Our writer makes no longer block. */
const BLOCK_BYTES_MAX = 1 << 28

/** An archive file is missing or altered. The message names it. */
export class ArchiveFault extends InputError {}

/** Writes batches to a new file and hashes the file. */
export class ArchiveWriter implements Disposable {
  readonly #file: number
  readonly #hash = createHash('sha256')
  #block: PackedBatch[] = []
  #blockBytes = 0
  bytes = 0

  constructor(path: string) {
    this.#file = openSync(path, 'w', 0o600)
  }

  add(batch: PackedBatch): void {
    const last = this.#block.at(-1)
    const follows = last === undefined || (last.incarnation === batch.incarnation && last.seq + 1 === batch.seq)
    if (!follows || this.#block.length === BLOCK_BATCHES || BLOCK_BYTES <= this.#blockBytes) this.#endBlock()
    this.#block.push(batch)
    this.#blockBytes += batch.packed.length
  }

  /** Flushes the file to the disk and returns its SHA-256. */
  end(): Uint8Array {
    this.#endBlock()
    fsyncSync(this.#file)
    return new Uint8Array(this.#hash.digest())
  }

  [Symbol.dispose](): void {
    closeSync(this.#file)
  }

  #endBlock(): void {
    const [first] = this.#block
    if (first === undefined) return
    const content = zstdCompressSync(packBlock(this.#block), { params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    const header = new Float64Array([first.incarnation, first.seq, this.#block.length, content.length])
    this.#write(new Uint8Array(header.buffer))
    this.#write(content)
    this.#block = []
    this.#blockBytes = 0
  }

  #write(bytes: Uint8Array): void {
    this.#hash.update(bytes)
    writeAll(this.#file, bytes)
    this.bytes += bytes.length
  }
}

interface Block {
  readonly incarnation: number
  readonly seqFrom: number
  readonly seqTo: number
  readonly at: number
  readonly bytes: number
}

/** Reads an archive file block by block. Throws ArchiveFault if the file is missing or altered. */
export class ArchiveFile {
  readonly #path: string
  readonly #blocks: readonly Block[]
  readonly #byIncarnation: ReadonlyMap<number, readonly Block[]>

  constructor(path: string) {
    this.#path = path
    this.#blocks = withFile(path, (file) => readHeaders(file, path))
    this.#byIncarnation = Map.groupBy(this.#blocks, ({ incarnation }) => incarnation)
  }

  ranges(): Pick<Block, 'incarnation' | 'seqFrom' | 'seqTo'>[] {
    const ranges: { incarnation: number; seqFrom: number; seqTo: number }[] = []
    for (const { incarnation, seqFrom, seqTo } of this.#blocks) {
      const last = ranges.at(-1)
      if (last?.incarnation === incarnation && last.seqTo + 1 === seqFrom) last.seqTo = seqTo
      else ranges.push({ incarnation, seqFrom, seqTo })
    }
    return ranges
  }

  /** The block that contains this batch, oldest batch first. */
  blockOf(incarnation: number, seq: number): PackedBatch[] {
    const blocks = this.#byIncarnation.get(incarnation) ?? []
    let [from, to] = [0, blocks.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (blocks[middle]!.seqTo < seq) from = middle + 1
      else to = middle
    }
    const block = blocks[from]
    if (block === undefined || seq < block.seqFrom) throw alteredFileFault(this.#path)
    return withFile(this.#path, (file) => unpackBlock(readAt(file, block.at, block.bytes), block, this.#path))
  }
}

function readHeaders(file: number, path: string): Block[] {
  const blocks: Block[] = []
  for (let at = 0; ; ) {
    const header = readAt(file, at, HEADER_BYTES)
    if (header.length === 0) return blocks
    if (header.length < HEADER_BYTES) throw alteredFileFault(path)
    const [incarnation, seqFrom, count, bytes] = new Float64Array(header.slice().buffer) as unknown as number[]
    const isBlock = [incarnation!, seqFrom!, count!, bytes!].every(Number.isSafeInteger) && 0 < count! && 0 < bytes!
    if (!isBlock || BLOCK_BYTES_MAX < bytes!) throw alteredFileFault(path)
    blocks.push({
      ...{ incarnation: incarnation!, seqFrom: seqFrom!, seqTo: seqFrom! + count! - 1 },
      ...{ at: at + HEADER_BYTES, bytes: bytes! },
    })
    at += HEADER_BYTES + bytes!
  }
}

function packBlock(batches: readonly PackedBatch[]): Uint8Array {
  const length = batches.reduce((sum, { packed }) => sum + BATCH_BYTES + packed.length, 0)
  const bytes = new Uint8Array(length)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const { atMs, hash, packed } of batches) {
    view.setFloat64(at, atMs)
    view.setFloat64(at + 8, packed.length)
    assert(bytes.subarray(at + 16, at + BATCH_BYTES).setFromHex(hash).written === 16, 'a hash has 16 bytes')
    bytes.set(packed, at + BATCH_BYTES)
    at += BATCH_BYTES + packed.length
  }
  return bytes
}

function unpackBlock(content: Uint8Array, { incarnation, seqFrom, seqTo }: Block, path: string): PackedBatch[] {
  const bytes = decompressBlock(content, path)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const batches: PackedBatch[] = []
  let at = 0
  for (let seq = seqFrom; seq <= seqTo; seq++) {
    if (bytes.length < at + BATCH_BYTES) throw alteredFileFault(path)
    const atMs = view.getFloat64(at)
    const length = view.getFloat64(at + 8)
    const hash = bytes.subarray(at + 16, at + BATCH_BYTES).toHex()
    at += BATCH_BYTES
    if (!Number.isSafeInteger(length) || length < 0 || bytes.length < at + length) throw alteredFileFault(path)
    batches.push({ incarnation, seq, atMs, hash, packed: bytes.subarray(at, at + length) })
    at += length
  }
  if (at !== bytes.length) throw alteredFileFault(path)
  return batches
}

function decompressBlock(content: Uint8Array, path: string): Uint8Array {
  try {
    return zstdDecompressSync(content, { maxOutputLength: BLOCK_BYTES_MAX })
  } catch {
    throw alteredFileFault(path)
  }
}

function withFile<T>(path: string, work: (file: number) => T): T {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    throw missingFileFault(path, error)
  }
  try {
    return work(file)
  } finally {
    closeSync(file)
  }
}

function readAt(file: number, at: number, bytes: number): Uint8Array {
  const chunk = new Uint8Array(bytes)
  return chunk.subarray(0, readAll(file, chunk, at))
}

function missingFileFault(path: string, error: unknown): ArchiveFault {
  const { code } = error as NodeJS.ErrnoException
  const what = code === 'ENOENT' ? 'does not exist' : `cannot be opened (${code})`
  return new ArchiveFault(`${path} ${what}. It holds archived charges: ${FROM_WHERE}`)
}

function alteredFileFault(path: string): ArchiveFault {
  return new ArchiveFault(`${path} was altered, and archived charges cannot be read from it: ${FROM_WHERE}`)
}

const FROM_WHERE = 'copy the file from a backup or from the node that archived it.'
