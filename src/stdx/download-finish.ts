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
 * Checks a complete file and gives it its name. The old state is deleted before the new file replaces the old one:
 * a crash in between costs a download, but never leaves a file with the checksum of another.
 */
export async function finishDownload(
  wanted: WantedFile,
  partial: PartialFile,
  fetchedAt: string,
): Promise<DownloadedFile> {
  const { path } = wanted
  const bytes = (await fileSize(partPath(path))) ?? 0
  const { sha256, md5 } = await hashPart(partPath(path))
  await rejectDamaged(wanted, partial, { bytes, md5 })
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
    // The same bytes with another date, or from a host that ignores conditional requests.
    const same = { ...file, fetchedAt: fetched.fetchedAt }
    await removePart(path)
    writeState(path, { fetched: same })
    return { outcome: 'unchanged', path, file: same }
  }
  writeState(path, { partial })
  await rename(partPath(path), path)
  syncFolder(dirname(path))
  writeState(path, { fetched: file })
  return { outcome: 'new', path, file }
}

async function rejectDamaged(
  wanted: WantedFile,
  partial: PartialFile,
  found: { readonly bytes: number; readonly md5: Buffer },
): Promise<void> {
  const expectedMd5 = wanted.md5 ?? (partial.contentMd5 === null ? undefined : toHex(partial.contentMd5))
  const bytesFit = (wanted.bytes ?? found.bytes) === found.bytes && 0 < found.bytes
  const md5 = found.md5.toString('hex')
  if (bytesFit && (expectedMd5 ?? md5) === md5) return
  await removePart(wanted.path)
  const address = redactUrl(wanted.url)
  if (!bytesFit)
    throw new RetryableError(`${address} sent ${found.bytes} bytes; ${wanted.bytes ?? 'more'} were expected`)
  throw new RetryableError(`${address} arrived damaged: its MD5 is ${md5}; ${expectedMd5} was expected`)
}

function toHex(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex')
}

async function hashPart(path: string): Promise<{ readonly sha256: string; readonly md5: Buffer }> {
  const sha256 = createHash('sha256')
  const md5 = createHash('md5')
  for await (const chunk of readChunks(path, () => {})) {
    sha256.update(chunk)
    md5.update(chunk)
  }
  return { sha256: sha256.digest('hex'), md5: md5.digest() }
}
