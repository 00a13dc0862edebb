import { type PartialFile, readState, removePart, writeState } from './download-state.ts'
import { type HttpResponse, redactUrl } from './http-get.ts'
import { InputError } from './input-error.ts'
import { RetryableError } from './retry.ts'
import type { WantedFile } from './wanted-file.ts'

/** A file that is being fetched, and the position at which the next byte is written. */
export interface Part {
  readonly partial: PartialFile
  readonly from: number
}

/**
 * Decides where the body of a 200 or 206 is written. A host may ignore Range and send the whole file (200): then the
 * download starts over. If it sends another range or a range of another version, the received part is deleted.
 */
export async function acceptResponse(
  wanted: WantedFile,
  response: HttpResponse,
  begun: Part | undefined,
): Promise<Part> {
  if (response.status === 206 && begun !== undefined) return acceptPartialContent(wanted, response, begun)
  const partial = toPartialFile(wanted, response)
  rejectOtherFile(wanted, response, partial.bytesTotal)
  if (!isCheckable(wanted, partial)) rejectUnknownLength(response, partial.bytesTotal)
  await removePart(wanted.path)
  const { fetched } = await readState(wanted.path)
  writeState(wanted.path, { fetched, partial })
  return { partial, from: 0 }
}

async function acceptPartialContent(wanted: WantedFile, response: HttpResponse, begun: Part): Promise<Part> {
  const range = /^bytes ([0-9]{1,15})-[0-9]{1,15}\/([0-9]{1,15}|\*)$/.exec(response.header('content-range') ?? '')
  const bytesTotal = range === null || range[2] === '*' ? null : Number(range[2])
  const etag = response.header('etag')
  const lastModified = response.header('last-modified')
  const fits =
    range !== null &&
    Number(range[1]) === begun.from &&
    (bytesTotal === null || begun.partial.bytesTotal === null || bytesTotal === begun.partial.bytesTotal) &&
    (etag === undefined || begun.partial.etag === null || etag === begun.partial.etag) &&
    (lastModified === undefined || begun.partial.lastModified === null || lastModified === begun.partial.lastModified)
  const partial = { ...begun.partial, bytesTotal: begun.partial.bytesTotal ?? bytesTotal }
  // `bytes 5-9/*` does not say whether byte 9 is the last one of the file.
  if (fits && (partial.bytesTotal !== null || isCheckable(wanted, partial))) return { partial, from: begun.from }
  await removePart(wanted.path)
  throw new RetryableError(
    fits
      ? `${redactUrl(response.url)} sent a part of the file without the file's length`
      : `${redactUrl(response.url)} sent another range than the requested one from byte ${begun.from}`,
  )
}

/** Whether a listed size or a checksum can prove that the file is complete. */
function isCheckable(wanted: WantedFile, partial: PartialFile): boolean {
  return wanted.bytes !== undefined || wanted.md5 !== undefined || partial.contentMd5 !== null
}

function toPartialFile(wanted: WantedFile, response: HttpResponse): PartialFile {
  const length = response.header('content-length')
  const etag = response.header('etag') ?? null
  const lastModified = response.header('last-modified') ?? null
  return {
    url: wanted.url,
    validator: findStrongValidator(etag, lastModified, response.header('date')),
    etag,
    lastModified,
    bytesTotal: length === undefined || !/^[0-9]{1,15}$/.test(length) ? null : Number(length),
    contentMd5: response.header('content-md5') ?? null,
  }
}

/** A weak ETag does not promise the same bytes. A date is strong only if the response is at least a minute younger. */
function findStrongValidator(
  etag: string | null,
  lastModified: string | null,
  date: string | undefined,
): string | null {
  if (etag?.startsWith('"')) return etag
  if (etag !== null || lastModified === null || date === undefined) return null
  return 60_000 <= Date.parse(date) - Date.parse(lastModified) ? lastModified : null
}

/** Checks the headers: a maintenance page also has status 200. */
function rejectOtherFile(wanted: WantedFile, response: HttpResponse, bytesTotal: number | null): void {
  const address = redactUrl(response.url)
  if (/^text\/html\b/i.test(response.header('content-type') ?? '')) {
    throw new RetryableError(`${address} sent a web page instead of a file`)
  }
  if (bytesTotal === 0) throw new RetryableError(`${address} sent an empty file`)
  if (bytesTotal !== null && wanted.bytes !== undefined && bytesTotal !== wanted.bytes) {
    throw new InputError(
      `${address} has ${bytesTotal} bytes, ${wanted.bytes} were listed: the file is being replaced. Run this again later.`,
    )
  }
}

/** A response with neither a length nor chunks ends with the connection, so a truncated one looks complete. */
function rejectUnknownLength(response: HttpResponse, bytesTotal: number | null): void {
  if (bytesTotal !== null || /\bchunked\s*$/i.test(response.header('transfer-encoding') ?? '')) return
  throw new RetryableError(
    `${redactUrl(response.url)} sent no Content-Length, so a complete file cannot be told from a truncated one`,
  )
}
