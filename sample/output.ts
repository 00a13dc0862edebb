import { createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type ZipMember, zip } from './files/zip.ts'

/** A register, as `regista import` names it. */
export type SampleSource = 'sk-rpo' | 'sk-addresses' | 'cz-addresses' | 'cz-res' | 'cz-vr'

/** Hears of a file while it is written: records and bytes so far, before compression. */
export type SampleProgress = (progress: { file: string; rows: number; bytes: number }) => void

export interface SampleFile {
  readonly path: string
  readonly source: SampleSource
  /** Records; the rows of code lists count as well. */
  readonly rows: number
  readonly bytes: number
}

export interface Target {
  readonly source: SampleSource
  readonly name: string
  /** Absent: not compressed. */
  readonly gzipLevel?: number
}

/** Counts the records of a file while they are made. */
export interface Counter {
  rows: number
}

/** Where files go: names the folder, tells of progress, keeps the list for the report. */
export class Output {
  readonly files: SampleFile[] = []
  readonly #outDir: string
  readonly #progress: SampleProgress | undefined

  constructor(outDir: string, progress: SampleProgress | undefined) {
    this.#outDir = outDir
    this.#progress = progress
  }

  async text(target: Target, rows: (counter: Counter) => Iterable<string>): Promise<void> {
    await this.bytes(target, (counter) => chunkRows(rows(counter)))
  }

  async zip(target: Target, members: (counter: Counter) => Iterable<ZipMember>): Promise<void> {
    await this.bytes(target, (counter) => zip(members(counter)))
  }

  async bytes(target: Target, chunks: (counter: Counter) => Iterable<Buffer>): Promise<void> {
    const { source, name, gzipLevel } = target
    const path = join(this.#outDir, source, name)
    const counter: Counter = { rows: 0 }
    const watched = this.#watched(name, counter, chunks(counter))
    const bytes = await writeFile(path, watched, gzipLevel)
    this.files.push({ path, source, rows: counter.rows, bytes })
  }

  *#watched(file: string, counter: Counter, chunks: Iterable<Buffer>): Generator<Buffer> {
    let bytes = 0
    for (const chunk of chunks) {
      bytes += chunk.length
      this.#progress?.({ file, rows: counter.rows, bytes })
      yield chunk
    }
  }
}

const CHUNK_LENGTH = 1 << 19

/** Gathers rows into buffers of half a million letters, as large as compressors and disks like them. */
function* chunkRows(rows: Iterable<string>): Generator<Buffer> {
  let text = ''
  for (const row of rows) {
    text += row
    if (CHUNK_LENGTH <= text.length) {
      yield Buffer.from(text)
      text = ''
    }
  }
  if (text !== '') yield Buffer.from(text)
}

/**
 * Writes a file as fast as the disk takes it and no faster; the folder is made. Returns its length. Node leaves time
 * and name out of the header of gzip, so the same chunks give the same bytes. It compresses in another thread.
 */
async function writeFile(path: string, chunks: Iterable<Buffer>, gzipLevel: number | undefined): Promise<number> {
  await mkdir(dirname(path), { recursive: true })
  // Two chunks ahead: one being made, one being compressed.
  const source = Readable.from(chunks, { objectMode: true, highWaterMark: 2 })
  const file = createWriteStream(path)
  try {
    if (gzipLevel === undefined) await pipeline(source, file)
    else await pipeline(source, createGzip({ level: gzipLevel, chunkSize: 1 << 18 }), file)
  } catch (error) {
    // An error of a write does not name it.
    throw Object.assign(error as Error, { path })
  }
  return (await stat(path)).size
}
