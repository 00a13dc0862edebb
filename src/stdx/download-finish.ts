import { createHash } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  type FetchedFile,
  fileSize,
  type PartialFile,
  partPath,
  readState,
  removePart,
  writeState,
} from './download-state.ts'
import { redactUrl } from './http-get.ts'
import { readChunks } from './read-chunks.ts'
import { RetryableError } from './retry.ts'
import { syncFolder } from './sync-folder.ts'
import type { DownloadedFile, WantedFile } from './wanted-file.ts'

/**
 * Checks a file that has come whole and gives it its name. Order matters: the old knowledge is forgotten before the new file takes the place of
 * the old one, so that a crash in between costs a download and never describes one file by the checksum of another.
 */
export async function finishDownload(
  wanted: WantedFile,
  partial: PartialFile,
  fetchedAt: string,
): Promise<DownloadedFile> {
  const { path } = wanted
  const bytes = (await fileSize(partPath(path))) ?? 0
  const { sha256, md5 } = await hashesOf(partPath(path))
  await refuseDamaged(wanted, partial, { bytes, md5 })
  const { etag, lastModified } = partial
  const file: FetchedFile = {
    url: wanted.url,
    bytes,
    sha256,
    md5: md5.toString('hex'),
    fetchedAt,
    etag,
    lastModified,
    listedEtag: wanted.etag ?? null,
  }
  const { fetched } = await readState(path)
  if (fetched?.sha256 === sha256) {
    // The same bytes again, under another date or from a host that knows no conditions.
    const same = { ...file, fetchedAt: fetched.fetchedAt }
    await removePart(path)
    await writeState(path, { fetched: same })
    return { outcome: 'unchanged', path, file: same }
  }
  await writeState(path, { partial })
  await rename(partPath(path), path)
  syncFolder(dirname(path))
  await writeState(path, { fetched: file })
  return { outcome: 'new', path, file }
}

async function refuseDamaged(
  wanted: WantedFile,
  partial: PartialFile,
  found: { readonly bytes: number; readonly md5: Buffer },
): Promise<void> {
  const expectedMd5 = wanted.md5 ?? (partial.contentMd5 === null ? undefined : hexOf(partial.contentMd5))
  const bytesFit = (wanted.bytes ?? found.bytes) === found.bytes && 0 < found.bytes
  const md5 = found.md5.toString('hex')
  if (bytesFit && (expectedMd5 ?? md5) === md5) return
  await removePart(wanted.path)
  const shown = redactUrl(wanted.url)
  if (!bytesFit) throw new RetryableError(`${shown} sent ${found.bytes} bytes, expected were ${wanted.bytes ?? 'some'}`)
  throw new RetryableError(`${shown} arrived damaged: its MD5 is ${md5}, expected was ${expectedMd5}`)
}

function hexOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex')
}

async function hashesOf(path: string): Promise<{ readonly sha256: string; readonly md5: Buffer }> {
  const sha256 = createHash('sha256')
  const md5 = createHash('md5')
  for await (const chunk of readChunks(path, () => {})) {
    sha256.update(chunk)
    md5.update(chunk)
  }
  return { sha256: sha256.digest('hex'), md5: md5.digest() }
}
