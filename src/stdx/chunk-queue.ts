import type { Readable } from 'node:stream'

/** The chunks of a stream in order. What came before a failure is given out before the failure is. */
export interface ChunkQueue {
  /** Undefined: the stream ended well. */
  next(): Promise<Buffer | undefined>
  /** Ends the stream from our side. */
  fail(error: Error): void
}

/** More than this waiting for whoever reads, and the stream is asked to pause. */
const QUEUED_BYTES_MAX = 1 << 20

export function chunkQueue(stream: Readable): ChunkQueue {
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
    if (!ended) failed ??= new Error('the connection ended before the answer did')
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
