import { createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** Writes a file as fast as the disk takes it and no faster; the folder is made. Returns its length. */
export async function writeFile(path: string, chunks: Iterable<Buffer>): Promise<number> {
  await mkdir(dirname(path), { recursive: true })
  await pipeline(readable(chunks), createWriteStream(path))
  return (await stat(path)).size
}

/**
 * The same through gzip. Node leaves time and name out of the header: same chunks, same bytes. Compresses beside the
 * generator, in another thread.
 */
export async function writeGzipFile(path: string, chunks: Iterable<Buffer>, level: number): Promise<number> {
  await mkdir(dirname(path), { recursive: true })
  await pipeline(readable(chunks), createGzip({ level, chunkSize: 1 << 18 }), createWriteStream(path))
  return (await stat(path)).size
}

/** Two chunks ahead: one being made, one being compressed. */
function readable(chunks: Iterable<Buffer>): Readable {
  return Readable.from(chunks, { objectMode: true, highWaterMark: 2 })
}
