import { isoTime } from './clock.ts'
import { type DownloadLimits, explainDiskError, type Progress, writeBody } from './download-body.ts'
import { finishDownload } from './download-finish.ts'
import { acceptResponse, type Part } from './download-response.ts'
import { type FetchedFile, fileSize, partPath, readState, removePart } from './download-state.ts'
import type { FetchTools } from './fetch-page.ts'
import { redactUrl } from './http-get.ts'
import { rejectContentEncoding, statusError } from './http-status.ts'
import { RetryableError, withRetries } from './retry.ts'
import type { DownloadedFile, WantedFile } from './wanted-file.ts'

export interface DownloadTools extends FetchTools {
  readonly limits: DownloadLimits
}

/**
 * Fetches one file, or throws an InputError and keeps the received part for the next run. The file gets its name only
 * when its length and checksum are right. Two processes must not fetch to the same path at once.
 */
export async function download(wanted: WantedFile, tools: DownloadTools, progress: Progress): Promise<DownloadedFile> {
  const { fetched } = await readState(wanted.path)
  const known = fetched?.url === wanted.url && isAsListed(fetched, wanted) ? fetched : undefined
  if (known !== undefined && wanted.etag !== undefined && known.listedEtag === wanted.etag) {
    return { outcome: 'unchanged', path: wanted.path, file: known }
  }
  return withRetries(() => attempt(wanted, known, tools, progress), tools.retry, tools)
}

/** If the file differs from the listing, it is requested without conditions: a host may answer 304 for the old one. */
function isAsListed(fetched: FetchedFile, { bytes, md5 }: WantedFile): boolean {
  if (bytes !== undefined && bytes !== fetched.bytes) return false
  return md5 === undefined || fetched.md5 === undefined || md5 === fetched.md5
}

/** Sends one request. After any error, the next attempt starts from the files on the disk. */
async function attempt(
  wanted: WantedFile,
  known: FetchedFile | undefined,
  tools: DownloadTools,
  progress: Progress,
): Promise<DownloadedFile> {
  try {
    const begun = await findPart(wanted)
    if (begun !== undefined && begun.from === begun.partial.bytesTotal) {
      return await finishDownload(wanted, begun.partial, isoTime(tools.clock.nowMs()))
    }
    const conditions = begun === undefined ? conditionalHeaders(known) : rangeHeaders(begun)
    const response = await tools.get(wanted.url, { 'accept-encoding': 'identity', ...conditions }, tools.signal)
    try {
      if (response.status === 304 && begun === undefined && known !== undefined) {
        return { outcome: 'unchanged', path: wanted.path, file: known }
      }
      if (response.status === 416 && begun !== undefined) {
        await removePart(wanted.path)
        throw new RetryableError(`${redactUrl(response.url)} has no bytes after the ${begun.from} received so far`)
      }
      if (response.status !== 200 && (response.status !== 206 || begun === undefined)) {
        throw statusError(response, tools.clock.nowMs())
      }
      rejectContentEncoding(response)
      const part = await acceptResponse(wanted, response, begun)
      await writeBody(wanted.path, response, part, { limits: tools.limits, progress })
      return await finishDownload(wanted, part.partial, isoTime(tools.clock.nowMs()))
    } finally {
      response.close()
    }
  } catch (error) {
    throw await explainDiskError(error, wanted.path)
  }
}

/** Finds the received part of this address, if it can be continued. */
async function findPart(wanted: WantedFile): Promise<Part | undefined> {
  const { partial } = await readState(wanted.path)
  const from = await fileSize(partPath(wanted.path))
  if (partial === undefined || from === undefined || from === 0) return undefined
  return partial.url === wanted.url && partial.validator !== null ? { partial, from } : undefined
}

function conditionalHeaders(known: FetchedFile | undefined): Record<string, string> {
  return {
    ...(known?.etag ? { 'if-none-match': known.etag } : {}),
    ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
  }
}

/** Requests the rest if the file is unchanged, and otherwise the whole file. */
function rangeHeaders({ partial, from }: Part): Record<string, string> {
  return { range: `bytes=${from}-`, 'if-range': partial.validator! }
}
