import { type PartialFile, readState, removePart, writeState } from './download-state.ts'
import { type HttpResponse, redactUrl } from './http-get.ts'
import { InputError } from './input-error.ts'
import { RetryableError } from './retry.ts'
import type { WantedFile } from './wanted-file.ts'

/** A file on its way, and from which byte on it is to be written. */
export interface Part {
  readonly partial: PartialFile
  readonly from: number
}

/**
 * What an answer of 200 or 206 brings. A host may ignore the Range and send everything (200): then we start over. It may also send another
 * range, or that of another version: then nothing of what we have can be used.
 */
export async function acceptResponse(wanted: WantedFile, answer: HttpResponse, begun: Part | undefined): Promise<Part> {
  if (answer.status === 206 && begun !== undefined) return acceptPartialContent(wanted, answer, begun)
  const partial = partialOf(wanted, answer)
  refuseOtherFile(wanted, answer, partial.bytesTotal)
  if (!isCheckable(wanted, partial)) refuseEndless(answer, partial.bytesTotal)
  await removePart(wanted.path)
  const { fetched } = await readState(wanted.path)
  await writeState(wanted.path, { fetched, partial })
  return { partial, from: 0 }
}

async function acceptPartialContent(wanted: WantedFile, answer: HttpResponse, begun: Part): Promise<Part> {
  const range = /^bytes ([0-9]{1,15})-[0-9]{1,15}\/([0-9]{1,15}|\*)$/.exec(answer.header('content-range') ?? '')
  const bytesTotal = range === null || range[2] === '*' ? null : Number(range[2])
  const etag = answer.header('etag')
  const lastModified = answer.header('last-modified')
  const fits =
    range !== null &&
    Number(range[1]) === begun.from &&
    (bytesTotal === null || begun.partial.bytesTotal === null || bytesTotal === begun.partial.bytesTotal) &&
    (etag === undefined || begun.partial.etag === null || etag === begun.partial.etag) &&
    (lastModified === undefined || begun.partial.lastModified === null || lastModified === begun.partial.lastModified)
  const partial = { ...begun.partial, bytesTotal: begun.partial.bytesTotal ?? bytesTotal }
  // Of `bytes 5-9/*` nobody can say whether the 9 is the end of the file, unless something else tells us how long it is.
  if (fits && (partial.bytesTotal !== null || isCheckable(wanted, partial))) return { partial, from: begun.from }
  await removePart(wanted.path)
  throw new RetryableError(
    fits
      ? `${redactUrl(answer.url)} sent a part and does not say of how long a file`
      : `${redactUrl(answer.url)} sent another part than the one from byte ${begun.from} on`,
  )
}

/** Whether the end will show that all has come, even if the host does not say how long the file is. */
function isCheckable(wanted: WantedFile, partial: PartialFile): boolean {
  return wanted.bytes !== undefined || wanted.md5 !== undefined || partial.contentMd5 !== null
}

function partialOf(wanted: WantedFile, answer: HttpResponse): PartialFile {
  const length = answer.header('content-length')
  const etag = answer.header('etag') ?? null
  const lastModified = answer.header('last-modified') ?? null
  return {
    url: wanted.url,
    validator: strongValidator(etag, lastModified, answer.header('date')),
    etag,
    lastModified,
    bytesTotal: length === undefined || !/^[0-9]{1,15}$/.test(length) ? null : Number(length),
    contentMd5: answer.header('content-md5') ?? null,
  }
}

/** A weak ETag promises the same meaning, not the same bytes. A date is strong only if the answer is clearly younger than the file. */
function strongValidator(etag: string | null, lastModified: string | null, date: string | undefined): string | null {
  if (etag?.startsWith('"')) return etag
  if (etag !== null || lastModified === null || date === undefined) return null
  return 60_000 <= Date.parse(date) - Date.parse(lastModified) ? lastModified : null
}

/** Looks at the answer before its bytes: a page that says "under maintenance" comes with status 200, too. */
function refuseOtherFile(wanted: WantedFile, answer: HttpResponse, bytesTotal: number | null): void {
  const shown = redactUrl(answer.url)
  if (/^text\/html\b/i.test(answer.header('content-type') ?? '')) {
    throw new RetryableError(`${shown} sent a web page, a file was expected`)
  }
  if (bytesTotal === 0) throw new RetryableError(`${shown} sent an empty file`)
  if (bytesTotal !== null && wanted.bytes !== undefined && bytesTotal !== wanted.bytes) {
    throw new InputError(
      `${shown} has ${bytesTotal} bytes, ${wanted.bytes} were listed: the file is being replaced. Run this again later.`,
    )
  }
}

/** An answer with neither a length nor pieces ends when the connection does, so that one cut off looks like one that is whole. */
function refuseEndless(answer: HttpResponse, bytesTotal: number | null): void {
  if (bytesTotal !== null || /\bchunked\s*$/i.test(answer.header('transfer-encoding') ?? '')) return
  throw new RetryableError(
    `${redactUrl(answer.url)} does not say how long the file is (no Content-Length), so nobody could tell whether all of it has come`,
  )
}
