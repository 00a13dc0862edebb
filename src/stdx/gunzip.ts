import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type InputError, inputErrorAt } from './input-error.ts'
import { readChunks } from './read-chunks.ts'

export interface GunzipSource {
  readonly path: string
  /** As messages name the file. */
  readonly file: string
  /** Hears how many compressed bytes came from the disk. */
  progress(bytes: number): void
}

/** Every chunk costs a trip to the thread pool and back; beyond this size nothing more is won. */
const CHUNK_BYTES = 1 << 19

/** Four chunks are inflated ahead: while the caller works on one, the thread pool inflates the next. */
const OPTIONS = { chunkSize: CHUNK_BYTES, highWaterMark: 4 * CHUNK_BYTES }

const MAGIC = [0x1f, 0x8b]

/** The content of a gzip file, which may have several members one after another. */
export async function* gunzip(source: GunzipSource): AsyncGenerator<Buffer> {
  const inflate = createGunzip(OPTIONS)
  let compressedBytes = 0
  const counted = {
    ...source,
    progress: (bytes: number) => {
      compressedBytes += bytes
      source.progress(bytes)
    },
  }
  // An error anywhere in the pipeline destroys `inflate`, so the loop below throws it; the callback has nothing to add.
  pipeline(gzipChunks(counted), inflate, () => {})
  try {
    for await (const chunk of inflate) yield chunk as Buffer
  } catch (error) {
    throw explained(source.file, error)
  }
  // zlib stops without a word at zeroes after the last member.
  if (inflate.bytesWritten < compressedBytes) throw garbage(source.file)
}

async function* gzipChunks(source: GunzipSource): AsyncGenerator<Buffer> {
  let first = true
  for await (const chunk of readChunks(source.path, source.progress)) {
    if (first && !MAGIC.every((byte, i) => chunk[i] === byte)) {
      throw inputErrorAt(source, 'is not a gzip file; fetch it again, and do not unpack it')
    }
    first = false
    yield chunk
  }
}

function explained(file: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return inputErrorAt({ file }, 'the gzip file is cut off; fetch it again')
  if (code === 'Z_DATA_ERROR' && message === 'incorrect header check') return garbage(file)
  if (code?.startsWith('Z_')) return inputErrorAt({ file }, `the gzip file is damaged (${message}); fetch it again`)
  return error
}

function garbage(file: string): InputError {
  return inputErrorAt({ file }, 'something else follows the gzip data; the file is damaged, fetch it again')
}
