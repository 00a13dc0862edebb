import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type InputError, inputErrorAt } from './input-error.ts'
import { readChunks } from './read-chunks.ts'

export interface GunzipSource {
  readonly path: string
  /** The file's name in messages. */
  readonly file: string
  /** Receives the number of compressed bytes of each chunk. */
  progress(bytes: number): void
}

/** Each chunk costs a round trip to the thread pool; larger ones are not faster. */
const CHUNK_BYTES = 1 << 19

/** Inflates four chunks ahead, in the thread pool, while the caller works. */
const OPTIONS = { chunkSize: CHUNK_BYTES, highWaterMark: 4 * CHUNK_BYTES }

const MAGIC = [0x1f, 0x8b]

/** Reads the content of a gzip file, which may have several members. */
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
  // An error in the pipeline destroys `inflate`, so the loop below throws it.
  pipeline(gzipChunks(counted), inflate, () => {})
  try {
    for await (const chunk of inflate) yield chunk as Buffer
  } catch (error) {
    throw explainZlibError(source.file, error)
  }
  // zlib stops silently at zeroes after the last member.
  if (inflate.bytesWritten < compressedBytes) throw trailingDataError(source.file)
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

function explainZlibError(file: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return inputErrorAt({ file }, 'the gzip file is cut off; fetch it again')
  if (code === 'Z_DATA_ERROR' && message === 'incorrect header check') return trailingDataError(file)
  if (code?.startsWith('Z_')) return inputErrorAt({ file }, `the gzip file is damaged (${message}); fetch it again`)
  return error
}

function trailingDataError(file: string): InputError {
  return inputErrorAt({ file }, 'other data follows the gzip data; the file is damaged, fetch it again')
}
