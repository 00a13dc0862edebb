import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { readChunks } from './read-chunks.ts'

/** SHA-256 of a file, as hex. */
export async function hashFile(path: string, progress: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of readChunks(path, progress)) hash.update(chunk)
  return hash.digest('hex')
}

const CHUNK_BYTES = 1 << 18

/** The same in this thread alone, at its priority: Node's own threads would read at that of the process. */
export function hashFileSync(path: string): string {
  const hash = createHash('sha256')
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  const file = openSync(path, 'r')
  try {
    for (let read = readSync(file, chunk); 0 < read; read = readSync(file, chunk)) hash.update(chunk.subarray(0, read))
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}
