import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Builds a zip of these members. */
export async function buildZip(
  members: Readonly<Record<string, string | Uint8Array>>,
  packing: 'store' | 'deflate' = 'deflate',
): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(members)) {
    zip.addBuffer(Buffer.from(content), name, { compress: packing === 'deflate' })
  }
  zip.end()
  return await buffer(zip.outputStream)
}
