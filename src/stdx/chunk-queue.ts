import type { Readable } from 'node:stream'

/** The chunks of a stream in order. Chunks that arrived before a failure are returned before the failure is thrown. */
export interface ChunkQueue {
  /** Undefined: the stream has ended without an error. */
  next(): Promise<Buffer | undefined>
  /** Destroys the stream. */
  fail(error: Error): void
}

/** Beyond this many unread bytes the stream is paused. */
const QUEUED_BYTES_MAX = 1 << 20

export function createChunkQueue(stream: Readable): ChunkQueue {
  const chunks: Buffer[] = []
  let queued = 0
  let failed: Error | undefined
  let ended = false
  let wake = (): void => {}
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    queued += chunk.length
    if (QUEUED_BYTES_MAX < queued) stream.pause()
    wake()
  })
  stream.on('end', () => {
    ended = true
    wake()
  })
  stream.on('error', (error) => {
    failed ??= error
    wake()
  })
  stream.on('close', () => {
    if (!ended) failed ??= new Error('the connection closed before the response was complete')
    wake()
  })
  return {
    async next() {
      while (chunks.length === 0 && !ended && failed === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const chunk = chunks.shift()
      if (chunk === undefined) {
        if (failed !== undefined) throw failed
        return undefined
      }
      queued -= chunk.length
      if (queued <= QUEUED_BYTES_MAX / 2) stream.resume()
      return chunk
    },
    fail(error) {
      failed ??= error
      stream.destroy()
      wake()
    },
  }
}
