import { createReadStream } from 'node:fs'

const CHUNK_BYTES = 1 << 18

/** The bytes of a file in order; `progress` hears how many came from the disk. */
export async function* readChunks(path: string, progress: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    progress((chunk as Buffer).length)
    yield chunk as Buffer
  }
}
