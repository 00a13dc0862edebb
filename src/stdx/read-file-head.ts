import { open } from 'node:fs/promises'

/** Reads the first bytes of a file, to detect its format. Fewer if the file is shorter. */
export async function readFileHead(path: string, bytes: number): Promise<Buffer> {
  await using handle = await open(path, 'r')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
  return buffer.subarray(0, bytesRead)
}
