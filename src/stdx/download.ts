import { isoTime } from './clock.ts'
import { type DownloadLimits, diskFailure, type Progress, writeBody } from './download-body.ts'
import { finishDownload } from './download-finish.ts'
import { acceptResponse, type Part } from './download-response.ts'
import { type FetchedFile, fileSize, type PartialFile, partPath, readState, removePart } from './download-state.ts'
import type { FetchTools } from './fetch-page.ts'
import { redactUrl } from './http-get.ts'
import { rejectContentEncoding, statusError } from './http-status.ts'
import { RetryableError, withRetries } from './retry.ts'
import type { DownloadedFile, WantedFile } from './wanted-file.ts'

export interface DownloadTools extends FetchTools {
  readonly limits: DownloadLimits
}

/**
 * Brings one file whole, or throws an InputError and leaves what came so far for the next time. Only a file of the right length and checksum gets
 * its name, so whoever finds that name finds a good file. Two processes must not fetch to the same path at once.
 */
export async function download(wanted: WantedFile, tools: DownloadTools, progress: Progress): Promise<DownloadedFile> {
  const { fetched } = await readState(wanted.path)
  const known = fetched?.url === wanted.url && isAsListed(fetched, wanted) ? fetched : undefined
  if (known !== undefined && wanted.etag !== undefined && known.listedEtag === wanted.etag) {
    return { outcome: 'unchanged', path: wanted.path, file: known }
  }
  return withRetries(() => attempt(wanted, known, { tools, progress }), tools.retry, tools)
}

/** A host that answers 304 for another file than it lists would have us keep the old one for ever: such a file is asked for anew. */
function isAsListed(fetched: FetchedFile, { bytes, md5 }: WantedFile): boolean {
  if (bytes !== undefined && bytes !== fetched.bytes) return false
  return md5 === undefined || fetched.md5 === undefined || md5 === fetched.md5
}

interface AttemptTools {
  readonly tools: DownloadTools
  readonly progress: Progress
}

/** One request and what follows from it. Whatever it throws, the next attempt starts from what lies on the disk. */
async function attempt(
  wanted: WantedFile,
  known: FetchedFile | undefined,
  { tools, progress }: AttemptTools,
): Promise<DownloadedFile> {
  try {
    const begun = await begunPart(wanted)
    if (begun !== undefined && begun.from === begun.partial.bytesTotal) {
      return await finishDownload(wanted, begun.partial, isoTime(tools.clock.nowMs()))
    }
    const conditions = begun === undefined ? ifChanged(known) : restOf(begun)
    const answer = await tools.get(wanted.url, { 'accept-encoding': 'identity', ...conditions }, tools.signal)
    try {
      if (answer.status === 304 && begun === undefined && known !== undefined) {
        return { outcome: 'unchanged', path: wanted.path, file: known }
      }
      if (answer.status === 416 && begun !== undefined) {
        await removePart(wanted.path)
        throw new RetryableError(`${redactUrl(answer.url)} has no more bytes than the ${begun.from} that came so far`)
      }
      if (answer.status !== 200 && (answer.status !== 206 || begun === undefined)) {
        throw statusError(answer, tools.clock.nowMs())
      }
      rejectContentEncoding(answer)
      const part = await acceptResponse(wanted, answer, begun)
      await writeBody(wanted.path, answer, part, { limits: tools.limits, progress })
      return await finishDownload(wanted, part.partial, isoTime(tools.clock.nowMs()))
    } finally {
      answer.close()
    }
  } catch (error) {
    throw await diskFailure(error, wanted.path)
  }
}

/** What has come of this very address and can be continued. */
async function begunPart(wanted: WantedFile): Promise<Part | undefined> {
  const { partial } = await readState(wanted.path)
  const from = await fileSize(partPath(wanted.path))
  if (partial === undefined || from === undefined || from === 0) return undefined
  return partial.url === wanted.url && partial.validator !== null ? { partial, from } : undefined
}

function ifChanged(known: FetchedFile | undefined): Record<string, string> {
  return {
    ...(known?.etag ? { 'if-none-match': known.etag } : {}),
    ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
  }
}

/** If-Range: the rest, if the file is still the same, else all of it. */
function restOf({ partial, from }: { readonly partial: PartialFile; readonly from: number }): Record<string, string> {
  return { range: `bytes=${from}-`, 'if-range': partial.validator! }
}
