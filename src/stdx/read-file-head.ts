import { open } from 'node:fs/promises'

/** The first bytes of a file, fewer if it is shorter: enough to see what it is before it is read. */
export async function readFileHead(path: string, bytes: number): Promise<Buffer> {
  await using handle = await open(path, 'r')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
  return buffer.subarray(0, bytesRead)
}
