import { createHash } from 'node:crypto'
import { readChunks } from './read-chunks.ts'

/** SHA-256 of a file, as hex. */
export async function hashFile(path: string, progress: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of readChunks(path, progress)) hash.update(chunk)
  return hash.digest('hex')
}
