import { createReadStream } from 'node:fs'

const CHUNK_BYTES = 1 << 18

/** Reads a file in order. `progress` receives the number of bytes of each chunk. */
export async function* readChunks(path: string, progress: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    progress((chunk as Buffer).length)
    yield chunk as Buffer
  }
}
