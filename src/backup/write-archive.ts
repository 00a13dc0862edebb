import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { InputError } from '../stdx/input-error.ts'
import { readChunks } from '../stdx/read-chunks.ts'
import { TAR_BLOCK_BYTES, TAR_END, tarHeader, tarPadding } from '../stdx/tar-header.ts'
import { writeAll } from '../stdx/write-all.ts'
import { type BackupManifest, type BackupPart, MANIFEST_NAME, manifestText } from './backup-manifest.ts'

/** A file that goes into the archive. It must not change any more. */
export interface ArchivedFile {
  readonly name: string
  readonly path: string
  readonly bytes: number
}

export type ArchiveProgress = (name: string, bytes: number) => void

/**
 * Writes a tar archive, which every system can inspect. The manifest comes first, but its hashes are known last. Zeros
 * of the same length keep their place until then. The file is on the disk when this returns.
 */
export async function writeArchive(
  path: string,
  content: Omit<BackupManifest, 'parts'> & { readonly files: readonly ArchivedFile[] },
  progress: ArchiveProgress,
): Promise<BackupManifest> {
  const { files, ...rest } = content
  const modifiedMs = Date.parse(rest.madeAt)
  const archive = openSync(path, 'wx', 0o600)
  try {
    const unknown = manifestText({ ...rest, parts: files.map(({ name, bytes }) => ({ name, bytes, sha256: NO_HASH })) })
    const bytes = Buffer.byteLength(unknown)
    writeAll(archive, tarHeader({ name: MANIFEST_NAME, bytes, modifiedMs }))
    writeAll(archive, Buffer.from(unknown))
    writeAll(archive, tarPadding(bytes))
    const parts: BackupPart[] = []
    for (const file of files) {
      writeAll(archive, tarHeader({ name: file.name, bytes: file.bytes, modifiedMs }))
      parts.push({ name: file.name, bytes: file.bytes, sha256: await writeContent(archive, file, progress) })
      writeAll(archive, tarPadding(file.bytes))
    }
    writeAll(archive, TAR_END)
    const manifest = { ...rest, parts }
    writeAll(archive, Buffer.from(manifestText(manifest)), TAR_BLOCK_BYTES)
    fsyncSync(archive)
    return manifest
  } finally {
    closeSync(archive)
  }
}

const NO_HASH = '0'.repeat(64)

async function writeContent(archive: number, file: ArchivedFile, progress: ArchiveProgress): Promise<string> {
  const hash = createHash('sha256')
  let written = 0
  for await (const chunk of readChunks(file.path, (bytes) => progress(file.name, bytes))) {
    written += chunk.length
    if (file.bytes < written) break
    hash.update(chunk)
    writeAll(archive, chunk)
  }
  if (written !== file.bytes)
    throw new InputError(`${file.path} was changed while it was being copied. Nothing was kept; try again.`)
  return hash.digest('hex')
}
