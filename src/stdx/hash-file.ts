import { createHash } from 'node:crypto'
import { fileChunks } from './file-chunks.ts'

/** SHA-256 of a file, as hex. */
export async function hashFile(path: string, progress: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of fileChunks(path, progress)) hash.update(chunk)
  return hash.digest('hex')
}
